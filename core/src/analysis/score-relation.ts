// SPDX-License-Identifier: Apache-2.0
/**
 * The risk score as a dimension of its own, tied to the others by a relation. Folded into every condition on scores, it
 * makes diagrams several times as large and their changes unreadable.
 */
import { EVENT_ACTIONS, RISK_SCORE_MAX } from '@svc/contract';
import {
  ACTION_POINTS,
  CLASSIFICATION_POINTS,
  DESTINATION_POINTS,
  OPEN_ANOMALY_POINTS,
  OUTSIDE_BUSINESS_HOURS_POINTS,
  RECORDS_POINTS,
  UNTYPED_CONTENT_POINTS,
} from '../risk/index.ts';
import type { Diagram, Run } from './diagram.ts';
import {
  ANOMALY_LEVEL,
  DESTINATION_VALUES,
  type Dimensions,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  recordsValue,
  TYPES_LEVEL,
} from './dimensions.ts';

/** The points at which the level of the score has the score of the other levels. */
export function scoreRelation(diagram: Diagram, dimensions: Dimensions): number {
  const steps = [
    dimensions.resources.map(({ classification }) => CLASSIFICATION_POINTS[classification]),
    EVENT_ACTIONS.map((action) => ACTION_POINTS[action]),
    DESTINATION_VALUES.map((word) => (word === null ? 0 : DESTINATION_POINTS[word])),
    [0, OUTSIDE_BUSINESS_HOURS_POINTS],
    [0, OPEN_ANOMALY_POINTS],
  ];
  const known = new Map<string, number>();
  const remembered = (level: number, sum: number, make: () => number): number => {
    const key = `${level} ${sum}`;
    const node = known.get(key) ?? make();
    known.set(key, node);
    return node;
  };
  const score = (sum: number): number => {
    const value = Math.min(sum, RISK_SCORE_MAX);
    return diagram.values(dimensions.riskLevel, [[value, value]]);
  };
  const content = (level: number, sum: number): number =>
    remembered(level, sum, () => {
      if (level === dimensions.riskLevel) return score(sum);
      const points =
        level === dimensions.statedLevel
          ? UNTYPED_CONTENT_POINTS
          : (dimensions.types[level - TYPES_LEVEL]?.points ?? 0);
      return diagram.node(level, [
        { end: 0, child: content(level + 1, sum) },
        { end: 1, child: score(sum + points) },
      ]);
    });
  const records = (sum: number): number => {
    const bands = [...RECORDS_POINTS].sort((left, right) => left.above - right.above);
    const starts = [{ above: -1, points: 0 }, ...bands];
    const level = RECORDS_LEVEL;
    const runs = starts.map(({ points }, index): Run => {
      const next = starts[index + 1];
      return {
        end: next === undefined ? diagram.lastOf(level) : recordsValue(next.above),
        child: content(TYPES_LEVEL, sum + points),
      };
    });
    return diagram.node(level, runs);
  };
  const step = (level: number, sum: number): number =>
    remembered(level, sum, () => {
      const points = steps[level - RESOURCE_LEVEL];
      if (level > ANOMALY_LEVEL || points === undefined) return records(sum);
      return diagram.node(
        level,
        points.map((added, end) => ({ end, child: step(level + 1, sum + added) })),
      );
    });
  return step(RESOURCE_LEVEL, 0);
}

/** Events of callers: nothing is only stated to be sensitive. */
export function eventsOnly(diagram: Diagram, dimensions: Dimensions): number {
  return diagram.values(dimensions.statedLevel, [[0, 0]]);
}
