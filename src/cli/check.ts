import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  checkMeshSeparation,
  encodeMeshContacts,
  encodeMeshSeparations,
  findPenetrations,
  MESH_CONTACT_FORMATS,
  MESH_SEPARATION_FORMATS,
  type MeshCheck,
  type MeshContactFormat,
  type MeshMotion,
  type MeshPenetration,
  type MeshSeparationCheck,
  type SurfaceMesh,
} from '../entries/meshes.ts';
import { type MotionOptions, readMotion } from './check-motion.ts';
import { type PairOptions, readPairingRules, readThickness } from './check-pairs.ts';
import { contactLines, meshText, pairsText, penetrationLines, removalLine, separationLines } from './check-text.ts';
import { InputError } from './failure.ts';
import { findContacts } from './find-contacts.ts';
import { readMeshFile } from './mesh-files.ts';
import { print } from './output.ts';
import { prepareRemoval, type Removal, removeFrom } from './remove-penetration.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';
import { parseThreads } from './threads-option.ts';

interface CheckOptions extends MotionOptions, PairOptions {
  readonly edges: boolean;
  readonly threads: number;
  readonly surface: 'triangles' | 'bilinear';
  readonly separation?: number;
  readonly thickness?: string;
  readonly rings?: number;
  readonly penetration?: boolean;
  readonly removePenetration?: string;
  readonly gpu?: boolean;
  readonly output?: string;
  readonly format?: MeshContactFormat;
  readonly json?: boolean;
  readonly force?: boolean;
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .summary('find the contacts of a deforming mesh within a step')
    .description(
      'Finds every node-face contact and every edge-edge contact while a mesh moves from one frame to the next. ' +
        'The decisions are exact for the numbers in the files: no contact is missed, and none is false.',
    )
    .argument(
      '<mesh>',
      'the mesh at the start of the step: .obj, .ply, .stl, .vtu, .msh, .inp, .k, .e ... (docs/guide/mesh-files.md)',
    )
    .argument('[next]', 'the same mesh at the end of the step; without it the first file must have velocities')
    .option('--dt <seconds>', 'length of the step [s]', parseDuration, 1);
  addMeshOptions(command);
  command
    .option('--threads <count>', 'threads for contact detection; results are identical', parseThreads, 1)
    .option('--gpu', 'contact detection on the GPU; results are identical. Needs the package webgpu')
    .option('-o, --output <file>', 'write the contacts to a file: .csv, .json, .parquet, or .vtp for ParaView')
    .addOption(
      new Option('--format <format>', 'format of that file (default: from its extension)').choices(
        MESH_CONTACT_FORMATS,
      ),
    )
    .option('--json', 'print the contacts as JSON')
    .option('--force', 'overwrite a file that is not a contact list')
    .addHelpText(
      'after',
      `
Examples:
  appulse check frame0.obj frame1.obj --dt 0.001
  appulse check cloth.ply -o contacts.csv --dt 1e-3
  appulse check a.vtu b.vtu --dt 1e-4 -o contacts.vtp
  appulse check model.k --set "part 3" --penetration
  appulse check shell.ply --dt 1e-3 --thickness 0.002 --rings 1
  appulse check parts0.ply parts1.ply --bodies connected --surface bilinear
  appulse check parts.ply --penetration --remove-penetration apart.ply

Both frames must have the same nodes and elements. Elements that share a node are never in contact with each other.`,
    )
    .action(check);
}

function addMeshOptions(command: Command): void {
  command
    .option('--set <name>', 'only this set, part, block or group of elements of the files, or set of faces')
    .option('--no-edges', 'test nodes against faces only')
    .addOption(
      new Option('--surface <kind>', 'quadrilaterals are four triangles about the centroid, or bilinear patches')
        .choices(['triangles', 'bilinear'])
        .default('triangles'),
    )
    .option('--accelerations', 'constant accelerations: point data ax, ay and az, or acceleration, of the first file')
    .option('--slaves <nodes>', 'slave nodes, as 0-99,120, or point data that is not zero there (default: all)')
    .option('--masters <nodes>', 'master nodes, likewise (default: all)')
    .option('--bodies <data>', 'no pairs within a body: connected, or point data with the body number of each node')
    .option('--separation <metres>', 'find pairs that come closer than this [m]', parseLength)
    .option('--thickness <metres>', 'thickness of the shells [m], or point data; half of it on either side')
    .option('--rings <count>', 'with a distance: leave out elements this many edges apart, or fewer', parseRings)
    .option('--penetration', 'find nodes inside other bodies, and edges through faces, at the start')
    .option('--remove-penetration <file>', 'move such nodes out, and write the mesh to a file: .ply or .obj');
}

function parseDuration(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds > 0 && seconds < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError('Expected a number of seconds above zero.');
  }
  return seconds;
}

function parseLength(text: string): number {
  const metres = Number(text);
  if (text.trim() === '' || !(metres >= 0 && metres < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError('Expected a number of metres, not below zero.');
  }
  return metres;
}

function parseRings(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 16) throw new InvalidArgumentError('Expected an integer from 0 to 16.');
  return Number(text);
}

/** What was asked for, and found. */
interface Findings {
  readonly penetration?: MeshPenetration;
  readonly contacts?: MeshCheck;
  readonly separations?: MeshSeparationCheck;
}

