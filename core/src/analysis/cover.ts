// SPDX-License-Identifier: Apache-2.0
/**
 * A region as few broad boxes that a person can read. Each grows around an event of the region, dimension by dimension,
 * as far as it stays inside; boxes that the others make needless are dropped.
 */
import type { Diagram } from './diagram.ts';
import {
  ACTION_LEVEL,
  AGENT_LEVEL,
  ANOMALY_LEVEL,
  DESTINATION_LEVEL,
  type Dimensions,
  HOURS_LEVEL,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  TYPES_LEVEL,
} from './dimensions.ts';
import { withoutNeedless } from './minimal-cover.ts';
import { FALSE, TRUE } from './operations.ts';
import type { Opened } from './organization.ts';
import { type Point, pointOf } from './witness.ts';

/** Values of one level, both ends included, ascending. */
export type Ranges = readonly (readonly [number, number])[];

export interface Box {
  /** The values of each level; a point in all of them is in the box. */
  readonly ranges: readonly Ranges[];
  readonly region: number;
  /** A point of the covered region in this box. */
  readonly seed: Point;
}

/**
 * Covers a region, broadest box first.
 * @param region events that can happen, all of which are covered
 * @param room where boxes may grow; it includes the region, and scores need not fit in it
 */
export function coverOf(opened: Opened, region: number, room: number): Box[] {
  const { diagram, dimensions } = opened;
  const boxes: Box[] = [];
  for (let rest = region; rest !== FALSE; ) {
    diagram.checkTime();
    const box = grow(diagram, dimensions, pointOf(opened, rest), room);
    boxes.push(box);
    rest = diagram.without(rest, box.region);
  }
  const broad = new Map(boxes.map((box) => [box, broadness(diagram, box)]));
  boxes.sort((left, right) => (broad.get(right) as number) - (broad.get(left) as number));
  return withoutNeedless(diagram, region, boxes);
}

/** Least interesting first: a dimension that grows early rarely needs to be named. */
function levelsByInterest({ types, statedLevel, riskLevel }: Dimensions): number[] {
  return [
    statedLevel,
    ...types.map((_, index) => TYPES_LEVEL + index).reverse(),
    ANOMALY_LEVEL,
    HOURS_LEVEL,
    DESTINATION_LEVEL,
    RESOURCE_LEVEL,
    ACTION_LEVEL,
    AGENT_LEVEL,
    riskLevel,
    RECORDS_LEVEL,
  ];
}

function grow(diagram: Diagram, dimensions: Dimensions, seed: Point, room: number): Box {
  const ranges: Ranges[] = Array.from(seed, (value) => [[value, value]]);
  for (const level of levelsByInterest(dimensions)) {
    const free = freeRanges(diagram, room, ranges, level);
    const isNumber = level === RECORDS_LEVEL || level === dimensions.riskLevel;
    const value = seed[level] as number;
    ranges[level] = isNumber ? free.filter(([from, to]) => from <= value && value <= to) : free;
  }
  return { ranges, region: regionOf(diagram, ranges), seed };
}

/** The values of a level for which the whole box, with them in place of its own, lies in the room. */
function freeRanges(diagram: Diagram, room: number, box: readonly Ranges[], level: number): Ranges {
  const known = new Map<number, number>();
  const free = (node: number): number => {
    if (node < 0) return node;
    const stored = known.get(node);
    if (stored !== undefined) return stored;
    const here = diagram.levelOf(node);
    let result = TRUE;
    if (here === level) {
      result = diagram.node(
        level,
        diagram.runsOf(node).map(({ end, child }) => ({ end, child: free(child) })),
      );
    } else {
      for (const child of childrenWithin(diagram, node, box[here] as Ranges)) {
        result = diagram.and(result, free(child));
        if (result === FALSE) break;
      }
    }
    known.set(node, result);
    return result;
  };
  const values = free(room);
  if (values < 0) return values === TRUE ? [[0, diagram.lastOf(level)]] : [];
  const ranges: [number, number][] = [];
  let from = 0;
  for (const { end, child } of diagram.runsOf(values)) {
    if (child === TRUE) ranges.push([from, end]);
    from = end + 1;
  }
  return ranges;
}

/** The children to which values within the ranges lead. */
function* childrenWithin(diagram: Diagram, node: number, ranges: Ranges): Generator<number> {
  let [place, from] = [0, 0];
  for (const { end, child } of diagram.runsOf(node)) {
    while (place < ranges.length && (ranges[place] as readonly [number, number])[1] < from) place += 1;
    const next = ranges[place];
    if (next === undefined) return;
    if (next[0] <= end) yield child;
    from = end + 1;
  }
}

function regionOf(diagram: Diagram, ranges: readonly Ranges[]): number {
  let region = TRUE;
  for (let level = ranges.length - 1; level >= 0; level -= 1) {
    region = diagram.and(diagram.values(level, ranges[level] as Ranges), region);
  }
  return region;
}

/** The logarithm of the share of all points that lie in the box. */
function broadness(diagram: Diagram, { ranges }: Box): number {
  let sum = 0;
  for (const [level, parts] of ranges.entries()) {
    const size = parts.reduce((count, [from, to]) => count + to - from + 1, 0);
    sum += Math.log(size / (diagram.lastOf(level) + 1));
  }
  return sum;
}
