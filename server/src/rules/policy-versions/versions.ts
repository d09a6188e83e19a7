// SPDX-License-Identifier: Apache-2.0
/** The versions of a policy set: who made each, from where, and what the set was then. */
import type { PolicySpec, PolicyVersion, PolicyVersionDetail, PolicyVersionList } from '@svc/contract';
import { normalizePolicy } from '@svc/core/policy';
import type { StoredPolicyRecord } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow, changedByOf } from './changed-by.ts';
import { SET_AT_VERSION, setAtVersion } from './set-at-version.ts';
import { selectVersionChanges } from './version-changes.ts';

export const POLICY_VERSION_MARK = /^\d{1,15}$/;

/** Newest first. @throws ApiError 429 when too much is read at once */
export async function listPolicyVersions(reads: Reads, reader: Reader, page: Page): Promise<PolicyVersionList> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(
      reads.pool,
      [organizationId],
      async (transaction) => {
        const rows = await selectVersions(transaction, organizationId, { before: page.after, limit: page.limit + 1 });
        const current = await selectCurrent(transaction, organizationId);
        return { ...pageAnswer(rows, page, ({ version }) => `${version}`, versionOf), current };
      },
      'snapshot',
    ),
  );
}

/** @throws ApiError 404; 429 as above */
export async function readPolicyVersion(reads: Reads, reader: Reader, number: number): Promise<PolicyVersionDetail> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(
      reads.pool,
      [organizationId],
      async (transaction) => {
        const [row] = await selectVersions(transaction, organizationId, { before: `${number + 1}`, limit: 1 });
        if (row?.version !== number) throw noSuchVersion();
        const changes = await selectVersionChanges(transaction, organizationId, number);
        const policies = await transaction.query<SummaryRow>(SELECT_SUMMARIES, setAtVersion(organizationId, number));
        return {
          ...versionOf(row),
          changes,
          changesTotal: row.created + row.updated + row.deleted,
          note: row.note,
          policies: policies.map(summaryOf),
          isCurrent: (await selectCurrent(transaction, organizationId)) === number,
        };
      },
      'snapshot',
    ),
  );
}

/** The whole set as it was at a version. @throws ApiError 404 */
export async function selectSetAt(
  transaction: Transaction,
  organizationId: string,
  number: number,
): Promise<StoredPolicyRecord[]> {
  const [version] = await selectVersions(transaction, organizationId, { before: `${number + 1}`, limit: 1 });
  if (version?.version !== number) throw noSuchVersion();
  const rows = await transaction.query<SetRow>(SELECT_SET, setAtVersion(organizationId, number));
  return rows.map(({ updated_at, ...row }) => ({ ...row, updatedAtMs: updated_at.getTime() }));
}

export function noSuchVersion(): ApiError {
  return new ApiError('not_found', { message: 'There is no such version of the policies.' });
}

interface VersionRow extends AuthorRow {
  version: number;
  created_at: Date;
  restored_from: number | null;
  note: string | null;
  created: number;
  updated: number;
  deleted: number;
}

async function selectVersions(
  transaction: Transaction,
  organizationId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<VersionRow[]> {
  const values = [organizationId, before, limit];
  return await transaction.query<VersionRow & Record<string, unknown>>(SELECT_VERSIONS, values);
}

/** A policy that begins and ends with one version was updated by it. */
const SELECT_VERSIONS = `
  SELECT v.version, v.created_at, v.restored_from, v.note, ${AUTHOR_COLUMNS}, c.created, c.updated, c.deleted
  FROM (
      SELECT * FROM svc.policy_set_versions
      WHERE organization_id = $1 AND ($2::bigint IS NULL OR version < $2)
      ORDER BY version DESC LIMIT $3
    ) v
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ended.id IS NULL)::int AS created,
        count(*) FILTER (WHERE begun.id IS NOT NULL AND ended.id IS NOT NULL)::int AS updated,
        count(*) FILTER (WHERE begun.id IS NULL)::int AS deleted
      FROM (
          SELECT policy_id AS id FROM svc.policy_revisions WHERE organization_id = $1 AND version_from = v.version
        ) begun
        FULL JOIN (
          SELECT policy_id AS id FROM svc.policy_revisions WHERE organization_id = $1 AND version_to = v.version
        ) ended USING (id)
    ) c
    ${AUTHOR_JOINS}
  ORDER BY v.version DESC`;

function versionOf(row: VersionRow): PolicyVersion {
  const { actor, source, keyPrefix } = changedByOf(row, row.version);
  return {
    number: row.version,
    createdAt: row.created_at.toISOString(),
    actor,
    source: source as PolicyVersion['source'],
    keyPrefix,
    restoredFrom: row.restored_from,
    created: row.created,
    updated: row.updated,
    deleted: row.deleted,
  };
}

async function selectCurrent(transaction: Transaction, organizationId: string): Promise<number> {
  const [head] = await transaction.query<{ version: number }>(SELECT_CURRENT, [organizationId]);
  return head?.version ?? 0;
}

const SELECT_CURRENT = `
  SELECT policy_set_version AS version FROM svc.organization_heads WHERE organization_id = $1`;

type SummaryRow = { id: string; summary: PolicySpec };

const SELECT_SUMMARIES = `SELECT policy_id AS id, summary FROM ${SET_AT_VERSION} p ORDER BY name COLLATE "C"`;

function summaryOf({ id, summary }: SummaryRow): PolicyVersionDetail['policies'][number] {
  const { name, decision, mode, enabled, action, resource } = normalizePolicy(summary);
  return { id, name, decision, mode, enabled, action, resource };
}

type SetRow = Omit<StoredPolicyRecord, 'updatedAtMs'> & { updated_at: Date };

const SELECT_SET = `SELECT policy_id AS id, name, spec::text AS text, updated_at FROM ${SET_AT_VERSION} p`;
