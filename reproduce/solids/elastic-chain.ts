import { formatNumber } from '../../src/picture/format-number.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { runSolids } from './run-solids.ts';

const HITS = 200;
/** Half the side of the room [m]. */
const ROOM = 2;

const WALLS = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
].map((normal) => ({
  name: `half-space ${normal.join(' ')}`,
  shape: { kind: 'halfspace', normal },
  position: normal.map((component) => -ROOM * component || 0),
  motion: 'fixed',
}));

const BOXES = [
  { halfExtents: [0.4, 0.25, 0.3], position: [-1, -0.9, -1], velocity: [2, 1.1, 0.7], angularVelocity: [1, 2, -1] },
  { halfExtents: [0.3, 0.3, 0.3], position: [1, -1, 0.9], velocity: [-1.2, 0.9, -1.5], angularVelocity: [-2, 1, 1.5] },
  {
    halfExtents: [0.45, 0.2, 0.25],
    position: [0.9, 1, -0.9],
    velocity: [-0.8, -1.6, 1.3],
    angularVelocity: [0.5, -3, 1],
  },
].map(({ halfExtents, ...motion }, k) => ({
  name: `box ${k + 1}`,
  shape: { kind: 'box', halfExtents },
  density: 500,
  ...motion,
}));

/** Mean change of energy per hit [%] and E/E₀ after 200 hits in a chain, of other engines, with steps of 1/60 s. */
const PEERS: readonly (readonly [string, string, string])[] = [
  ['planck, @box2d/core (plane)', '< 1e-13', '1.000'],
  ['crashcat', '+0.35', '1.44'],
  ['Jolt', '+0.40', '2.03'],
  ['box2d3-wasm (plane)', '+0.84', '2.9'],
  ['rapier3d', '+2.0', '171'],
  ['PhysX', '+3', '49'],
  ['Bullet', '+8', '30'],
  ['Havok', '-8', 'dies'],
  ['cannon-es', '-21', 'dies'],
];

export function elasticChain(): ReportItem {
  const { summary, moments } = runSolids({
    bodies: [...WALLS, ...BOXES],
    contacts: { restitution: 1 },
    time: { end: 1000, maxEvents: HITS },
    record: { interval: 0.5 },
  });
  const { ledgerStart: start, ledgerEnd: end, balance } = summary;
  const ratio = end.kineticEnergy / start.kineticEnergy;
  return {
    id: 'elastic-chain',
    source: '[SOLID-16]',
    title: 'Two hundred elastic hits',
    description: `Three tumbling boxes collide with each other and with the half-spaces of a room, without loss, ${HITS} times. An impulse computed from the same normal and points for both bodies conserves energy for any normal, and free flight is integrated to machine precision.`,
    checks: [
      equals('hits', summary.collisions, HITS),
      atMost('|E/E₀ - 1| after them', Math.abs(ratio - 1), 1e-12),
      atMost('mean relative change of energy per hit', Math.abs(ratio - 1) / HITS, 1e-14),
      atMost('relative error of the momentum balance', balance.momentumError, 1e-13),
      atMost('relative error of the angular momentum balance', balance.angularMomentumError, 1e-12),
    ],
    tables: [
      {
        title: 'Energy in a chain of elastic hits (others: measured with boxes in steps of 1/60 s)',
        columns: ['', 'mean change per hit [%]', 'E/E₀ after 200 hits'],
        rows: [
          ['Appulse', formatNumber((100 * (ratio - 1)) / HITS), ratio.toFixed(12)],
          ...PEERS.map((row) => [...row]),
        ],
      },
    ],
    plots: [
      {
        title: 'Energy drift',
        x: { label: 'time [s]' },
        y: { label: 'E/E₀ - 1' },
        series: [
          {
            name: 'found',
            points: moments.map(({ time, ledger }) => [time, ledger.kineticEnergy / start.kineticEnergy - 1] as const),
          },
        ],
      },
    ],
  };
}
