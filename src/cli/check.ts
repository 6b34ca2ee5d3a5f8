import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  checkMesh,
  constantVelocityMotion,
  encodeMeshContacts,
  endpointMotion,
  MESH_CONTACT_FORMATS,
  type MeshCheck,
  type MeshContactFormat,
  type PointMotion,
  readMesh,
  type SurfaceMesh,
} from '../entries/meshes.ts';
import { createMeshCheckPool } from '../workers/index.ts';
import { InputError } from './failure.ts';
import { readWholeFile } from './files.ts';
import { formatNumber, formatTable, note, plural, print } from './output.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';
import { parseThreads } from './threads-option.ts';

/** Mesh files may be this large [bytes]. */
const MAX_MESH_BYTES = 2 * 1024 ** 3;
/** Contacts printed. */
const SHOWN = 12;

interface CheckOptions {
  readonly dt: number;
  readonly edges: boolean;
  readonly threads: number;
  readonly gpu?: boolean;
  readonly output?: string;
  readonly format?: MeshContactFormat;
  readonly json?: boolean;
  readonly force?: boolean;
}

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .summary('find the contacts of a deforming mesh within a step')
    .description(
      'Finds every node-face contact and every edge-edge contact while a mesh moves from one frame to the next. ' +
        'The decisions are exact for the numbers in the files: no contact is missed, and none is false.',
    )
    .argument('<mesh>', 'the mesh at the start of the step: .obj, .ply, .stl, .vtp or .vtu')
    .argument('[next]', 'the same mesh at the end of the step; without it the first file must have velocities')
    .option('--dt <seconds>', 'length of the step [s]', parseDuration, 1)
    .option('--no-edges', 'test nodes against faces only')
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

Both frames must have the same nodes and elements. Elements that share a node are never in contact with each other.`,
    )
    .action(check);
}

function parseDuration(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds > 0 && seconds < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError('Expected a number of seconds above zero.');
  }
  return seconds;
}

async function check(path: string, nextPath: string | undefined, options: CheckOptions): Promise<void> {
  const format = options.output === undefined ? undefined : outputFormat(options.output, options.format);
  if (options.output !== undefined && format !== undefined)
    placeFile(options.output, contactKind(format), options.force);
  const mesh = readMesh(path, await readWholeFile(path, 'mesh', MAX_MESH_BYTES));
  const motion = await readMotion(mesh, path, nextPath, options.dt);
  const found = await findContacts(mesh, motion, options, path);
  if (options.output !== undefined && format !== undefined) {
    const content = encodeMeshContacts(found.contacts, format);
    await writeOneFile(options.output, content, contactKind(format), options.force);
  }
  await print(options.json ? encodeMeshContacts(found.contacts, 'json').toString() : checkText(mesh, found, options));
}

/** The contacts of a mesh of the file `path`; coordinates outside the valid range are reported as errors of that file. */
export async function findContacts(
  mesh: SurfaceMesh,
  motion: PointMotion,
  { edges, threads, gpu }: Pick<CheckOptions, 'edges' | 'threads' | 'gpu'>,
  path: string,
): Promise<MeshCheck> {
  const found = gpu ? await findOnGpu(mesh, motion, edges, path) : undefined;
  if (found) return found;
  const pool = threads === 1 ? undefined : createMeshCheckPool({ threads });
  try {
    return pool ? await pool.checkMesh(mesh, motion, { edges }) : checkMesh(mesh, motion, { edges });
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${path}: ${error.message}`) : error;
  } finally {
    await pool?.close();
  }
}

/** Nothing if the GPU cannot do it: the reason is printed, and the CPU takes its place. */
async function findOnGpu(
  mesh: SurfaceMesh,
  motion: PointMotion,
  edges: boolean,
  path: string,
): Promise<MeshCheck | undefined> {
  const { createGpuMeshCheck } = await import('../gpu/index.ts');
  const check = await createGpuMeshCheck(mesh, { edges });
  try {
    if (check.reason === undefined) {
      const found = await check.check(motion);
      if (found.reason !== undefined) note(`decided by the CPU: ${found.reason}`);
      return found.toMeshCheck();
    }
    note(`decided by the CPU: ${check.reason}`);
    return undefined;
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${path}: ${error.message}`) : error;
  } finally {
    check.close();
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

function outputFormat(path: string, given: MeshContactFormat | undefined): MeshContactFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const format = given ?? MESH_CONTACT_FORMATS.find((known) => known === extension);
  if (format) return format;
  throw new InputError(
    `cannot write contacts to '${path}': expected a file extension among ${MESH_CONTACT_FORMATS.join(', ')}, or --format`,
  );
}

async function readMotion(
  mesh: SurfaceMesh,
  path: string,
  nextPath: string | undefined,
  dt: number,
): Promise<PointMotion> {
  if (nextPath === undefined) {
    if (mesh.velocities) return constantVelocityMotion(mesh.positions, mesh.velocities, dt);
    throw new InputError(
      `${path}: has no velocities; expected velocities or a second file with the mesh at the end of the step`,
    );
  }
  const next = readMesh(nextPath, await readWholeFile(nextPath, 'mesh', MAX_MESH_BYTES));
  const counts = (of: SurfaceMesh) =>
    `${of.positions.length / 3} nodes, ${of.triangles.length / 3} triangles, ${of.quads.length / 4} quads`;
  if (counts(next) !== counts(mesh)) {
    throw new InputError(`${nextPath}: expected the mesh of ${path} (${counts(mesh)}), got ${counts(next)}`);
  }
  for (const kind of ['triangles', 'quads'] as const) {
    const other = next[kind].findIndex((node, i) => node !== mesh[kind][i]);
    const corners = kind === 'triangles' ? 3 : 4;
    if (other >= 0)
      throw new InputError(
        `${nextPath}: ${kind} ${Math.floor(other / corners)}: expected the nodes of ${path}, got different nodes`,
      );
  }
  return endpointMotion(mesh.positions, next.positions, dt);
}

function checkText(
  mesh: SurfaceMesh,
  { contacts, nodeFacePairs, edgePairs }: MeshCheck,
  options: CheckOptions,
): string {
  const tested = `${plural(nodeFacePairs, 'node-face pair')} and ${plural(edgePairs, 'edge pair')} near each other`;
  const lines = [
    `${plural(mesh.positions.length / 3, 'node')}, ${plural(mesh.triangles.length / 3 + mesh.quads.length / 4, 'face')}: ${tested}`,
    plural(contacts.length, 'contact'),
  ];
  if (contacts.length > 0) {
    const rows = contacts
      .slice(0, SHOWN)
      .map(({ time, kind, nodes, point, gapRate }) => [
        `  ${formatNumber(time)} s`,
        kind,
        nodes.join(' '),
        point.map((value) => formatNumber(value)).join(' '),
        `${formatNumber(gapRate)} m/s`,
      ]);
    lines.push('', formatTable([['  time', 'kind', 'nodes', 'position [m]', 'gap rate'], ...rows], 'rlllr'));
    if (contacts.length > SHOWN) lines.push(`  ... ${contacts.length - SHOWN} more`);
  }
  if (options.output !== undefined) lines.push('', `contacts in ${options.output}`);
  return `${lines.join('\n')}\n`;
}
