/** `node step-memory.js tree`: checks one step in a process of its own and prints how much more memory it took at most [MB]. */
import type { BroadPhaseKind } from 'appulse/bounds';
import { checkMesh } from 'appulse/meshes';
import { createMeshStep } from './inputs/mesh-steps.ts';

const { mesh, motion } = createMeshStep();
const before = process.memoryUsage.rss();
checkMesh(mesh, motion, { search: process.argv[2] as BroadPhaseKind });
process.stdout.write(String((1024 * process.resourceUsage().maxRSS - before) / 2 ** 20));
