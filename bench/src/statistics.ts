// SPDX-License-Identifier: Apache-2.0
/** The few statistics that the table needs. */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Interpolates linearly between the closest ranks. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = Float64Array.from(values).sort();
  const rank = (percent / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
