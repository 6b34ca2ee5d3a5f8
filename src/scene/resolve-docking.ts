import { createVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { type CaptureEnvelope, DEFAULT_PORT_ANGLE, OPEN_ENVELOPE } from '../response/capture-envelope.ts';
import { portFrame } from '../response/docking-port.ts';
import type { SoftCaptureDocument } from './docking-schema.ts';
import { indexNames, type Lookup } from './names.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SceneDocking, SceneSensor, SceneSoftCapture } from './scene-header.ts';

const NEVER = Number.POSITIVE_INFINITY;

interface SensorEntry {
  readonly name: string;
  readonly body: string;
  readonly point: ReadonlyVec3;
  readonly axis?: ReadonlyVec3;
  readonly up?: ReadonlyVec3;
}

/** Resolves the bodies of sensors and the frames of ports; `origins` are those of the shapes of the bodies. */
export function resolveSensors(
  sensors: readonly SensorEntry[],
  origins: readonly ReadonlyVec3[],
  bodyIndex: Lookup,
  fail: Fail,
): SceneSensor[] {
  indexNames(sensors, ['sensors'], 'sensor', fail);
  return sensors.map(({ name, body, point, axis, up }, i) => {
    const index = bodyIndex(body, ['sensors', i, 'body']);
    const sensor = { name, body: index, point: subVec3(createVec3(), point, origins[index]) };
    if (!axis) {
      if (up) fail(['sensors', i, 'up'], 'needs an axis');
      return sensor;
    }
    if (!portFrame(axis)) fail(['sensors', i, 'axis'], 'must be a finite vector of nonzero length');
    const frame = portFrame(axis, up);
    if (!frame) fail(['sensors', i, 'up'], 'must be a vector of nonzero length that is not parallel to the axis');
    return { ...sensor, frame, hasRoll: up !== undefined };
  });
}

type Envelope = Partial<Omit<CaptureEnvelope, 'speed'>>;

interface DockingEntry {
  readonly sensors: readonly [string, string];
  readonly tolerance: number;
  readonly maxSpeed?: number;
  readonly release?: number;
  readonly retry: 'separation' | 'range';
  readonly recapture: boolean;
  readonly envelope?: Envelope;
  readonly softCapture?: SoftCaptureDocument;
  readonly separationSprings?: { readonly energy: number; readonly stroke: number };
  readonly mode?: 'rigid' | 'pin';
}

/** Resolves dockings; what the document says must fit the ports. */
export function resolveDocking(
  docking: readonly DockingEntry[],
  sensors: readonly SceneSensor[],
  fail: Fail,
): SceneDocking[] {
  const sensorIndex = indexNames(sensors, ['sensors'], 'sensor', fail);
  return docking.map((entry, i) => {
    const path = ['docking', i];
    const [a, b] = entry.sensors.map((name, k) => sensorIndex(name, [...path, 'sensors', k]));
    if (sensors[a].body === sensors[b].body) fail([...path, 'sensors'], 'must be on two different bodies');
    checkPorts(entry, [sensors[a], sensors[b]], path, fail);
    const { mode = 'rigid', tolerance, maxSpeed = NEVER, release = NEVER, retry, recapture, separationSprings } = entry;
    const envelope = resolveEnvelope(entry.envelope, [sensors[a], sensors[b]]);
    const capture = entry.softCapture && resolveSoftCapture(entry.softCapture);
    return {
      sensors: [a, b],
      mode,
      tolerance,
      maxSpeed,
      release,
      ...(envelope && { envelope }),
      ...(retry === 'range' && { retry }),
      ...(recapture && { recapture }),
      ...(capture && { softCapture: capture }),
      ...(separationSprings && { separationSprings }),
    };
  });
}

/** Angles, and everything along an axis, need ports with an axis. */
function checkPorts(entry: DockingEntry, sensors: readonly SceneSensor[], path: JsonPath, fail: Fail): void {
  const { envelope = {}, softCapture, separationSprings, mode } = entry;
  const without = sensors.find(({ frame }) => !frame);
  for (const key of ['envelope', 'softCapture', 'separationSprings'] as const) {
    if (entry[key] && without) fail([...path, key], `needs an axis of the sensor "${without.name}"`);
  }
  if (envelope.roll !== undefined) {
    const unmarked = sensors.find(({ hasRoll }) => !hasRoll);
    if (unmarked) fail([...path, 'envelope', 'roll'], `needs "up" of the sensor "${unmarked.name}"`);
  }
  const { minClosingSpeed = -NEVER, maxClosingSpeed = NEVER } = envelope;
  if (minClosingSpeed > maxClosingSpeed) {
    fail([...path, 'envelope', 'minClosingSpeed'], `must be at most maxClosingSpeed (${maxClosingSpeed} m/s)`);
  }
  if (mode === 'pin' && softCapture) fail([...path, 'softCapture'], 'needs mode "rigid"');
  if (mode === 'pin' && separationSprings) fail([...path, 'separationSprings'], 'needs mode "rigid"');
  if (separationSprings && entry.release === undefined) fail([...path, 'separationSprings'], 'needs a time of release');
}

/** Ports with an axis have limits of their angles by default. */
function resolveEnvelope(given: Envelope | undefined, sensors: readonly SceneSensor[]): CaptureEnvelope | undefined {
  if (sensors.some(({ frame }) => !frame)) return undefined;
  const roll = sensors.every(({ hasRoll }) => hasRoll) ? DEFAULT_PORT_ANGLE : NEVER;
  return { ...OPEN_ENVELOPE, pitchYaw: DEFAULT_PORT_ANGLE, roll, ...given };
}

function resolveSoftCapture({ stroke = NEVER, alignment, hooks, ...rest }: SoftCaptureDocument): SceneSoftCapture {
  return { ...rest, stroke, alignment, ...(hooks && { hooks }) };
}
