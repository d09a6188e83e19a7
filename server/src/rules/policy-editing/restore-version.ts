// SPDX-License-Identifier: Apache-2.0
/** Brings the policy set back to an earlier version, as a new version. Policies keep the ids that they had. */
import type { PolicyRestored } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import { type IdentifiedPolicy, isSamePolicy, normalizePolicy, type Steps } from '@svc/core/policy';
import type pg from 'pg';
import {
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../../organization/organizations/index.ts';
import { type Changer, changePolicySet } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { PolicyGuard } from '../policies/index.ts';
import { type PreparedChange, prepareChange, type StoredChange, storePrepared } from '../policies/index.ts';
import { readPolicy } from '../policy-jobs/index.ts';
import { noteOf, selectSetAt } from '../policy-versions/index.ts';

/**
 * @param current the version that the caller believes to be in force
 * @throws ApiError 404; 409 when another version is in force, and for one that breaks an enforcing guardrail
 * @throws ApiError 429 beyond the changes of a day; StaleRules
 */
export async function restorePolicyVersion(
  { pool, snapshots, policyGuard }: { pool: pg.Pool; snapshots: OrganizationSnapshots; policyGuard: PolicyGuard },
  snapshot: OrganizationSnapshot,
  changer: Changer,
  { number, current, note }: { number: number; current: number | undefined; note: string | undefined },
): Promise<PolicyRestored> {
  const { organizationId, policySetVersion } = snapshot;
  const target = await inTransaction(pool, [organizationId], (transaction) =>
    selectSetAt(transaction, organizationId, number),
  );
  if (current !== undefined && current !== policySetVersion) {
    const message = `Version ${policySetVersion} is in force by now; look at it, and restore again.`;
    throw new ApiError('conflict', { message });
  }
  const prepared = await TURNS.run(organizationId, changesInSteps(target, snapshot.policies));
  if (prepared.length === 0) {
    await snapshots.assertCurrent(snapshot);
    return { version: policySetVersion, changes: [] };
  }
  const guarded = await policyGuard.check(
    snapshot,
    async () => await TURNS.run(organizationId, readSetInSteps(target)),
    {
      nowMs: pool.clock.nowMs(),
      isPlan: false,
      asked: {
        kind: 'restorePolicyVersion',
        subject: String(number),
        request: note === undefined ? {} : { note },
        author: { type: 'user', id: changer.accountId },
      },
    },
  );
  const version = await changePolicySet(pool, changer, async (transaction, { nowMs, head }) => {
    if (head.generation !== snapshot.generation) throw new StaleRules();
    const next = head.policySetVersion + 1;
    const origin = {
      actor: { type: 'user' as const, id: changer.accountId },
      nowMs,
      source: 'app',
      keyPrefix: null,
    };
    const resolved = { organizationId, version: next, origin, prepared, restoredFrom: number, note: noteOf(note) };
    const changes = await storePrepared(transaction, resolved);
    const more = await guarded.keep(transaction, next);
    return { result: next, changes: [...changes, ...more], policySetVersion: next };
  });
  return {
    version,
    changes: prepared.map(({ change, name }) => ({ name, op: change })),
  };
}

type Text = Parameters<typeof readPolicy>[0];

/** One step for each policy: a whole set takes long. */
export function* readSetInSteps(records: readonly Text[]): Steps<IdentifiedPolicy[]> {
  const policies: IdentifiedPolicy[] = [];
  for (const record of records) {
    policies.push(readPolicy(record));
    yield;
  }
  return policies;
}

/** One step for each policy of a set: a whole one takes long. By name. */
function* changesInSteps(target: readonly Text[], current: readonly Text[]): Steps<PreparedChange[]> {
  const targetOf = new Map(target.map((record) => [record.id, record]));
  const currentOf = new Map(current.map((record) => [record.id, record]));
  const prepared: PreparedChange[] = [];
  for (const id of new Set([...targetOf.keys(), ...currentOf.keys()])) {
    prepared.push(...changeTo(id, currentOf.get(id), targetOf.get(id)).map(prepareChange));
    yield;
  }
  return prepared.sort((left, right) => compareCodePoints(left.name, right.name));
}

function changeTo(policyId: string, current: Text | undefined, target: Text | undefined): StoredChange[] {
  if (current?.text === target?.text) return [];
  const [before, after] = [current, target].map((one) => (one === undefined ? null : specOf(readPolicy(one))));
  if (before == null) return after == null ? [] : [{ change: 'create', policyId, before: null, after }];
  if (after == null) return [{ change: 'delete', policyId, before, after: null }];
  return isSamePolicy(before, after) ? [] : [{ change: 'update', policyId, before, after }];
}

const specOf = ({ id: _id, ...spec }: IdentifiedPolicy) => normalizePolicy(spec);
