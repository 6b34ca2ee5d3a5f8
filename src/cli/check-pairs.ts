/** Options of `appulse check` that select nodes: lists of node numbers, or columns of the point data of the mesh. */
import { connectedBodyNumbers, type MeshCheckOptions, type SurfaceMesh } from '../entries/meshes.ts';
import { InputError } from './failure.ts';

export interface PairOptions {
  readonly slaves?: string;
  readonly masters?: string;
  readonly bodies?: string;
}

/** Which elements of the mesh of `path` may form pairs. */
export function readPairingRules(
  mesh: SurfaceMesh,
  path: string,
  { slaves, masters, bodies }: PairOptions,
): Pick<MeshCheckOptions, 'slaves' | 'masters' | 'bodies'> {
  return {
    ...(slaves !== undefined && { slaves: readNodes(mesh, path, '--slaves', slaves) }),
    ...(masters !== undefined && { masters: readNodes(mesh, path, '--masters', masters) }),
    ...(bodies !== undefined && { bodies: readBodies(mesh, path, bodies) }),
  };
}

/** Node numbers and ranges, as 0-99,120; or a column that is not zero at these nodes. */
function readNodes(mesh: SurfaceMesh, path: string, option: string, text: string): Int32Array {
  const count = mesh.positions.length / 3;
  if (!/^[\d,-]+$/.test(text)) {
    const column = readColumn(mesh, path, option, text);
    return Int32Array.from({ length: count }, (_, node) => node).filter((node) => column[node] !== 0);
  }
  return Int32Array.from(
    text.split(',').flatMap((part) => {
      const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      const [from, to] = [Number(first), Number(last)];
      if (!(from <= to && to < count)) {
        throw new InputError(
          `${option}: expected node numbers and ranges from 0 to ${count - 1}, as 0-99,120, got '${part}' in '${text}'`,
        );
      }
      return Array.from({ length: to - from + 1 }, (_, k) => from + k);
    }),
  );
}

/** Body number of each node: connected elements, or a column. */
function readBodies(mesh: SurfaceMesh, path: string, text: string): Int32Array {
  if (text === 'connected') return connectedBodyNumbers(mesh);
  const column = readColumn(mesh, path, '--bodies', text);
  const bad = column.findIndex((value) => value !== Math.trunc(value) || Math.abs(value) >= 2 ** 31);
  if (bad >= 0) {
    throw new InputError(`${path}: point data '${text}' of node ${bad}: expected a body number, got ${column[bad]}`);
  }
  return Int32Array.from(column);
}

/** Thickness of the shell [m]: one number, or a column. */
export function readThickness(mesh: SurfaceMesh, path: string, text: string): number | Float64Array {
  const thickness = Number(text);
  if (text.trim() === '' || Number.isNaN(thickness)) return readColumn(mesh, path, '--thickness', text);
  if (thickness >= 0 && thickness < Number.POSITIVE_INFINITY) return thickness;
  throw new InputError(`--thickness: expected metres, not below zero, or the name of point data, got '${text}'`);
}

function readColumn({ pointData = {}, positions }: SurfaceMesh, path: string, option: string, name: string) {
  const column = pointData[name];
  if (column?.length === positions.length / 3) return column;
  const names = Object.keys(pointData).join(', ') || 'none';
  throw new InputError(
    `${path}: ${option} '${name}': expected the name of point data with one number per node, got ${names}`,
  );
}
