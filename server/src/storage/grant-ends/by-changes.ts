// SPDX-License-Identifier: Apache-2.0
/** Ends grants by the entries of a change, which tell what was changed. */
import type { AuditDraft } from '@svc/core/audit-chain';
import type { Transaction } from '../db/index.ts';
import { endGrants, type GrantsToEnd } from './end-grants.ts';

/** Changes of these settings end grants for acts that the risk score asks about. */
const RISK_SETTINGS = ['reviewDefaults', 'riskReviewAt', 'riskBlockAt'];

/** Changes that may take away what a grant stands on. */
const GROUND = /^(?:agent|resource|member|group|policy|guardrail|organization)\.(?!created|exported)/;

/**
 * @param entries of one change, before they are linked
 * @returns the entries of grants that it ends
 */
export async function endedByChanges(
  transaction: Transaction,
  organizationId: string,
  entries: readonly AuditDraft[],
): Promise<AuditDraft[]> {
  const cause = entries.find(({ kind }) => GROUND.test(kind) || kind === 'guardrail.created');
  if (cause === undefined) return [];
  const policyIds = entries.filter(isOtherPolicy).map(({ subject }) => subject.id);
  const ends: GrantsToEnd = {
    policyIds,
    isRisk: entries.some((entry) => changedFields(entry).some((field) => RISK_SETTINGS.includes(field))),
    isGuardrail: entries.some(({ kind }) => kind === 'guardrail.created' || kind === 'guardrail.updated'),
  };
  return await endGrants(transaction, organizationId, ends, cause);
}

/** The description of a policy decides nothing. */
const isOtherPolicy = (entry: AuditDraft): boolean =>
  entry.kind === 'policy.deleted' ||
  (entry.kind === 'policy.updated' && changedFields(entry).some((field) => field !== 'description'));

function changedFields({ metadata }: AuditDraft): readonly string[] {
  const { changedFields: fields } = metadata as { changedFields?: readonly string[] };
  return fields ?? [];
}
