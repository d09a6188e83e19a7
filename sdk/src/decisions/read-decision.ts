// SPDX-License-Identifier: Apache-2.0
/**
 * Tells a decision from any other JSON. A program acts on it, so every field is checked, and also that the fields
 * agree: an ALLOW that contradicts itself is no ALLOW.
 */
import {
  checkFields as checkFieldsOf,
  type Fields,
  isCount,
  isFlag,
  isObject,
  isText,
  isTexts,
  notThe,
  oneOf,
  orNull,
} from '../answers/index.ts';
import type { UnexpectedAnswerError } from '../errors.ts';
import type { Decision, HttpGatewayDecision, McpGatewayDecision, RedeemedDecision } from '../wire.ts';
import type { Answered } from './answered.ts';

type Test = (value: unknown) => boolean;

/** @throws UnexpectedAnswerError naming the field that violates the contract */
export function readDecision(body: unknown): Answered<Decision> {
  const fields = checkFields(body, DECISION_FIELDS, '');
  if (fields.review !== null) checkFields(fields.review, REVIEW_FIELDS, 'review.');
  if (!isConsistent(fields)) throw noDecision('finalDecision contradicts decision and review');
  const { redemption = null, outcome = null } = fields;
  if (redemption !== null) checkFields(redemption, REDEMPTION_FIELDS, 'redemption.');
  if (outcome !== null) checkFields(outcome, OUTCOME_FIELDS, 'outcome.');
  const { alternatives, ...others } = body as Decision;
  const isTold = Array.isArray(alternatives) && alternatives.every(isAlternative);
  const decision = { ...OF_OLDER_SERVICES, ...others, ...(isTold && { alternatives }), degraded: false as const };
  if (decision.review?.status !== 'DENIED' || decision.reasons.includes(DENIED)) return decision;
  return { ...decision, reasons: [...decision.reasons, DENIED] };
}

/** Fields that an older service does not answer. Without a redemption no guarded function runs. */
const OF_OLDER_SERVICES = { contentScanned: null, actionDigest: null, redemption: null, outcome: null, context: null };

/** @throws UnexpectedAnswerError, likewise, and when the answer is not the redeemed act of this event */
export function readRedeemedDecision(id: string, body: unknown): Answered<RedeemedDecision> {
  const hasGateway = isObject(body) && body.gateway !== undefined && body.gateway !== null;
  const decision: Answered<RedeemedDecision> = hasGateway ? readHttpGatewayDecision(body) : readDecision(body);
  const isRedeemed = decision.finalDecision === 'ALLOW' && decision.redemption?.status === 'REDEEMED';
  if (!isRedeemed || decision.id.toLowerCase() !== id.toLowerCase()) throw noDecision('it is not redeemed');
  return decision;
}

/** @throws UnexpectedAnswerError, likewise */
export function readHttpGatewayDecision(body: unknown): Answered<HttpGatewayDecision> {
  const decision = readDecision(body) as Answered<HttpGatewayDecision>;
  checkFields(decision.gateway, HTTP_GATEWAY_FIELDS, 'gateway.');
  if (decision.gateway.upstream !== null) checkFields(decision.gateway.upstream, UPSTREAM_FIELDS, 'gateway.upstream.');
  return decision;
}

/** @throws UnexpectedAnswerError, likewise, and when `allowed` says more than the decision */
export function readMcpGatewayDecision(body: unknown): Answered<McpGatewayDecision> {
  const decision = readDecision(body) as Answered<McpGatewayDecision>;
  checkFields(decision.gateway, MCP_GATEWAY_FIELDS, 'gateway.');
  if (decision.gateway.allowed && decision.finalDecision !== 'ALLOW') {
    throw noDecision('gateway.allowed contradicts finalDecision');
  }
  return decision;
}

const DENIED = 'Review denied';

const isOutcome = oneOf('ALLOW', 'REVIEW', 'BLOCK');

const isRange: Test = (value) => isObject(value) && isCount((value as Fields).from) && isCount((value as Fields).to);
/** It is told to a model, so every word of it is one of the contract's. */
const isAlternative: Test = (value) => {
  if (!isObject(value)) return false;
  const { recordsAffected, destination, businessHours, withoutCategories } = value as Fields;
  const isCategories: Test = (list) => isTexts(list) && (list as string[]).every((word) => /^[A-Z_]+$/.test(word));
  return (
    (recordsAffected === undefined || isRange(recordsAffected)) &&
    oneOf(undefined, 'INTERNAL')(destination) &&
    oneOf(undefined, true)(businessHours) &&
    (withoutCategories === undefined || isCategories(withoutCategories))
  );
};

const DECISION_FIELDS: Readonly<Record<string, Test>> = {
  id: (value) => isText(value) && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value as string),
  decision: isOutcome,
  finalDecision: isOutcome,
  evaluatedDecision: isOutcome,
  monitored: isFlag,
  riskLevel: oneOf('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
  riskScore: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100,
  reasons: isTexts,
  policy: orNull(isObject),
  dlpFindings: isTexts,
  lgpdCategories: isTexts,
  review: orNull(isObject),
  quotaExceeded: isFlag,
  sandbox: isFlag,
};
const REVIEW_FIELDS = { status: oneOf('PENDING', 'APPROVED', 'DENIED', 'EXPIRED') };
const REDEMPTION_FIELDS = { status: oneOf('OPEN', 'REDEEMED', 'LAPSED'), redeemedAt: orNull(isText) };
const OUTCOME_FIELDS = { status: oneOf('SUCCEEDED', 'FAILED', 'UNKNOWN') };
const HTTP_GATEWAY_FIELDS = { protocol: oneOf('HTTP'), proxied: isFlag, upstream: orNull(isObject) };
const UPSTREAM_FIELDS = { status: orNull(Number.isInteger), truncatedBody: isText, error: orNull(isText) };
const MCP_GATEWAY_FIELDS = { protocol: oneOf('MCP'), tool: isText, allowed: isFlag };

function checkFields(value: unknown, tests: Readonly<Record<string, Test>>, path: string): Fields {
  return checkFieldsOf('decision', value, tests, path);
}

/** The contract's table: the effective outcome of a review. */
function isConsistent({ decision, finalDecision, review }: Fields): boolean {
  if (review === null) return finalDecision === decision;
  return finalDecision === FINAL_OF_REVIEW[String((review as Fields).status)];
}

const FINAL_OF_REVIEW: Readonly<Record<string, string>> = {
  PENDING: 'REVIEW',
  APPROVED: 'ALLOW',
  DENIED: 'BLOCK',
  EXPIRED: 'BLOCK',
};

function noDecision(why: string): UnexpectedAnswerError {
  return notThe('decision', why);
}
