/** Columns of the table `vehicles` from which they are drawn, in the order of a live frame. */
export const VEHICLE_NUMBERS = ['x', 'y', 'z', 'd1x', 'd1y', 'd1z', 'd2x', 'd2y', 'd2z', 'd3x', 'd3y', 'd3z'] as const;
