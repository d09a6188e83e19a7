// SPDX-License-Identifier: Apache-2.0
/** The rows of a decision, and the deliveries that tell of it. */
import type { AuditEntry } from '@svc/core/audit-chain';
import { uuidv7 } from '../../storage/db/index.ts';
import { addSkip } from '../webhooks/index.ts';
import { addAct } from './acts.ts';
import type { DecisionDraft } from './draft.ts';
import type { LinkedBatch, TakeSlot } from './linked-batch.ts';
import { recordText } from './record-text.ts';

export function addRows(linked: LinkedBatch, draft: DecisionDraft, entry: AuditEntry, quotaExceeded: boolean): void {
  const { event } = draft;
  linked.events.push({
    id: event.id,
    seq: entry.seq,
    created_at: event.createdAtMs,
    sandbox: event.sandbox,
    api_key_id: event.apiKeyId,
    agent_id: event.agentId,
    resource_id: event.resourceId,
    action: event.action,
    destination: event.destination,
    records_affected: event.recordsAffected,
    decision: event.decision,
    evaluated_decision: event.evaluatedDecision,
    risk_level: event.riskLevel,
    risk_score: event.riskScore,
    quota_exceeded: quotaExceeded,
    record: recordText(event.record),
    gateway_call: draft.call === null ? null : JSON.stringify(draft.call),
    action_digest: event.actionDigest,
    payload_salt: event.payloadSalt,
    content_scanned: event.contentScanned,
    redeemable_until: event.redeemableUntilMs,
    context: event.context === null ? null : JSON.stringify(event.context),
  });
  if (draft.redeemsNow) {
    addAct(linked.acts, {
      event_id: event.id,
      redeemed_at: new Date(event.createdAtMs),
      redeem_key: draft.redeemKey,
      forwarder_id: draft.forwarderId,
    });
  }
  if (draft.review !== null) {
    linked.reviews.push({
      event_id: event.id,
      created_at: entry.at,
      sandbox: event.sandbox,
      expires_at: new Date(draft.review.expiresAtMs),
      approver_roles: draft.review.approvers,
      escalates: draft.review.escalates,
      approvals_needed: draft.review.approvals.count,
      not_asker: draft.review.approvals.notAsker,
      signed: draft.review.approvals.signed === true,
      valid_minutes: draft.review.approvals.validMinutes,
      grants: draft.review.approvals.grants,
      risk_score: event.riskScore,
    });
  }
}

export function addDeliveries(
  linked: LinkedBatch,
  { event, webhook }: DecisionDraft,
  entry: AuditEntry,
  takeSlot: TakeSlot,
): void {
  if (webhook === null) return;
  const { types } = webhook;
  const row = { event_id: event.id, types, created_at: entry.at };
  for (const endpointId of webhook.endpointIds) {
    if (takeSlot(endpointId)) {
      linked.endpointIds.push(endpointId);
      linked.deliveries.push({ ...row, id: uuidv7(event.createdAtMs), endpoint_id: endpointId, data: null });
    } else {
      addSkip(linked.skips, { ...row, endpoint_id: endpointId });
    }
  }
}
