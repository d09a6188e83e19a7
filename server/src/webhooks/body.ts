// SPDX-License-Identifier: Apache-2.0
/** The body of a delivery: canonical JSON, made once, at the first attempt. */
import type { DecisionWord, ReviewStatus } from '@svc/contract';
import { canonicalJson, type JsonObject } from '@svc/core/canonical-json';
import { finalDecisionOf, reviewStatusAt } from '@svc/core/verdict';

export interface DeliveryContent {
  id: string;
  eventId: string;
  types: readonly string[];
  createdAt: Date;
  data: JsonObject;
  /** A decision that a person has to resolve. */
  review: { status: ReviewStatus; expiresAtMs: number } | null;
}

/** @param nowMs the moment of the send: `finalDecision` is the effective outcome then */
export function bodyOf(content: DeliveryContent, nowMs: number): string {
  const { id, eventId, types, createdAt } = content;
  const [type] = types;
  if (type === undefined) throw new Error('a delivery without a type');
  const isDecision = type !== 'ANOMALY' && type !== 'TEST';
  return canonicalJson({
    createdAt: createdAt.toISOString(),
    data: isDecision ? decisionData(content, nowMs) : content.data,
    eventId,
    id,
    type,
    types,
  });
}

/** A review that retention has deleted can no longer be approved: its outcome counts as expired. */
function decisionData({ data, review }: DeliveryContent, nowMs: number): JsonObject {
  const decision = data.decision as DecisionWord;
  const status = review === null ? 'EXPIRED' : reviewStatusAt(review, nowMs);
  return { ...data, finalDecision: finalDecisionOf(decision, decision === 'REVIEW' ? status : null) };
}
