import type { Reproducible } from '../report-item.ts';
import { acceleratingNodes } from './accelerating-nodes.ts';
import { bilinearPatch } from './bilinear-patch.ts';
import { closedFormMisses } from './closed-form-misses.ts';
import { contactPolynomial } from './contact-polynomial.ts';
import { contactRoots } from './contact-roots.ts';
import { coplanarIsNotContact } from './coplanar-is-not-contact.ts';
import { decidingStages } from './deciding-stages.ts';
import { degenerateCases } from './degenerate-cases.ts';
import { farFromOrigin } from './far-from-origin.ts';
import { hertzBlock } from './hertz-block.ts';
import { contactByBoxes, safeSteps } from './other-methods.ts';
import { quadrilateral } from './quadrilateral.ts';
import { twoBars } from './two-bars.ts';

/** The claims of [VBC24], in the order of its sections. */
export const velocityContactItems: readonly Reproducible[] = [
  { id: 'contact-polynomial', make: contactPolynomial },
  { id: 'contact-roots', make: contactRoots },
  { id: 'far-from-origin', make: farFromOrigin },
  { id: 'quadrilateral', make: quadrilateral },
  { id: 'bilinear-patch', make: bilinearPatch },
  { id: 'accelerating-nodes', make: acceleratingNodes },
  { id: 'coplanar-is-not-contact', make: coplanarIsNotContact },
  { id: 'closed-form-misses', make: closedFormMisses },
  { id: 'contact-by-boxes', make: contactByBoxes },
  { id: 'degenerate-cases', make: degenerateCases },
  { id: 'safe-steps', make: safeSteps },
  { id: 'two-bars', make: twoBars },
  { id: 'hertz-block', make: hertzBlock },
  { id: 'deciding-stages', make: decidingStages },
];
