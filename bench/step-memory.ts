/** `node step-memory.js aabb-tree`: checks one step in a separate process and prints the increase of peak memory [MB]. */
import type { BroadPhaseKind } from 'appulse/bounds';
import { checkMesh } from 'appulse/meshes';
import { createMeshStep } from './inputs/mesh-steps.ts';

const { mesh, motion } = createMeshStep();
const before = process.memoryUsage.rss();
checkMesh(mesh, motion, { search: process.argv[2] as BroadPhaseKind });
process.stdout.write(String((1024 * process.resourceUsage().maxRSS - before) / 2 ** 20));
