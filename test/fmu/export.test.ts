import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from '../command-line.ts';
import { BLOCK, DISCS, SOLIDS } from './scenes.ts';
import { descriptionOf, readZip } from './unpack.ts';

useFolder((target) => {
  writeFileSync(join(target, 'solids.scene.json'), SOLIDS);
  writeFileSync(join(target, 'discs.scene.json'), DISCS);
  writeFileSync(join(target, 'spheres.block.json'), BLOCK);
});

const toFmu = (input: string, ...options: string[]) => ['export', input, '--to', 'fmu', ...options];
const versionOf = (file: string) =>
  descriptionOf(readZip(readFileSync(join(folder(), file)))).attributes.get('fmiVersion');

describe('appulse export --to fmu', () => {
  it('writes an FMU named after the scene, example or block', () => {
    const { code, out, err } = appulse(toFmu('solids.scene.json', '--pair', 'box,table', '--step', '0.01'));
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('unexpected') });
    expect(out).toMatch(
      /^solids\.fmu: FMI 3\.0 for .*; 19 inputs, 6 parameters, 48 outputs, internal steps of 0\.01 s\n$/,
    );
    expect(versionOf('solids.fmu')).toBe('3.0');
    expect(appulse(toFmu('docking', '--fmi', '2', '--method', 'steps')).code).toBe(0);
    expect(versionOf('docking.fmu')).toBe('2.0');
    expect(appulse(toFmu('spheres.block.json', '-o', 'block.fmu')).out).toMatch(/^block\.fmu: FMI 3\.0/);
    expect(files()).toEqual([
      'block.fmu',
      'discs.scene.json',
      'docking.fmu',
      'solids.fmu',
      'solids.scene.json',
      'spheres.block.json',
    ]);
  });

  it('replaces an earlier FMU, but no other file', () => {
    expect(appulse(toFmu('discs.scene.json')).code).toBe(0);
    expect(appulse(toFmu('discs.scene.json')).code).toBe(0);
    expectInputError(toFmu('discs.scene.json', '-o', 'solids.scene.json'), /cannot write FMU to 'solids.scene.json'/);
    expect(appulse(toFmu('discs.scene.json', '-o', 'solids.scene.json', '--force')).code).toBe(0);
  });

  it('has the modules of its host, and no others', () => {
    appulse(toFmu('discs.scene.json'));
    const found = readZip(readFileSync(join(folder(), 'discs.fmu')));
    const modules = [...found].filter(([name]) => /^resources\/(host\.mjs|lib\/)/.test(name));
    const imported = modules.flatMap(([, text]) =>
      Array.from(String(text).matchAll(/(?:from|import)\s*\(?\s*["'`](\.\/[^"'`]+)["'`]/g), ([, path]) =>
        path.replace(/^.*\//, ''),
      ),
    );
    expect(new Set(modules.map(([name]) => name.replace(/^.*\//, '')))).toEqual(new Set(['host.mjs', ...imported]));
  });

  it('reports what cannot be exported, with the reason', () => {
    expectInputError(toFmu('t-bone'), 't-bone: a scene of the world "vehicles" cannot be exported as an FMU');
    expectInputError(
      toFmu('solids.scene.json', '--pair', 'box,tabel'),
      'the scene has no body "tabel", known are "table", "left"',
    );
    expectInputError(toFmu('solids.scene.json', '--pair', 'box'), 'pair: expected the names of two bodies, got "box"');
    expectInputError(
      toFmu('solids.scene.json', '--step', '0'),
      "--step: must be a number of seconds above zero, got '0'",
    );
    expectInputError(
      toFmu('solids.scene.json', '--end', 'x'),
      "--end: must be a number of seconds above zero, got 'x'",
    );
    expectInputError(toFmu('solids.scene.json', '--fmi', '1'), /'1' is invalid/);
    expectInputError(toFmu('solids.scene.json', '--library', 'linux=x'), '--library: expected PLATFORM=FILE');
    expectInputError(
      toFmu('solids.scene.json', '--library', 'aarch64-linux=missing.so'),
      "cannot read library 'missing.so'",
    );
    expectInputError(toFmu('spheres.block.json', '--step', '1'), 'a collision block has no internal steps');
    expectInputError(toFmu('missing.scene.json'), 'no such file');
    expectInputError(['export', 'solids.scene.json', '--fmi', '2'], '--fmi is for --to fmu');
  });

  it('adds a library of another platform', () => {
    writeFileSync(join(folder(), 'mine.dylib'), 'library');
    expect(appulse(toFmu('discs.scene.json', '--library', 'aarch64-darwin=mine.dylib')).code).toBe(0);
    const found = readZip(readFileSync(join(folder(), 'discs.fmu')));
    expect(String(found.get('binaries/aarch64-darwin/discs.dylib'))).toBe('library');
  });
});

const FUNCTIONS_2 = `GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode ExitInitializationMode
  Terminate Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate FreeFMUstate
  SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative SetRealInputDerivatives GetRealOutputDerivatives DoStep
  CancelStep GetStatus GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus`;

const TYPES_3 = 'Float32 Float64 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String Binary Clock';
const FUNCTIONS_3 = `GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution FreeInstance
  EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset ${TYPES_3.replaceAll(/\w+/g, 'Get$& Set$&')}
  GetNumberOfVariableDependencies GetVariableDependencies GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState
  DeserializeFMUState GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode GetIntervalDecimal GetIntervalFraction
  GetShiftDecimal GetShiftFraction SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction EvaluateDiscreteStates UpdateDiscreteStates
  EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates
  GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode GetOutputDerivatives DoStep ActivateModelPartition`;

const words = (text: string) => text.split(/\s+/);
const REQUIRED = [
  ...words(FUNCTIONS_2).map((name) => `fmi2${name}`),
  ...words(FUNCTIONS_3).map((name) => `fmi3${name}`),
].sort();

const linux = join(ROOT, 'dist/native/x86_64-linux/appulse.so');
const windows = join(ROOT, 'dist/native/x86_64-windows/appulse.dll');
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout;

describe('the library of FMUs', () => {
  it.skipIf(!existsSync(linux))(
    'for Linux exports all functions of both standards and nothing else, and needs the C library alone',
    () => {
      const symbols = run('nm', '-D', '--defined-only', linux).split('\n');
      expect(symbols.flatMap((line) => line.split(' ')[2] ?? []).sort()).toEqual(REQUIRED);
      const needed = Array.from(run('objdump', '-p', linux).matchAll(/NEEDED\s+(\S+)/g), ([, name]) => name);
      expect(needed.filter((name) => !/^lib[cm]\.so\.6$/.test(name))).toEqual([]);
      const versions = Array.from(run('objdump', '-T', linux).matchAll(/GLIBC_2\.(\d+)/g), ([, minor]) =>
        Number(minor),
      );
      expect(Math.max(...versions)).toBeLessThanOrEqual(14);
    },
  );

  it.skipIf(!existsSync(windows))('for Windows exports them too, and needs libraries of the system alone', () => {
    const text = run('x86_64-w64-mingw32-objdump', '-p', windows);
    const [, table = ''] = text.split('[Ordinal/Name Pointer] Table');
    expect(Array.from(table.matchAll(/(fmi[23]\w+)/g), ([name]) => name).sort()).toEqual(REQUIRED);
    const needed = Array.from(text.matchAll(/DLL Name: (\S+)/g), ([, name]) => name.toLowerCase());
    expect(new Set(needed)).toEqual(new Set(['kernel32.dll', 'msvcrt.dll']));
  });

  it.skipIf(!existsSync(linux))('is small', () => {
    for (const file of [linux, windows].filter(existsSync)) expect(readFileSync(file).length).toBeLessThan(100_000);
  });
});
