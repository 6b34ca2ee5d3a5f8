/** Gap of mesh features with derivatives, for implicit codes. */
import { edgeEdgeGap } from '../distance/gap/edge-edge-gap.ts';
import { createGapFunction } from '../distance/gap/gap-function.ts';
import { nodeBilinearGap } from '../distance/gap/node-bilinear-gap.ts';
import { nodeTriangleGap } from '../distance/gap/node-triangle-gap.ts';
import { choiceAt, components } from './fields.ts';
import type { QueryOperation } from './query-operation.ts';
import { pointRows } from './velocity-contact.ts';

export const meshGapOperation: QueryOperation = {
  name: 'mesh-gap',
  description:
    'signed gap of `features` `node-triangle` (x: the node, then the corners), `edge-edge` or `node-bilinear`, with gradient and Hessian by the nodes',
  example: {
    features: 'node-triangle',
    x: [
      [0.25, 0.25, 0.5],
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
  },
  answer(fields) {
    const features = choiceAt(fields, 'features', ['node-triangle', 'edge-edge', 'node-bilinear']);
    const count = features === 'node-bilinear' ? 5 : 4;
    const x = Float64Array.from(pointRows(fields, 'x', count));
    const out = createGapFunction(count);
    if (features === 'node-triangle') nodeTriangleGap(out, x, 0, 1, 2, 3);
    else if (features === 'edge-edge') edgeEdgeGap(out, x, 0, 1, 2, 3);
    else nodeBilinearGap(out, x, 0, [1, 2, 3, 4]);
    const rows = (values: Float64Array, width: number) =>
      Array.from({ length: values.length / width }, (_, i) =>
        Array.from(values.subarray(width * i, width * (i + 1)), (value) => value + 0),
      );
    return {
      gap: out.gap,
      region: out.region,
      regular: out.regular,
      normal: components(out.normal, 3),
      weights: Array.from(out.weights, (value) => value + 0),
      gradient: rows(out.gradient, 3),
      hessian: rows(out.hessian, 3 * count),
    };
  },
};
