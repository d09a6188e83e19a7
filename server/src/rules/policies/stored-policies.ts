// SPDX-License-Identifier: Apache-2.0
/** The policy set of an organization in the database: versions, and revisions that begin and end with them. */

import type { PolicySpec } from '@svc/contract';
import type { IdentifiedPolicy } from '@svc/core/policy';
import type { Transaction } from '../../storage/db/index.ts';
import type { PolicyNote } from '../policy-versions/index.ts';
import type { ChangeSize } from './change-budget.ts';

/** The current policies of the set. */
export async function selectPolicies(transaction: Transaction, organizationId: string): Promise<IdentifiedPolicy[]> {
  const rows = await transaction.query<{ id: string; spec: PolicySpec }>(SELECT_POLICIES, [organizationId]);
  return rows.map(({ id, spec }) => ({ ...spec, id }));
}

const SELECT_POLICIES = `
  SELECT policy_id AS id, spec FROM svc.policy_revisions WHERE organization_id = $1 AND version_to IS NULL`;

/** Names of policies that were part of the set once, and may be no longer. */
export async function selectPastPolicyNames(transaction: Transaction, organizationId: string): Promise<Set<string>> {
  const rows = await transaction.query<{ name: string }>(SELECT_PAST, [organizationId]);
  return new Set(rows.map(({ name }) => name));
}

const SELECT_PAST = `SELECT DISTINCT name FROM svc.policy_revisions WHERE organization_id = $1`;

export interface PolicySetVersion {
  organizationId: string;
  version: number;
  atMs: number;
  actor: { type: 'user' | 'key' | 'system'; id: string };
  /** The source: `policies-as-code`, `provisioning`, `app`. */
  source: string;
  keyPrefix: string | null;
  size: ChangeSize;
  /** The version whose policies it brought back. */
  restoredFrom: number | null;
  /** Why, in the words of the person. */
  note: PolicyNote | null;
}

/** The caller holds the head row's lock, so that versions have no gap. */
export async function insertVersion(transaction: Transaction, version: PolicySetVersion): Promise<void> {
  await transaction.query(INSERT_VERSION, [
    version.organizationId,
    version.version,
    new Date(version.atMs),
    version.actor.type,
    version.actor.id,
    version.source,
    version.keyPrefix,
    version.size.changes,
    version.size.bytes,
    version.restoredFrom,
    version.note?.text ?? null,
    version.note?.salt ?? null,
  ]);
}

const INSERT_VERSION = `
  INSERT INTO svc.policy_set_versions (organization_id, version, created_at, actor_type, actor_id, source, key_prefix,
    changes, changed_bytes, restored_from, note, note_salt)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** Ends the current revisions of these policies, which this version changes or deletes. */
export async function endRevisions(
  transaction: Transaction,
  organizationId: string,
  policyIds: readonly string[],
  version: number,
): Promise<void> {
  if (policyIds.length > 0) await transaction.query(END_REVISIONS, [organizationId, policyIds, version]);
}

const END_REVISIONS = `
  UPDATE svc.policy_revisions SET version_to = $3
  WHERE organization_id = $1 AND policy_id = ANY ($2::uuid[]) AND version_to IS NULL`;

/** Begins revisions of the policies that have a text. The unique index refuses two current policies with one name. */
export async function beginRevisions(
  transaction: Transaction,
  organizationId: string,
  policies: readonly { policyId: string; afterText: string | null }[],
  version: number,
  atMs: number,
): Promise<void> {
  const revisions = policies.flatMap(({ policyId, afterText }) =>
    afterText === null ? [] : [`{"id":"${policyId}","spec":${afterText}}`],
  );
  if (revisions.length === 0) return;
  await transaction.query(BEGIN_REVISIONS, [organizationId, version, new Date(atMs), `[${revisions.join(',')}]`]);
}

const BEGIN_REVISIONS = `
  INSERT INTO svc.policy_revisions (organization_id, policy_id, version_from, name, spec, updated_at)
  SELECT $1, d.id, $2, d.spec ->> 'name', d.spec, $3
  FROM json_to_recordset($4) AS d (id uuid, spec jsonb)
  RETURNING 1`;
