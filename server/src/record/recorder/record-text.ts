// SPDX-License-Identifier: Apache-2.0
/** The stored form of the record of an event: a field that most events have alike is left out. */
import type { EventRecord } from './draft.ts';

/** One literal: `JSON.stringify` leaves out what is undefined. `STORED_RECORD` of the events reads it back. */
export function recordText(record: EventRecord): string {
  const { agent, resource, classification, monitored, cause, reasons, policy, dlpFindings, lgpdCategories } = record;
  return JSON.stringify({
    agent,
    resource,
    classification,
    monitored: monitored || undefined,
    cause: cause?.threshold === null && cause.underFullEnforcement === null ? { by: cause.by } : cause,
    reasons,
    policy: policy ?? undefined,
    grant: record.grant,
    budget: record.budget,
    counted: record.counted,
    dlpFindings: dlpFindings.length === 0 ? undefined : dlpFindings,
    lgpdCategories: lgpdCategories.length === 0 ? undefined : lgpdCategories,
    riskFactors: record.riskFactors,
    matchedPolicyIds: isThat(policy, record.matchedPolicyIds) ? undefined : record.matchedPolicyIds,
    policySetVersion: record.policySetVersion,
    alternatives: record.alternatives,
    door: record.door,
    tool: record.tool,
  });
}

/** Whether the policies that match are the one that decides, or none. */
function isThat(policy: EventRecord['policy'], matchedIds: readonly string[]): boolean {
  return policy === null ? matchedIds.length === 0 : matchedIds.length === 1 && matchedIds[0] === policy.id;
}
