// SPDX-License-Identifier: Apache-2.0
/** Guardrails as people see them: with the author of the last change, and the last proof as it stands now. */
import type {
  DeletedGuardrailList,
  Guardrail,
  GuardrailList,
  GuardrailListQuery,
  PolicyCondition,
} from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { listRecords, type RecordListShape, searchIn, sortedPage } from '../../registry/record-lists/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { namedAgents } from '../policy-jobs/index.ts';
import { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow } from '../policy-versions/index.ts';
import { changedSince, type Grounds, groundsOf } from './grounds.ts';
import { claimOf, type GuardrailValues } from './plan-guardrails.ts';
import { type StoredResult, withPresentIds } from './stored-proofs.ts';
import { authorOf, noSuchGuardrail } from './versions.ts';

interface GuardrailRow extends GuardrailValues, AuthorRow {
  id: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  guardrail_version: number | null;
  policy_set_version: number | null;
  world_digest: Buffer | null;
  proved_at: Date | null;
  result: StoredResult | null;
}

const COLUMNS = `g.id, g.name, g.claim, g.enforcing, g.version, g.created_at, g.updated_at, ${AUTHOR_COLUMNS},
  p.guardrail_version, p.policy_set_version, p.world_digest, p.proved_at, p.result`;

const JOINS = `
    LEFT JOIN svc.guardrail_versions v
      ON v.organization_id = g.organization_id AND v.guardrail_id = g.id AND v.version = g.version
    LEFT JOIN svc.guardrail_proofs p ON p.organization_id = g.organization_id AND p.guardrail_id = g.id
    ${AUTHOR_JOINS}`;

const SORTS = { name: { type: 'text', column: 'lower(g.name)' } } as const;

/**
 * Proofs are compared with the snapshot, so the caller makes sure that it is current.
 * @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once
 */
export async function listGuardrails(
  reads: Reads,
  reader: Reader,
  snapshot: OrganizationSnapshot,
  { q, state, enforcing, ...query }: GuardrailListQuery,
): Promise<GuardrailList> {
  const now = await groundsOf(snapshot);
  const shown = shower(snapshot, now);
  const shape: RecordListShape<keyof typeof SORTS> = {
    from: 'svc.guardrails g',
    alias: 'g',
    sorts: SORTS,
    sandbox: false,
    filters: [
      [q, searchIn('g.name', 'g.id')],
      [state, (place) => `${stateIn(now)} = ${place}`],
      [enforcing, (place) => `g.enforcing = (${place})::boolean`],
    ],
    columns: COLUMNS,
    joins: JOINS,
  };
  const page = sortedPage<keyof typeof SORTS>(query, 'name');
  const { list } = await listRecords<GuardrailRow, keyof typeof SORTS, Guardrail, null>(
    reads,
    reader,
    page,
    shape,
    async () => null,
    shown,
  );
  return { ...list, policySetVersion: snapshot.policySetVersion };
}

/** @throws ApiError 404 */
export async function readGuardrail(
  reads: Pick<Reads, 'pool'>,
  snapshot: OrganizationSnapshot,
  id: string,
): Promise<Guardrail> {
  const [one] = await readGuardrails(reads, snapshot, [id]);
  if (one === undefined) throw noSuchGuardrail();
  return one;
}

/** Those of these ids that there are, by name; null: all. */
export async function readGuardrails(
  { pool }: Pick<Reads, 'pool'>,
  snapshot: OrganizationSnapshot,
  ids: readonly string[] | null,
): Promise<Guardrail[]> {
  const { organizationId } = snapshot;
  const shown = shower(snapshot, await groundsOf(snapshot));
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<GuardrailRow & Record<string, unknown>>(SELECT_SOME, [organizationId, ids]),
  );
  return rows.map(shown);
}

const SELECT_SOME = `
  SELECT ${COLUMNS} FROM svc.guardrails g ${JOINS}
  WHERE g.organization_id = $1 AND ($2::uuid[] IS NULL OR g.id = ANY ($2)) ORDER BY lower(g.name) COLLATE "C", g.id`;

interface Present {
  policyId(name: string): string | undefined;
  agentName(id: string): string | undefined;
}

function shower({ agentsById, policies }: OrganizationSnapshot, now: Grounds): (row: GuardrailRow) => Guardrail {
  const idOf = new Map(policies.map(({ id, name }) => [name, id]));
  const present: Present = {
    policyId: (name) => idOf.get(name),
    agentName: (id) => agentsById.get(id)?.name,
  };
  return (row) => guardrailOf(row, now, present);
}

