import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../sim/observer.ts';
import { recordingToCsv } from './csv.ts';
import { createRecorder } from './recorder.ts';

function exported(): Record<string, string[]> {
  const recorder = createRecorder({ title: 'CSV', bodies: [{ name: 'plain' }, { name: 'a, "b"' }] }, '{}');
  const zero = { x: 0, y: 0, z: 0 };
  recorder.contact({
    time: 0.1,
    bodyA: 0,
    bodyB: 1,
    point: { x: 0.1 + 0.2, y: -0, z: 5e-324 },
    normal: { x: 1, y: 0, z: 0 },
    distance: -1.7976931348623157e308,
    closingSpeed: 1 / 3,
    impulse: zero,
    work: -1e21,
    mode: 'slide',
  });
  const bodies = ['plain', 'a, "b"'] as const;
  recorder.event({ type: 'contact-begin', time: 0.25, bodies });
  recorder.event({ type: 'release', time: 1, bodies, sensors: ['s', 't'], speed: 0.5 });
  const files = recordingToCsv(recorder.finish({} as RunSummary));
  return Object.fromEntries([...files].map(([name, pieces]) => [name, [...pieces].join('').split('\n')]));
}

describe('a recording as CSV', () => {
  it('writes each number so that parsing it gives the same double', () => {
    const [header, row, end] = exported()['contacts.csv'];
    expect(end).toBe('');
    const unquoted = row.replace('"a, ""b"""', 'quoted').split(',');
    const cell = (name: string) => unquoted[header.split(',').indexOf(name)];
    expect(header.split(',')).toHaveLength(unquoted.length);
    expect(['px', 'py', 'pz', 'closingSpeed', 'work', 'distance'].map((name) => Number(cell(name)))).toStrictEqual([
      0.1 + 0.2,
      -0,
      5e-324,
      1 / 3,
      -1e21,
      -1.7976931348623157e308,
    ]);
    expect(cell('mode')).toBe('slide');
    expect(cell('nameA')).toBe('plain');
  });

  it('quotes names with commas and quotes', () => {
    expect(exported()['contacts.csv'][1]).toContain(',"a, ""b""",');
  });

  it('leaves a cell empty where an event has no such field', () => {
    const [header, begin, release] = exported()['events.csv'];
    expect(header).toBe(
      'time,type,nameA,nameB,sensorA,sensorB,mode,px,py,pz,nx,ny,nz,impulse,closingSpeed,points,speed,energyLoss,violations,body,from,to,kind',
    );
    expect(begin).toBe(`0.25,contact-begin,plain,"a, ""b"""${','.repeat(19)}`);
    expect(release).toBe(`1,release,plain,"a, ""b""",s,t${','.repeat(11)}0.5,,,,,,`);
  });

  it('has only a header where there are no rows', () => {
    expect(exported()['frames.csv']).toEqual([expect.stringMatching(/^time,body,name,x,y,z,angle,qw/), '']);
  });

  it('documents the unit and meaning of every column of every file', () => {
    const files = exported();
    const documented = files['columns.csv'].slice(1, -1).map((line) => line.split(',').slice(0, 2).join('.'));
    const written = ['frames', 'contacts', 'ledger', 'events'].flatMap((table) =>
      files[`${table}.csv`][0].split(',').map((column) => `${table}.${column}`),
    );
    expect(documented).toEqual(written);
    expect(files['columns.csv']).toContain('contacts,jx,N s,impulse received by B');
  });
});
