// SPDX-License-Identifier: Apache-2.0
/** Writes a change of a policy set as one version: revisions that end and revisions that begin. */

import { atOnce, type IdentifiedPolicy } from '@svc/core/policy';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change, ChangeOrigin } from '../../storage/heads/index.ts';
import { commitmentOf, type PolicyNote } from '../policy-versions/index.ts';
import { type ChangeSize, checkChangeBudget } from './change-budget.ts';
import { deleteCases } from './policy-cases.ts';
import { type PreparedChange, prepareChange, type StoredChange } from './prepare-change.ts';
import { type PlannedChanges, resolveInSteps } from './resolve-changes.ts';
import { beginRevisions, endRevisions, insertVersion } from './stored-policies.ts';

interface Version {
  organizationId: string;
  /** The version that the changes make. */
  version: number;
  origin: ChangeOrigin;
  /** The version that the set is brought back to. */
  restoredFrom?: number;
  note?: PolicyNote | null;
}

/**
 * The caller holds the head's lock. A policy keeps its id for as long as its name stays in the set.
 * @returns the audit entries
 * @throws ApiError 429 when the organization has changed too much in a day
 */
export async function storeChanges(
  transaction: Transaction,
  { changes, current, payload, ...version }: Version & PlannedChanges<IdentifiedPolicy>,
): Promise<Change[]> {
  const steps = resolveInSteps({ changes, current, payload }, (policy) => policy, version.origin.nowMs);
  return await storePrepared(transaction, { ...version, prepared: atOnce(steps) });
}

/** The same for changes that name their policies by id. @returns the audit entries @throws ApiError 429 as above */
export async function storeResolved(
  transaction: Transaction,
  { stored, ...version }: Version & { stored: readonly StoredChange[] },
): Promise<Change[]> {
  return await storePrepared(transaction, { ...version, prepared: stored.map(prepareChange) });
}

/** The same for changes that were prepared in turns. @returns the audit entries @throws ApiError 429 as above */
export async function storePrepared(
  transaction: Transaction,
  {
    organizationId,
    version,
    origin,
    prepared,
    restoredFrom,
    note = null,
  }: Version & { prepared: readonly PreparedChange[] },
): Promise<Change[]> {
  const size = sizeOf(prepared);
  if (origin.source !== 'provisioning') await checkChangeBudget(transaction, organizationId, origin.nowMs, size);
  const deleted = prepared.flatMap(({ change, policyId }) => (change === 'delete' ? [policyId] : []));
  const ended = prepared.filter(({ change }) => change !== 'create').map((one) => one.policyId);
  await Promise.all([
    insertVersion(transaction, {
      organizationId,
      version,
      atMs: origin.nowMs,
      actor: origin.actor,
      source: origin.source,
      keyPrefix: origin.keyPrefix,
      size,
      restoredFrom: restoredFrom ?? null,
      note,
    }),
    deleteCases(transaction, organizationId, deleted),
    endRevisions(transaction, organizationId, ended, version),
    beginRevisions(transaction, organizationId, prepared, version, origin.nowMs),
  ]);
  const about = {
    policySetVersion: version,
    ...(restoredFrom !== undefined && { restoredFrom }),
    ...(note !== null && { noteCommitment: commitmentOf(note) }),
  };
  return prepared.map(({ change, policyId, name, difference }) => ({
    kind: KIND_OF_OPERATION[change],
    subject: { type: 'policy', id: policyId },
    metadata: { name, ...about, ...difference },
  }));
}

function sizeOf(prepared: readonly PreparedChange[]): ChangeSize {
  return { changes: prepared.length, bytes: prepared.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const KIND_OF_OPERATION = { create: 'policy.created', update: 'policy.updated', delete: 'policy.deleted' } as const;
