/** Before all tests: an empty folder for the runs of examples that files of tests share, see `example-runs.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder = '';

/** @param {import('vitest/node').TestProject} project */
export function setup(project) {
  folder = mkdtempSync(join(tmpdir(), 'appulse-example-runs-'));
  project.provide('exampleRuns', folder);
}

export function teardown() {
  rmSync(folder, { recursive: true, force: true });
}
