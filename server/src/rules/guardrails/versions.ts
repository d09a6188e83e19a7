// SPDX-License-Identifier: Apache-2.0
/** The versions of a guardrail: every state, who made it, when and from where. */
import type { GuardrailVersion, GuardrailVersionList } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow } from '../policy-versions/index.ts';
import { claimOf, type GuardrailValues } from './plan-guardrails.ts';

export const GUARDRAIL_VERSION_MARK = /^\d{1,15}$/;

export interface VersionRow extends GuardrailValues {
  version: number;
  created_at: Date;
  change: GuardrailVersion['change'];
  restored_from: number | null;
}

/** Newest first; a deleted guardrail has them too. @throws ApiError 404; 429 when too much is read at once */
export async function listGuardrailVersions(
  reads: Reads,
  reader: Reader,
  id: string,
  page: Page,
): Promise<GuardrailVersionList> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const values = [organizationId, id, page.after, page.limit + 1];
      const rows = await transaction.query<VersionRow & AuthorRow & Record<string, unknown>>(SELECT_VERSIONS, values);
      if (rows.length === 0 && page.after === null) throw noSuchGuardrail();
      return pageAnswer(rows, page, ({ version }) => `${version}`, versionOf);
    }),
  );
}

const COLUMNS = 'v.version, v.created_at, v.change, v.restored_from, v.name, v.claim, v.enforcing';

const SELECT_VERSIONS = `
  SELECT ${COLUMNS}, ${AUTHOR_COLUMNS}
  FROM (
      SELECT * FROM svc.guardrail_versions
      WHERE organization_id = $1 AND guardrail_id = $2 AND ($3::bigint IS NULL OR version < $3)
      ORDER BY version DESC LIMIT $4
    ) v
    ${AUTHOR_JOINS}
  ORDER BY v.version DESC`;

function versionOf(row: VersionRow & AuthorRow): GuardrailVersion {
  return {
    number: row.version,
    createdAt: row.created_at.toISOString(),
    change: row.change,
    restoredFrom: row.restored_from,
    name: row.name,
    claim: claimOf(row),
    enforcing: row.enforcing,
    ...authorOf(row),
  };
}

/** Who made a version, and from where. */
export function authorOf(row: AuthorRow): Pick<GuardrailVersion, 'actor' | 'source' | 'keyPrefix'> {
  return {
    actor: { type: row.actor_type ?? '', id: row.actor_id ?? '', name: row.actor_name },
    source: row.source as GuardrailVersion['source'],
    keyPrefix: row.key_prefix,
  };
}

type Version = VersionRow & Record<string, unknown>;

export async function selectVersion(
  transaction: Transaction,
  organizationId: string,
  id: string,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await transaction.query<Version>(SELECT_VERSION, [organizationId, id, version]);
  return row;
}

const SELECT_VERSION = `
  SELECT ${COLUMNS} FROM svc.guardrail_versions v
  WHERE v.organization_id = $1 AND v.guardrail_id = $2 AND v.version = $3`;

export async function selectLatestVersion(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<VersionRow | undefined> {
  const [row] = await transaction.query<Version>(SELECT_LATEST, [organizationId, id]);
  return row;
}

const SELECT_LATEST = `
  SELECT ${COLUMNS} FROM svc.guardrail_versions v
  WHERE v.organization_id = $1 AND v.guardrail_id = $2 ORDER BY v.version DESC LIMIT 1`;

export function noSuchGuardrail(): ApiError {
  return new ApiError('not_found', { message: 'There is no such guardrail.' });
}

export function noSuchVersion(): ApiError {
  return new ApiError('not_found', { message: 'The guardrail has no such version to go back to.' });
}
