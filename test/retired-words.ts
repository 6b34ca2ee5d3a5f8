/**
 * Words that this project no longer uses, with the standard term for each. `docs/glossary.md` explains the terms.
 * `text`: patterns in comments, messages, titles and pages. `names`: parts of identifiers, as in `spinLimit`.
 */
export interface RetiredWord {
  readonly pattern: RegExp;
  readonly use: string;
  /** Paths where the word has another, standard meaning. */
  readonly except?: RegExp;
}

const TITLES_OF_SCENES = /^(examples|docs)\/|README|studio\/gallery|\.test\.ts$|^src\/(picture|query)\//;

export const text: readonly RetiredWord[] = [
  { pattern: /\banew\b/i, use: 'again, re-' },
  { pattern: /\btold\b|\btells?\b/i, use: 'reported, reports; by default' },
  { pattern: /\bat the door\b/i, use: 'on input' },
  { pattern: /\bdear\b(?! to)/i, use: 'expensive' },
  { pattern: /\bceas(e|es|ed)\b/i, use: 'ends' },
  { pattern: /\bin vain\b/i, use: 'without result' },
  { pattern: /\bwhom\b|\bwhoever\b|\bnobody\b/i, use: 'name the object' },
  { pattern: /\bbut for\b/i, use: 'except for' },
  { pattern: /\b(has|have|had|no) (a )?say\b/i, use: 'affects' },
  { pattern: /\bknows? nothing\b/i, use: 'does not depend on' },
  { pattern: /\bat hand\b/i, use: 'current' },
  { pattern: /\bso many\b/i, use: 'at most N, N' },
  {
    pattern: /(?<!in addition )\bto rounding\b|\bno digits lost\b/i,
    use: 'to machine precision; without cancellation',
  },
  { pattern: /\bwhole numbers?\b/i, use: 'integers' },
  { pattern: /\bbooks?\b/i, use: 'ledger, balance' },
  { pattern: /\bspots?\b/i, use: 'candidate points' },
  { pattern: /\bmovers?\b/i, use: 'composite body' },
  { pattern: /\b(strikes?|struck|striking|blows?)\b/i, use: 'impact, collide' },
  { pattern: /\brefus(e|es|ed|al|als|ing)\b/i, use: 'reject, rejection' },
  { pattern: /\bstray(s|ed)?\b/i, use: 'deviate' },
  { pattern: /\bevenly\b/i, use: 'uniformly' },
  { pattern: /\bsquare to\b/i, use: 'perpendicular to' },
  { pattern: /\bthick rays?\b/i, use: 'sphere cast' },
  { pattern: /\b(go|goes|going|gone|went) on\b(?! top)/i, use: 'continue, resume' },
  { pattern: /\bspins?\b|\bspun\b/i, use: 'angular velocity' },
  {
    pattern: /(?<!\b(in|half|full|quarter|a) )\bturn(s|ed|ing)?\b(?!\/s| into| out| angle| point)/i,
    use: 'rotate, rotation',
    // a unit of angle
    except: /^src\/scene\/units/,
  },
  { pattern: /\bpart(ing|ed)\b/i, use: 'separate, separation' },
  // the SVG attribute text-anchor has the value middle
  {
    pattern: /\bmiddles?\b/i,
    use: 'centre, midpoint',
    except: /^src\/picture\/[\w-]*(svg|plot|top-view)|^studio\/export\/annotate/,
  },
  { pattern: /\bways? out\b/i, use: 'minimum translation' },
  { pattern: /\bpil(e|es|ed|ing) up\b/i, use: 'accumulate (Zeno)' },
  { pattern: /\bkept\b/i, use: 'cached, conserved, remains' },
  { pattern: /\ba share\b|\bshares? of\b/i, use: 'fraction of' },
  { pattern: /\bbeside\b/i, use: 'paired with, next to, in addition to' },
  { pattern: /\bgrown by\b/i, use: 'inflated by' },
  { pattern: /\b(mistakes?|complaints?|complains?)\b/i, use: 'input error, violation' },
  { pattern: /\bfaults?\b/i, use: 'defect, error' },
  { pattern: /\b(proven|proofs?)\b/i, use: 'certified, certificate' },
  { pattern: /\bours\b/i, use: 'this library' },
  { pattern: /\bon the clock\b/i, use: 'wall-clock time' },
  { pattern: /\bgreatest\b|(?<!\bat )\bleast\b(?![ -]squares)/i, use: 'maximum, minimum' },
  { pattern: /\bhand(s|ed)? over\b/i, use: 'pass' },
  { pattern: /\broom for\b/i, use: 'capacity, workspace' },
  { pattern: /\bonce more\b/i, use: 'again' },
  {
    pattern: /\b(bod(y|ies)|shapes?|solids?|worlds?|discs?|pairs?|points?|vectors?) of (the plane|space)\b/i,
    use: 'planar (2-D), spatial (3-D)',
  },
  { pattern: /\bworlds? of (solids|meshes)\b/i, use: 'rigid-body world, deformable world' },
  { pattern: /\bsquare across\b|\bacross the normal\b/i, use: 'tangential' },
  { pattern: /\bpush(es|ed|ing)?\b/i, use: 'normal impulse, penalty force' },
  { pattern: /\bdrags?\b|\bdragged\b/i, use: 'friction impulse', except: /^studio\/|^docs\/guide\/studio|^test/ },
  { pattern: /\bwalls?\b(?!.clock)/i, use: 'half-space', except: TITLES_OF_SCENES },
  {
    pattern: /(?<!['"`]|enclosing |cloth-)\bballs?\b(?! joints?\b)(?!(?<=^ball)$)/i,
    use: 'sphere',
    // the kind of joint
    except: new RegExp(`${TITLES_OF_SCENES.source}|joint`),
  },
];

/** Lower-case parts of identifiers. */
export const names: Readonly<Record<string, string>> = {
  spin: 'angularVelocity',
  spins: 'angularVelocities',
  halfplane: 'halfspace',
  mover: 'composite',
  movers: 'composites',
  strike: 'impact',
  strikes: 'impacts',
  struck: 'impacted',
  books: 'totals',
  spot: 'candidate',
  spots: 'candidates',
  told: 'log',
  misfit: 'violation',
  refusal: 'rejection',
  anew: 'again',
  rung: 'hessian',
  turn: 'rotation',
  turned: 'rotated',
  turns: 'rotations',
  torqueFree: 'rotating',
  sight: 'frame',
  kept: 'cached, stored',
  middle: 'midpoint, center',
  share: 'fraction, chunk',
  shares: 'fractions, chunks',
  mistake: 'inputError',
  refuse: 'reject',
  beside: 'adjacent',
  proven: 'certified',
};
