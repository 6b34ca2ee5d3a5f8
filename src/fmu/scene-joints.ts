import type { JointMotorSettings } from '../response/joints/define-joint.ts';
import { isRadial, type JointDefinition, type JointMotor, mainAxis } from '../response/joints/joint.ts';
import type { JointRow } from '../sim/observer.ts';
import type { QuantityName } from './quantities.ts';
import type { OutputWriter } from './value-list.ts';
import { type FmuVariable, namePart, vectorVariables } from './variables.ts';

/** Joints of a scene in an FMU: targets of motors, or forces, as inputs; positions, velocities and reactions as outputs. */

type Joints = readonly JointDefinition[] | undefined;

/** Whether the joint has one coordinate. */
function hasPosition(definition: JointDefinition): boolean {
  return mainAxis(definition) >= 0;
}

/** Whether a motor can act on it. */
function isDrivable(definition: JointDefinition): boolean {
  return hasPosition(definition) && !isRadial(definition);
}

function isRotation(definition: JointDefinition): boolean {
  return mainAxis(definition) >= 3;
}

function motorOf(definition: JointDefinition): JointMotor | undefined {
  return definition.axes[mainAxis(definition)].motor;
}

/** What the input of a joint is: the target of its motor, or without one a force. */
function targetOf(definition: JointDefinition): 'velocity' | 'position' | 'force' {
  const motor = motorOf(definition);
  if (motor && 'velocity' in motor) return 'velocity';
  return motor && 'position' in motor ? 'position' : 'force';
}

function quantityOf(target: 'velocity' | 'position' | 'force', rotates: boolean): QuantityName {
  if (target === 'force') return rotates ? 'Torque' : 'Force';
  if (target === 'velocity') return rotates ? 'AngularVelocity' : 'Velocity';
  return rotates ? 'Angle' : 'Position';
}

function startOf(definition: JointDefinition): number {
  const motor = motorOf(definition);
  if (!motor) return 0;
  if ('velocity' in motor) return motor.velocity;
  return 'position' in motor ? motor.position : motor.force;
}

function inputName(definition: JointDefinition): string {
  return `joint.${namePart(definition.name)}.motor.${targetOf(definition)}`;
}

/** One input per joint that a motor can drive. */
export function jointInputs(joints: Joints = []): FmuVariable[] {
  return joints.filter(isDrivable).map((definition): FmuVariable => {
    const target = targetOf(definition);
    const rotates = isRotation(definition);
    const what =
      target !== 'force' ? `Target ${target} of the motor` : rotates ? 'Torque of the motor' : 'Force of the motor';
    return {
      name: inputName(definition),
      type: 'real',
      role: 'input',
      quantity: quantityOf(target, rotates),
      start: startOf(definition),
      description: `${what} of joint ${definition.name}`,
    };
  });
}

/** Outputs of each joint, in the order in which they are written. */
export function jointOutputs(joints: Joints = [], dimension: 2 | 3 = 3): FmuVariable[] {
  return joints.flatMap((definition): FmuVariable[] => {
    const { name } = definition;
    const part = `joint.${namePart(name)}`;
    const rotates = isRotation(definition);
    const real = (what: string, quantity: QuantityName, text: string): FmuVariable => ({
      name: `${part}.${what}`,
      type: 'real',
      role: 'output',
      quantity,
      description: `${text} of joint ${name}`,
    });
    const reaction = (what: string, quantity: QuantityName, text: string) =>
      vectorVariables(dimension, {
        name: `${part}.${what}`,
        role: 'output',
        quantity,
        description: `${text} of joint ${name} on its second body, mean of the last internal step, world axes`,
      });
    const isFlat = dimension === 2;
    return [
      ...(hasPosition(definition)
        ? [
            real('position', quantityOf('position', rotates), 'Position'),
            real('velocity', quantityOf('velocity', rotates), 'Velocity'),
          ]
        : []),
      ...reaction('force', 'Force', 'Force'),
      ...(isFlat ? [real('torque', 'Torque', 'Torque')] : reaction('torque', 'Torque', 'Torque')),
      ...(isDrivable(definition)
        ? [
            real(
              'motorForce',
              quantityOf('force', rotates),
              'Mean force or torque of the motor in the last internal step,',
            ),
            real('motorWork', 'Energy', 'Work of the motor so far,'),
          ]
        : []),
      { name: `${part}.broken`, type: 'boolean', role: 'output', description: `Joint ${name} is broken` },
    ];
  });
}

type JointOutputs = Omit<JointRow, 'joint' | 'loss'>;

/** Writes the outputs of all joints. */
export function writeJoints(
  out: OutputWriter,
  joints: Joints,
  stateOf: (joint: number) => JointOutputs,
  dimension: 2 | 3 = 3,
): void {
  for (const [i, definition] of (joints ?? []).entries()) {
    const { position, velocity, force, torque, motorForce, motorWork, broken } = stateOf(i);
    if (hasPosition(definition)) {
      out.number(position);
      out.number(velocity);
    }
    out.vector(force, dimension);
    if (dimension === 2) out.number(torque.z);
    else out.vector(torque);
    if (isDrivable(definition)) {
      out.number(motorForce);
      out.number(motorWork);
    }
    out.flag(broken);
  }
}

/** Sets motors from inputs. */
export interface JointInputs {
  /** Sets the motors whose inputs have changed. */
  apply(values: Float64Array, setMotor: (joint: number, motor: JointMotorSettings | undefined) => void): void;
  /** Values that were applied last: part of the state. */
  save(): number[];
  restore(applied?: readonly number[]): void;
}

/** `find`: index of an input among the settable values. */
export function createJointInputs(joints: Joints = [], find: (name: string) => number = () => -1): JointInputs {
  const driven = [...joints.entries()]
    .filter(([, definition]) => isDrivable(definition))
    .map(([joint, definition]) => ({ joint, definition, at: find(inputName(definition)) }));
  const starts = driven.map(({ definition }) => startOf(definition));
  let applied = [...starts];
  return {
    apply(values, setMotor) {
      for (const [k, { joint, definition, at }] of driven.entries()) {
        // setting a motor wakes its bodies
        if (values[at] === applied[k]) continue;
        applied[k] = values[at];
        const motor = motorOf(definition);
        const limited: JointMotorSettings = motor && !('force' in motor) ? finiteForce(motor) : {};
        setMotor(joint, { ...limited, [targetOf(definition)]: values[at] });
      }
    },
    save: () => [...applied],
    restore(values = starts) {
      applied = [...values];
    },
  };
}

/** Settings of a motor without a limit that is infinite, and without a path: from then on it follows the input. */
function finiteForce(motor: Exclude<JointMotor, { force: number }>): JointMotorSettings {
  const { path: _, maxForce, ...rest } = { path: undefined, ...motor };
  return maxForce < Number.POSITIVE_INFINITY ? { ...rest, maxForce } : rest;
}
