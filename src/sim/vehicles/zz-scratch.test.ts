import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { parseModels } from '../../formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../../formats/vehicle-files/platoon-file.ts';
import { createRunSettings } from './run-settings.ts';
import { runVehicles } from './simulate-vehicles.ts';
import { computeRates, createPairRecord, createVehicleSystem, DEPTH, evaluatePair } from './vehicle-system.ts';

const ref = (n: string) => readFileSync(new URL(`../../../reference/vehicles/${n}`, import.meta.url), 'utf8');
const models = parseModels(ref('model.dat'));
it('rhs', () => {
  for (const c of JSON.parse(ref('rhs_states.json')).cases) {
    const settings = createRunSettings({ contact: { model: c.mode, fallback: false } });
    const sys = createVehicleSystem(
      [0, 1].map((i) => createVehicleBody(models[0], c.steer[i])),
      settings,
    );
    const pair = createPairRecord(0, 1);
    for (const i of [0, 1]) sys.arrays.stage.set(c.state[i], 40 * i);
    pair.arrays.stage[DEPTH] = c.depthState;
    computeRates(sys, { vehicles: [0, 1], pairs: [pair] });
    let worst = 0;
    for (const i of [0, 1])
      for (let k = 0; k < 28; k++) {
        const e =
          Math.abs(sys.arrays.rates[40 * i + k] - c.derivative[i][k]) / Math.max(1, Math.abs(c.derivative[i][k]));
        worst = Math.max(worst, e);
      }
    const con = evaluatePair(pair.contact, sys, pair, 'stage');
    console.log(
      c.id,
      c.mode,
      worst,
      pair.arrays.rates[0] - c.depthRate,
      con.gap - c.contact.gap,
      con.rule,
      c.contact.rule,
      con.force - c.contact.force,
      con.boxGap,
      c.contact.boxGap,
    );
  }
});
it('runs', () => {
  for (const r of JSON.parse(ref('example_runs.json')).runs) {
    const platoon = parsePlatoon(ref(r.platoon), models);
    const s = r.settings;
    const t0 = performance.now();
    const dt = 2.5e-4;
    const ev: string[] = [];
    const sum = runVehicles(
      models,
      platoon,
      {
        duration: s.T,
        step: dt,
        road: { tyres: s.tyreOn },
        equilibrium: r.id.includes('file') ? 'file' : 'exact',
        contact: { model: s.mode, depthLaw: s.law, filter: s.filter, fallback: s.fallback },
      },
      { event: (e) => ev.push(`${e.type} ${e.time}`) },
    );
    console.log(
      r.id,
      performance.now() - t0,
      'ms',
      sum.status,
      sum.error?.message,
      sum.energyClosure,
      sum.ledgerEnd.contactWork,
      r.summary.energy?.contactWork,
      sum.ledgerEnd.contactImpulse,
      sum.ledgerEnd.contactMoment,
    );
    console.log(ev.slice(0, 6));
    const e = r.summary;
    sum.phases.slice(0, 3).forEach((p, k) => {
      const q = e.phases?.[k];
      if (!q) return;
      console.log(
        p.start - q.tStart,
        p.end - q.tEnd,
        Math.hypot(p.impulse.x - q.impulseOn2[0], p.impulse.y - q.impulseOn2[1], p.impulse.z - q.impulseOn2[2]) /
          Math.hypot(...(q.impulseOn2 as number[])),
        p.after.map((a, i) => a.yawRate / q.end[i].yawRate - 1),
        p.rules,
        q.rules,
        p.peakForce,
        q.peakForce,
        p.pdof.map((x) => (x * 180) / Math.PI),
        q.pdofDeg,
        p.deltaV,
        p.contactWork,
        q.contactWork,
      );
    });
    console.log(sum.phases.length, e.phases?.length);
    if (e.final)
      for (const i of [0, 1]) {
        const h = (Math.atan2(sum.states[40 * i + 4], sum.states[40 * i + 3]) * 180) / Math.PI;
        console.log('heading', h, e.final.vehicles[i].headingDeg, sum.states[40 * i] - e.final.vehicles[i].r[0]);
      }
  }
}, 100000);
