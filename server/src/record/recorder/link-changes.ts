// SPDX-License-Identifier: Apache-2.0
/** Changes of recorded events in a batch: redemptions, refusals and outcomes, each after what stands under the lock. */
import type { ReportedOutcome } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type { Spend } from '@svc/core/settlement';
import { type Acts, addAct, type WrittenAct } from './acts.ts';
import type { CallOutcomeDraft, EventChangeDraft, EventChangeRow } from './draft.ts';

/** The rows under the lock of events that are to be changed. */
export interface ChangedEvents {
  /** By event; changed in place. */
  rows: Map<string, EventChangeRow>;
  nowMs: number;
}

/** @returns the entry of the change, null when nothing changes, and what it adds to counts */
export function changedEvent(
  acts: Acts,
  draft: EventChangeDraft,
  { rows, nowMs }: ChangedEvents,
  timeOf: (atMs: number) => string,
): { entry: AuditDraft | null; spends: readonly Spend[] } {
  const { organizationId, eventId } = draft;
  const row = rows.get(eventId);
  const { entry, act, spends = [] } = draft.changeOf(row, nowMs);
  if (row !== undefined && act !== null) {
    addAct(acts, { event_id: eventId, ...act });
    // The next change of the event in this batch meets it.
    Object.assign(row, act);
  }
  if (entry === null) return { entry, spends };
  const subject = { type: 'event', id: eventId } as const;
  return { entry: { organizationId, at: timeOf(nowMs), ...entry, subject }, spends };
}

/** The outcome of a forwarded call as that of its act. */
export function callAct(draft: CallOutcomeDraft): WrittenAct {
  return {
    event_id: draft.eventId,
    outcome: callStatus(draft),
    outcome_source: 'GATEWAY',
    reported_at: new Date(draft.atMs),
  };
}

/** Without an answer it is not known whether the call was done. */
export function callStatus({ auditMetadata: { status } }: Pick<CallOutcomeDraft, 'auditMetadata'>): ReportedOutcome {
  if (status === null) return 'UNKNOWN';
  return status >= 200 && status < 300 ? 'SUCCEEDED' : 'FAILED';
}
