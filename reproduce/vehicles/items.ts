import type { Reproducible } from '../report-item.ts';
import { roundedBoxNormals } from './box-normals.ts';
import { crushClosedForms } from './crush-forms.ts';
import { drivingClosedForms } from './driving-forms.ts';
import { ellipsoidCertificates, ellipsoidMethods } from './ellipsoid-methods.ts';
import { energyBalanceError } from './energy-closure.ts';
import { vehicleAtRest } from './equilibrium.ts';
import { forcesOfBothModels, fourContactCases, normalsAlongBox } from './figures.ts';
import { energyOfCollisions, energyOfContactLaws } from './law-energy.ts';
import { offsetSweep } from './offset-sweep.ts';
import { printedListing } from './printed-errata.ts';
import { offsetCollision, passingVehicles } from './published-examples.ts';
import { sideFaceFallback } from './side-faces.ts';
import { stagedCollisions } from './staged-collisions.ts';
import { stagedTests } from './staged-tests.ts';

/** The claims of [PATH98], in the order of its sections. */
export const vehicleItems: readonly Reproducible[] = [
  { id: 'four-contact-cases', make: fourContactCases },
  { id: 'normals-along-a-box', make: normalsAlongBox },
  { id: 'forces-of-both-models', make: forcesOfBothModels },
  { id: 'rounded-box-normals', make: roundedBoxNormals },
  { id: 'ellipsoid-methods', make: ellipsoidMethods },
  { id: 'ellipsoid-certificates', make: ellipsoidCertificates },
  { id: 'energy-of-contact-laws', make: energyOfContactLaws },
  { id: 'energy-of-collisions', make: energyOfCollisions },
  { id: 'side-face-fallback', make: sideFaceFallback },
  { id: 'vehicle-at-rest', make: vehicleAtRest },
  { id: 'energy-closure', make: energyBalanceError },
  { id: 'offset-collision', make: offsetCollision },
  { id: 'passing-vehicles', make: passingVehicles },
  { id: 'offset-sweep', make: offsetSweep },
  { id: 'printed-listing', make: printedListing },
  { id: 'staged-tests', make: stagedTests },
  { id: 'staged-collisions', make: stagedCollisions },
  { id: 'driving-closed-forms', make: drivingClosedForms },
  { id: 'crush-closed-forms', make: crushClosedForms },
];
