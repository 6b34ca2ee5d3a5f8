/** What `appulse check` prints. */
import type {
  MeshCheck,
  MeshPenetration,
  MeshSeparationCheck,
  PenetrationRemoval,
  SurfaceMesh,
} from '../entries/meshes.ts';
import { formatNumber, formatTable, plural } from './output.ts';

/** Rows printed of each list. */
const SHOWN = 12;

export function meshText(mesh: SurfaceMesh): string {
  const faces = mesh.triangles.length / 3 + mesh.quads.length / 4;
  return `${plural(mesh.positions.length / 3, 'node')}, ${plural(faces, 'face')}`;
}

export function pairsText({ nodeFacePairs, edgePairs }: Pick<MeshCheck, 'nodeFacePairs' | 'edgePairs'>): string {
  return `${plural(nodeFacePairs, 'node-face pair')} and ${plural(edgePairs, 'edge pair')} near each other`;
}

export function contactLines({ contacts }: MeshCheck): string[] {
  const rows = contacts
    .slice(0, SHOWN)
    .map(({ time, kind, nodes, point, gapRate }) => [
      `  ${formatNumber(time)} s`,
      kind,
      nodes.join(' '),
      point.map((value) => formatNumber(value)).join(' '),
      `${formatNumber(gapRate)} m/s`,
    ]);
  const head = ['  time', 'kind', 'nodes', 'position [m]', 'gap rate'];
  return [plural(contacts.length, 'contact'), ...tableLines(head, rows, 'rlllr', contacts.length)];
}

export function separationLines({ contacts, initial }: MeshSeparationCheck): string[] {
  const rows = contacts
    .slice(0, SHOWN)
    .map(({ time, kind, nodes, required, startDistance, certain }) => [
      `  ${formatNumber(time)} s`,
      kind,
      nodes.join(' '),
      `${formatNumber(required)} m`,
      `${formatNumber(startDistance)} m`,
      certain ? '' : 'not certain',
    ]);
  const head = ['  time', 'kind', 'nodes', 'required', 'at start', ''];
  const count = `${plural(contacts.length, 'pair')} closer than required, ${initial} of them at the start`;
  return [count, ...tableLines(head, rows, 'rllrrl', contacts.length)];
}

export function penetrationLines({ nodes, piercings, maxDepth }: MeshPenetration): string[] {
  const deepest = nodes.length > 0 ? `, at most ${formatNumber(maxDepth)} m deep` : '';
  const count = `${plural(nodes.length, 'node')} inside other bodies${deepest}; ${plural(piercings.length, 'edge')} through faces`;
  const rows = nodes
    .slice(0, SHOWN)
    .map(({ node, face, depth, normal }) => [
      `  ${node}`,
      `${face}`,
      `${formatNumber(depth)} m`,
      normal.map((value) => formatNumber(value)).join(' '),
    ]);
  return [count, ...tableLines(['  node', 'face', 'depth', 'normal of the face'], rows, 'rrrl', nodes.length)];
}

export function removalLine({ status, rounds, remaining }: PenetrationRemoval, path: string): string {
  const outcome = status === 'converged' ? 'no node inside' : `${formatNumber(remaining)} m left (iteration limit)`;
  return `mesh without penetration in ${path}: ${outcome} after ${plural(rounds, 'round')}`;
}

function tableLines(head: string[], rows: string[][], align: string, count: number): string[] {
  if (count === 0) return [];
  const more = count > SHOWN ? [`  ... ${count - SHOWN} more`] : [];
  return ['', formatTable([head, ...rows], align), ...more];
}
