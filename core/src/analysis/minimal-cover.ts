// SPDX-License-Identifier: Apache-2.0
/** Parts that cover a region together, none of them needless. */
import type { Diagram } from './diagram.ts';
import { FALSE } from './operations.ts';

/** A policy, a box, or whatever has a region. */
interface Part {
  readonly region: number;
}

/**
 * The first part that covers the region alone. Otherwise, in their order, those that take something of the rest, less
 * each that the others make needless. A place that no part covers is left uncovered.
 */
export function minimalCover<Covering extends Part>(
  diagram: Diagram,
  region: number,
  parts: readonly Covering[],
): Covering[] {
  const alone = parts.find((part) => diagram.without(region, part.region) === FALSE);
  if (alone !== undefined) return region === FALSE ? [] : [alone];
  const taken: Covering[] = [];
  let rest = region;
  for (const part of parts) {
    if (rest === FALSE) break;
    if (!diagram.meets(rest, part.region)) continue;
    taken.push(part);
    rest = diagram.without(rest, part.region);
  }
  return withoutNeedless(diagram, diagram.without(region, rest), taken);
}

/** Drops, from the last, each part that the others cover too. Together they cover what all of them do. */
export function withoutNeedless<Covering extends Part>(
  diagram: Diagram,
  covered: number,
  taken: readonly Covering[],
): Covering[] {
  const before: number[] = [FALSE];
  for (const { region } of taken) {
    before.push(diagram.or(before.at(-1) as number, diagram.and(covered, region)));
  }
  const kept: Covering[] = [];
  let after = FALSE;
  for (const [index, part] of [...taken.entries()].reverse()) {
    const others = diagram.or(before[index] as number, after);
    if (diagram.without(covered, others) === FALSE) continue;
    kept.unshift(part);
    after = diagram.or(after, diagram.and(covered, part.region));
  }
  return kept;
}
