// SPDX-License-Identifier: Apache-2.0
/** The risk score of one event: the sum of the factors of the table, each with the sentence that explains it. */

import {
  CLASSIFICATIONS,
  type Classification,
  DESTINATIONS,
  type Destination,
  type DlpType,
  EVENT_ACTIONS,
  type EventAction,
  RISK_SCORE_MAX,
  type RiskLevel,
} from '@svc/contract';
import { CATEGORY_OF_TYPE } from '../dlp/categories.ts';
import {
  ACTION_POINTS,
  CLASSIFICATION_POINTS,
  CONTENT_POINTS,
  DESTINATION_POINTS,
  OPEN_ANOMALY_POINTS,
  OUTSIDE_BUSINESS_HOURS_POINTS,
  RECORDS_POINTS,
  RISK_LEVEL_FROM,
  UNTYPED_CONTENT_POINTS,
} from './table.ts';

/** Stable names of the factors, in the order of the table. */
export const RISK_FACTOR_CODES = [
  'ACTION',
  'RESOURCE',
  'DESTINATION',
  'RECORDS',
  'CONTENT',
  'OUTSIDE_BUSINESS_HOURS',
  'OPEN_ANOMALY',
] as const;
export type RiskFactorCode = (typeof RISK_FACTOR_CODES)[number];

export interface RiskFactor {
  readonly code: RiskFactorCode;
  /** Above 0. */
  readonly points: number;
  /** An English sentence that names the points. */
  readonly reason: string;
}

export interface Risk {
  /** Integer, 0..100: the sum of the factors, clamped. */
  readonly score: number;
  readonly level: RiskLevel;
  /** Only those above 0, in the order of the table. */
  readonly factors: readonly RiskFactor[];
}

/** The facts on which the score depends. */
export interface RiskFacts {
  readonly action: EventAction;
  readonly classification: Classification;
  readonly destination: Destination | null;
  readonly recordsAffected: number | null;
  readonly dlpTypes: readonly DlpType[];
  /** True without a type is a test case's own word for sensitive content. */
  readonly containsSensitiveData: boolean;
  readonly outsideBusinessHours: boolean;
  readonly hasOpenAnomaly: boolean;
}

/** Scores one event. Pure and total. */
export function scoreRisk(facts: RiskFacts): Risk {
  const factors: RiskFactor[] = [];
  const add = (factor: RiskFactor | null): void => {
    if (factor !== null) factors.push(factor);
  };
  add(ACTION_FACTORS[facts.action]);
  add(RESOURCE_FACTORS[facts.classification]);
  if (facts.destination !== null) add(DESTINATION_FACTORS[facts.destination]);
  if (facts.recordsAffected !== null) add(recordsFactor(facts.recordsAffected));
  if (facts.containsSensitiveData || facts.dlpTypes.length > 0) add(contentFactor(facts.dlpTypes));
  if (facts.outsideBusinessHours) factors.push(OUTSIDE_BUSINESS_HOURS_FACTOR);
  if (facts.hasOpenAnomaly) factors.push(OPEN_ANOMALY_FACTOR);
  let sum = 0;
  for (const factor of factors) sum += factor.points;
  const score = Math.min(sum, RISK_SCORE_MAX);
  return { score, level: riskLevelOf(score), factors };
}

/** The level of a score of 0..100. */
export function riskLevelOf(score: number): RiskLevel {
  for (const row of RISK_LEVEL_FROM) {
    if (score >= row.from) return row.level;
  }
  throw new RangeError(`a risk score is 0..${RISK_SCORE_MAX}, not ${score}`);
}

/** Factors whose sentence depends on one word are made once, and every event reuses them. */
const ACTION_FACTORS = factorOfEach(
  EVENT_ACTIONS,
  'ACTION',
  ACTION_POINTS,
  (action, points) => `The action ${action} adds ${points} points.`,
);
const RESOURCE_FACTORS = factorOfEach(
  CLASSIFICATIONS,
  'RESOURCE',
  CLASSIFICATION_POINTS,
  (classification, points) => `A resource classified ${classification} adds ${points} points.`,
);
const DESTINATION_FACTORS = factorOfEach(
  DESTINATIONS,
  'DESTINATION',
  DESTINATION_POINTS,
  (destination, points) => `The destination ${destination} adds ${points} points.`,
);
const OUTSIDE_BUSINESS_HOURS_FACTOR: RiskFactor = Object.freeze({
  code: 'OUTSIDE_BUSINESS_HOURS',
  points: OUTSIDE_BUSINESS_HOURS_POINTS,
  reason: `The time is outside business hours, which adds ${OUTSIDE_BUSINESS_HOURS_POINTS} points.`,
});
const OPEN_ANOMALY_FACTOR: RiskFactor = Object.freeze({
  code: 'OPEN_ANOMALY',
  points: OPEN_ANOMALY_POINTS,
  reason: `The agent has an open anomaly, which adds ${OPEN_ANOMALY_POINTS} points.`,
});
const UNTYPED_CONTENT_FACTOR: RiskFactor = Object.freeze({
  code: 'CONTENT',
  points: UNTYPED_CONTENT_POINTS,
  reason: `The content is stated to hold sensitive data, which adds ${UNTYPED_CONTENT_POINTS} points.`,
});

function recordsFactor(recordsAffected: number): RiskFactor | null {
  for (const { above, points } of RECORDS_POINTS) {
    if (recordsAffected > above) {
      return { code: 'RECORDS', points, reason: `${recordsAffected} affected records add ${points} points.` };
    }
  }
  return null;
}

/** The highest finding only; the sentence names every type of equal weight. */
function contentFactor(types: readonly DlpType[]): RiskFactor {
  let points = 0;
  for (const type of types) points = Math.max(points, CONTENT_POINTS[CATEGORY_OF_TYPE[type]]);
  if (points === 0) return UNTYPED_CONTENT_FACTOR;
  const heaviest = types.filter((type) => CONTENT_POINTS[CATEGORY_OF_TYPE[type]] === points);
  return { code: 'CONTENT', points, reason: `The content holds ${heaviest.join(', ')}, which adds ${points} points.` };
}

function factorOfEach<Word extends string>(
  words: readonly Word[],
  code: RiskFactorCode,
  pointsOf: Readonly<Record<Word, number>>,
  reasonOf: (word: Word, points: number) => string,
): Readonly<Record<Word, RiskFactor | null>> {
  const entries = words.map((word) => {
    const points = pointsOf[word];
    return [word, points > 0 ? Object.freeze({ code, points, reason: reasonOf(word, points) }) : null];
  });
  return Object.fromEntries(entries) as Record<Word, RiskFactor | null>;
}