function guardrailOf(row: GuardrailRow, now: Grounds, { policyId, agentName }: Present): Guardrail {
  const proof = proofOf(row, now, policyId);
  const { when, unless } = row.claim;
  const conditions = [when, unless].filter((condition): condition is PolicyCondition => condition !== undefined);
  return {
    id: row.id,
    name: row.name,
    claim: claimOf(row),
    enforcing: row.enforcing,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    changedBy: authorOf(row),
    state: stateOf(proof),
    agents: namedAgents({ condition: { anyOf: conditions } }, agentName),
    proof,
  };
}

function proofOf(row: GuardrailRow, now: Grounds, idOf: (name: string) => string | undefined): Guardrail['proof'] {
  const { guardrail_version: guardrailVersion, policy_set_version: policySetVersion, world_digest: worldDigest } = row;
  const { proved_at: provedAt, result } = row;
  if (guardrailVersion === null || policySetVersion === null || worldDigest === null || provedAt === null) return null;
  return {
    provedAt: provedAt.toISOString(),
    policySetVersion,
    changedSince: changedSince({ guardrailVersion, policySetVersion, worldDigest }, row.version, now),
    result: result === null ? null : withPresentIds(result, idOf),
  };
}

function stateOf(proof: Guardrail['proof']): Guardrail['state'] {
  if (proof === null || proof.changedSince.length > 0) return 'OUTDATED';
  if (proof.result === null) return 'INCOMPLETE';
  if (proof.result.vacuous) return 'VACUOUS';
  return proof.result.proved ? 'PROVED' : 'REFUTED';
}

/** The same for a filter. Nothing that stands in it came with the request. */
const stateIn = ({ policySetVersion, worldDigest }: Grounds): string => `COALESCE((
    SELECT CASE
      WHEN s.guardrail_version <> g.version OR s.policy_set_version <> ${policySetVersion}
        OR s.world_digest <> '\\x${worldDigest.toString('hex')}'::bytea THEN 'OUTDATED'
      WHEN s.result IS NULL THEN 'INCOMPLETE'
      WHEN (s.result ->> 'vacuous')::boolean THEN 'VACUOUS'
      WHEN (s.result ->> 'proved')::boolean THEN 'PROVED'
      ELSE 'REFUTED'
    END
    FROM svc.guardrail_proofs s WHERE s.organization_id = $1 AND s.guardrail_id = g.id
  ), 'OUTDATED')`;

/** The latest of those that can come back. @throws ApiError 429 when too much is read at once */
export async function listDeletedGuardrails(reads: Reads, reader: Reader, page: Page): Promise<DeletedGuardrailList> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const rows = await transaction.query<DeletedRow>(SELECT_DELETED, [organizationId, page.after, page.limit + 1]);
      return pageAnswer(rows, page, ({ deleted_us, id }) => `${deleted_us}:${id}`, deletedOf);
    }),
  );
}

interface DeletedRow extends AuthorRow {
  [column: string]: unknown;
  id: string;
  name: string;
  version: number;
  created_at: Date;
  deleted_us: string;
}

function deletedOf(row: DeletedRow): DeletedGuardrailList['items'][number] {
  const { id, name, version, created_at: deletedAt } = row;
  return { id, name, version, deletedAt: deletedAt.toISOString(), ...authorOf(row) };
}

/** A guardrail that was deleted more than once counts once: with its latest version. */
const SELECT_DELETED = `
  SELECT v.guardrail_id AS id, v.name, v.version, v.created_at, v.deleted_us::text, ${AUTHOR_COLUMNS}
  FROM (
      SELECT d.*, deleted_us
      FROM svc.guardrail_versions d,
        LATERAL (SELECT (extract(epoch FROM d.created_at) * 1000000)::bigint AS deleted_us) marked
      WHERE d.organization_id = $1 AND d.change = 'delete'
        AND NOT EXISTS (SELECT FROM svc.guardrails g WHERE g.organization_id = $1 AND g.id = d.guardrail_id)
        AND NOT EXISTS (
          SELECT FROM svc.guardrail_versions later
          WHERE later.organization_id = $1 AND later.guardrail_id = d.guardrail_id AND later.version > d.version
        )
        AND (
          $2::text IS NULL
          OR (deleted_us, d.guardrail_id) < (split_part($2, ':', 1)::bigint, split_part($2, ':', 2)::uuid)
        )
      ORDER BY deleted_us DESC, d.guardrail_id DESC LIMIT $3
    ) v
    ${AUTHOR_JOINS}
  ORDER BY v.deleted_us DESC, v.guardrail_id DESC`;
