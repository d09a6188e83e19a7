// SPDX-License-Identifier: Apache-2.0
/**
 * The body of a delivery: canonical JSON. That of a decision is made of its stored event and of the outcome that the
 * first attempt told. Neither changes, so every attempt sends the same bytes and none of them is stored.
 */
import type { DecisionWord, ReviewStatus } from '@svc/contract';
import { canonicalJson, type JsonObject } from '@svc/core/canonical-json';
import { finalDecisionOf, reviewStatusAt } from '@svc/core/verdict';

export interface DeliveryContent {
  id: string;
  eventId: string;
  types: readonly string[];
  createdAt: Date;
  data: JsonObject;
  /** The outcome of a decision at the first attempt; null for anything else. */
  finalDecision: string | null;
  /** The id of the organization when the body is a CloudEvent; null for a body of our own. */
  cloudEventOf: string | null;
}

export function bodyOf({ id, eventId, types, createdAt, data, ...content }: DeliveryContent): string {
  const { finalDecision, cloudEventOf } = content;
  const [type] = types;
  if (type === undefined) throw new Error('a delivery without a type');
  const own = {
    createdAt: createdAt.toISOString(),
    data: finalDecision === null ? data : { ...data, finalDecision },
    eventId,
    id,
    type,
    types,
  };
  return canonicalJson(cloudEventOf === null ? own : cloudEvent(own, cloudEventOf));
}

/** In the structured mode of CloudEvents 1.0. The types are an extension, because the event has one type alone. */
function cloudEvent({ createdAt, data, eventId, id, type, types }: OwnBody, organizationId: string): JsonObject {
  return {
    specversion: '1.0',
    id,
    source: `/organizations/${organizationId}`,
    type: `svc.${type.toLowerCase()}`,
    subject: eventId,
    time: createdAt,
    datacontenttype: 'application/json',
    svctypes: types.join(','),
    data,
  };
}

interface OwnBody {
  createdAt: string;
  data: JsonObject;
  eventId: string;
  id: string;
  type: string;
  types: readonly string[];
}

/** A decision that a person has to resolve. */
interface Review {
  status: ReviewStatus;
  expiresAtMs: number;
}

/**
 * The effective outcome of a decision. A review that retention has deleted can no longer be approved: it counts as
 * expired.
 */
export function finalDecisionAt(decision: DecisionWord, review: Review | null, nowMs: number): DecisionWord {
  const status = review === null ? 'EXPIRED' : reviewStatusAt(review, nowMs);
  return finalDecisionOf(decision, decision === 'REVIEW' ? status : null);
}

const OF_DECISIONS: ReadonlySet<string | undefined> = new Set(['BLOCK', 'REVIEW', 'CRITICAL']);

export const isDecision = ([type]: readonly string[]): boolean => OF_DECISIONS.has(type);

/**
 * Deliveries as `d`, and the events of decisions among them as `v`. Ids of events are read as such before the join: a
 * cast within its condition would keep row-level security from using the index.
 * @param from the deliveries, as `d` and with a bound on their number
 * @param organization a parameter, or a column of `d`
 */
export const withEvents = (from: string, organization: string): string => `(
    SELECT d.*, CASE WHEN d.data IS NULL THEN d.event_id::uuid END AS decision_id,
      CASE WHEN d.final_decision IS NULL AND d.types[1] = 'REVIEW' THEN d.event_id::uuid END AS review_id
    FROM ${from} OFFSET 0
  ) d LEFT JOIN LATERAL (
    SELECT * FROM svc.events WHERE organization_id = ${organization} AND id = d.decision_id OFFSET 0
  ) v ON true`;

/** The data of a delivery in `withEvents`. It is null when retention has deleted the event. */
export const DATA = `
    CASE WHEN v.id IS NULL THEN d.data ELSE json_build_object(
      'action', v.action, 'agent', v.record -> 'agent', 'decision', v.decision, 'id', v.id,
      'resource', v.record -> 'resource', 'riskLevel', v.risk_level, 'riskScore', v.risk_score
    ) END AS data`;
