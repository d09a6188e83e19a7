// SPDX-License-Identifier: Apache-2.0
/** The audit entries of drafts. */
import type { AuditDraft } from '@svc/core/audit-chain';
import type { CallOutcomeDraft, DecisionDraft } from './draft.ts';

export function decisionEntry(draft: DecisionDraft, at: string, quotaExceeded: boolean): AuditDraft {
  return {
    organizationId: draft.organizationId,
    at,
    kind: 'decision.recorded',
    actor:
      draft.personId === undefined ? { type: 'key', id: draft.event.apiKeyId } : { type: 'user', id: draft.personId },
    subject: { type: 'event', id: draft.event.id },
    // Seldom true, so that a copy is seldom made; keys keep their order.
    metadata: quotaExceeded ? { ...draft.auditMetadata, quotaExceeded } : draft.auditMetadata,
  };
}

/** The entry with the outcome of a call. */
export function callEntry(draft: CallOutcomeDraft, at: string): AuditDraft {
  return {
    organizationId: draft.organizationId,
    at,
    kind: 'gateway.called',
    actor: { type: 'key', id: draft.apiKeyId },
    subject: { type: 'event', id: draft.eventId },
    metadata: draft.auditMetadata,
  };
}