async function check(path: string, nextPath: string | undefined, options: CheckOptions): Promise<void> {
  rejectCombinations(options);
  const { output } = options;
  const format = output === undefined ? undefined : outputFormat(output, options);
  if (output !== undefined && format !== undefined) placeFile(output, contactKind(format), options.force);
  const removal = prepareRemoval(options.removePenetration, options.force);
  const mesh = await readMeshFile(path, options);
  const wantsPenetration = options.penetration || removal !== undefined;
  // penetration needs no motion
  const isStill = wantsPenetration && nextPath === undefined && mesh.velocities === undefined && output === undefined;
  const motion = isStill ? undefined : await readMotion(mesh, path, nextPath, options);
  const found: Findings = {
    ...(wantsPenetration && { penetration: findPenetrations(mesh) }),
    ...(motion && (await findPairs(mesh, motion, options, path))),
  };
  const removalNote = removal && (await removed(mesh, removal));
  if (output !== undefined && format !== undefined) {
    await writeOneFile(output, encodePairs(found, format), contactKind(format), options.force);
  }
  await print(options.json ? findingsJson(found) : findingsText(mesh, found, removalNote, output));
}

async function removed(mesh: SurfaceMesh, removal: Removal): Promise<string> {
  return removalLine(await removeFrom(mesh, removal), removal.path);
}

/** Distances are checked on one thread, for straight paths. */
function rejectCombinations(options: CheckOptions): void {
  const { separation, thickness, rings } = options;
  const distance = separation !== undefined ? '--separation' : '--thickness';
  if (separation === undefined && thickness === undefined) {
    if (rings !== undefined) throw new InputError('--rings: expected --separation or --thickness too');
    return;
  }
  const others: Record<string, boolean> = {
    '--gpu': options.gpu ?? false,
    '--threads': options.threads > 1,
    '--surface bilinear': options.surface === 'bilinear',
    '--accelerations': options.accelerations ?? false,
  };
  const other = Object.keys(others).find((name) => others[name]);
  if (other !== undefined) {
    throw new InputError(
      `${distance}: cannot be combined with ${other}; expected straight paths and four triangles per quadrilateral, on one thread`,
    );
  }
}

async function findPairs(
  mesh: SurfaceMesh,
  motion: MeshMotion,
  options: CheckOptions,
  path: string,
): Promise<Pick<Findings, 'contacts' | 'separations'>> {
  const { separation, thickness, rings, edges } = options;
  const rules = readPairingRules(mesh, path, options);
  if (separation === undefined && thickness === undefined) {
    const { threads, gpu = false, surface } = options;
    return { contacts: await findContacts(mesh, motion, { ...rules, threads, gpu, edges, surface }, path) };
  }
  const limits = {
    ...(separation !== undefined && { separation }),
    ...(thickness !== undefined && { thickness: readThickness(mesh, path, thickness) }),
    ...(rings !== undefined && { rings }),
  };
  if (motion.given === 'accelerations') throw new InputError('--accelerations: cannot be combined with a distance');
  try {
    return { separations: checkMeshSeparation(mesh, motion, { ...rules, ...limits, edges }) };
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${path}: ${error.message}`) : error;
  }
}

/** First bytes of an earlier output: only such a file is replaced. */
const OWN_START: Record<MeshContactFormat, RegExp> = {
  csv: /^time,kind,face,node0/,
  json: /^\[/,
  parquet: /^PAR1/,
  vtp: /^<\?xml[\s\S]*<VTKFile type="PolyData"/,
};

function contactKind(format: MeshContactFormat): FileKind {
  return { what: 'contacts', start: OWN_START[format] };
}

function outputFormat(path: string, options: CheckOptions): MeshContactFormat {
  const isDistance = options.separation !== undefined || options.thickness !== undefined;
  const known: readonly MeshContactFormat[] = isDistance ? MESH_SEPARATION_FORMATS : MESH_CONTACT_FORMATS;
  const wanted = options.format ?? extname(path).slice(1).toLowerCase();
  const format = known.find((name) => name === wanted);
  if (format) return format;
  throw new InputError(
    `cannot write contacts to '${path}': expected a file extension among ${known.join(', ')}, or --format`,
  );
}

function encodePairs({ contacts, separations }: Findings, format: MeshContactFormat): string | Uint8Array {
  if (separations && format !== 'vtp') return encodeMeshSeparations(separations.contacts, format);
  return encodeMeshContacts(contacts?.contacts ?? [], format);
}

/** The list of pairs; with penetrations an object. */
function findingsJson(found: Findings): string {
  const { penetration, contacts, separations } = found;
  const pairs = contacts || separations ? encodePairs(found, 'json').toString() : undefined;
  if (!penetration) return pairs ?? '[]\n';
  const list = pairs === undefined ? '' : `,\n"contacts": ${pairs.trimEnd()}`;
  return `{"penetration": ${JSON.stringify(penetration)}${list}}\n`;
}

function findingsText(
  mesh: SurfaceMesh,
  { penetration, contacts, separations }: Findings,
  removalNote: string | undefined,
  output: string | undefined,
): string {
  const pairs = contacts ?? separations;
  const lines = [pairs ? `${meshText(mesh)}: ${pairsText(pairs)}` : meshText(mesh)];
  if (penetration) lines.push(...penetrationLines(penetration));
  if (removalNote !== undefined) lines.push(removalNote);
  if (penetration && pairs) lines.push('');
  if (contacts) lines.push(...contactLines(contacts));
  if (separations) lines.push(...separationLines(separations));
  if (output !== undefined) lines.push('', `contacts in ${output}`);
  return `${lines.join('\n')}\n`;
}
