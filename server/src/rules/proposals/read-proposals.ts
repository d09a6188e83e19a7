// SPDX-License-Identifier: Apache-2.0
/** Proposals as people see them: one, and a page of them. */
import type { Proposal, ProposalList, ProposalListQuery, Role } from '@svc/contract';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { cursorOf, pageOf, UUID_MARK } from '../../platform/pagination/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { PROPOSAL_COLUMNS, PROPOSAL_JOINS, type StoredProposal, selectProposal } from './rows.ts';

interface Viewer extends Changer {
  role: Role;
}

/** @throws ApiError 404 */
export async function readProposal(pool: pg.Pool, viewer: Viewer, id: string): Promise<Proposal> {
  const { organizationId } = viewer;
  const row = await inTransaction(pool, [organizationId], (transaction) =>
    selectProposal(transaction, organizationId, id),
  );
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such proposal.' });
  return shown(row, viewer, pool.clock.nowMs());
}

/** The newest first. @throws ApiError 400 */
export async function listProposals(pool: pg.Pool, viewer: Viewer, query: ProposalListQuery): Promise<ProposalList> {
  const { limit, after } = pageOf(query, UUID_MARK);
  const { organizationId } = viewer;
  const nowMs = pool.clock.nowMs();
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const now = new Date(nowMs);
    const values = [organizationId, now, query.status ?? null, after, limit + 1];
    const rows = await transaction.query<StoredProposal & Record<string, unknown>>(SELECT_PAGE, values);
    const [waiting] = await transaction.query<{ count: number }>(COUNT_WAITING, [organizationId, now]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map((row) => shown(row, viewer, nowMs)),
      nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.id) : null,
      pending: waiting?.count ?? 0,
    };
  });
}

const STATUS = `CASE WHEN p.status = 'PENDING' AND p.expires_at <= $2::timestamptz THEN 'EXPIRED' ELSE p.status END`;

const SELECT_PAGE = `
  SELECT ${PROPOSAL_COLUMNS} FROM svc.proposals p ${PROPOSAL_JOINS}
  WHERE p.organization_id = $1 AND ($3::text IS NULL OR ${STATUS} = $3) AND ($4::uuid IS NULL OR p.id < $4::uuid)
  ORDER BY p.id DESC LIMIT $5`;

const COUNT_WAITING = `
  SELECT count(*)::int AS count FROM svc.proposals
  WHERE organization_id = $1 AND status = 'PENDING' AND expires_at > $2::timestamptz`;

function shown(row: StoredProposal, { accountId, role }: Viewer, nowMs: number): Proposal {
  const isWaiting = row.status === 'PENDING' && row.expiresAt.getTime() > nowMs;
  const isAdmin = role === 'OWNER' || role === 'ADMIN';
  const isOwn = row.authorPersonId === accountId;
  const { note, reason } = row.request as { note?: string; reason?: string };
  return {
    id: row.id,
    kind: row.kind,
    status: row.status === 'PENDING' && !isWaiting ? 'EXPIRED' : row.status,
    subject: row.subject,
    request: row.request,
    looser: { ...row.looser, records: row.looser.records ?? [] },
    note: note ?? reason ?? null,
    author: { type: row.authorType, id: row.authorId, name: row.authorName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    answeredBy: row.answeredBy === null ? null : { id: row.answeredBy, name: row.answeredByName },
    answeredAt: row.answeredAt?.toISOString() ?? null,
    mayAnswer: isWaiting && isAdmin && !isOwn,
    mayWithdraw: isWaiting && isAdmin && isOwn,
  };
}
