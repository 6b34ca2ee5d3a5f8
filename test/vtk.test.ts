import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordingToParaView } from '../src/record/paraview.ts';
import { createRecorder } from '../src/record/recorder.ts';
import { readScene } from '../src/scene/read.ts';
import { runScene } from '../src/sim/simulate.ts';
import { exampleText } from './scenes.ts';

/** Files for ParaView, read by VTK, the library that it is made of; not run where Debian's python3-vtk9 is not installed. */

const PYTHON = '/usr/bin/python3';
const hasVtk = spawnSync(PYTHON, ['-c', 'import vtkmodules.vtkIOXML']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'appulse-vtk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = `
import json, sys
from xml.etree import ElementTree
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
out = {}
for kind in ("bodies", "contacts"):
    frames = []
    for one in ElementTree.parse(f"{sys.argv[1]}/{kind}.pvd").getroot().iter("DataSet"):
        reader = vtkXMLPolyDataReader()
        reader.SetFileName(f"{sys.argv[1]}/{one.get('file')}")
        reader.Update()
        data = reader.GetOutput()
        cells, points = data.GetCellData().GetArray("body"), data.GetPointData().GetArray("impulse")
        frames.append({
            "time": float(one.get("timestep")), "points": data.GetNumberOfPoints(), "cells": data.GetNumberOfCells(),
            "bounds": data.GetBounds(), "bodies": cells and cells.GetRange(),
            "impulse": points and [sum(points.GetTuple(i)[k] for i in range(points.GetNumberOfTuples())) for k in range(3)],
            "error": reader.GetErrorCode()})
    out[kind] = frames
print(json.dumps(out))
`;

interface VtkFrame {
  readonly time: number;
  readonly points: number;
  readonly cells: number;
  readonly bounds: readonly number[];
  readonly bodies: readonly [number, number] | null;
  readonly impulse: readonly number[] | null;
  readonly error: number;
}

describe.skipIf(!hasVtk)('VTK', () => {
  it.each([
    ['dominoes', 0.6, 0.2],
    ['sphere-into-membrane', 0.02, 0.01],
    ['oblique-corner-hit', 2, 0.5],
  ] as const)(
    'reads the files for ParaView, with the bodies, contacts and times of the recording: %s',
    (name, end, interval) => {
      const document = JSON.parse(exampleText(name));
      const text = JSON.stringify({ ...document, time: { ...document.time, end }, record: { interval } });
      const scene = readScene(text, name);
      const recorder = createRecorder(scene, text);
      const recording = recorder.finish(runScene(scene, recorder));
      const target = mkdtempSync(join(folder, 'files-'));
      for (const [file, content] of recordingToParaView(recording)) writeFileSync(join(target, file), content);
      const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', SCRIPT, target], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const { bodies, contacts }: Record<string, VtkFrame[]> = JSON.parse(stdout);
      expect(bodies.map(({ time }) => time)).toEqual(Array.from(recording.ledger.columns.time));
      for (const frame of bodies) {
        expect(frame.error).toBe(0);
        expect(frame.cells).toBeGreaterThan(0);
        expect(frame.bodies).toEqual([0, recording.bodies.length - 1]);
        expect(frame.bounds.every(Number.isFinite)).toBe(true);
      }
      // the impulses of all contacts
      const sum = ['jx', 'jy', 'jz'].map((column) =>
        recording.contacts.columns[column as 'jx'].reduce((a, b) => a + b, 0),
      );
      const read = [0, 1, 2].map((k) => contacts.reduce((total, { impulse }) => total + (impulse?.[k] ?? 0), 0));
      read.forEach((value, k) => {
        expect(value).toBeCloseTo(sum[k], 9);
      });
      expect(contacts.reduce((total, { points }) => total + points, 0)).toBe(recording.contacts.rowCount);
    },
  );
});
