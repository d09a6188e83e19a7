// SPDX-License-Identifier: Apache-2.0
/** Lists the members of an organization, the earliest first. */
import type { Member, MemberList, MemberListQuery, Role } from '@svc/contract';
import type pg from 'pg';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { groupNames } from '../../storage/authority/index.ts';
import { conditionsOf, inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';
import { contains } from '../../storage/lists/index.ts';

export async function listMembers(
  pool: pg.Pool,
  organizationId: string,
  query: Omit<MemberListQuery, 'limit' | 'cursor'>,
  { page, asker }: { page: Page; asker: Role },
): Promise<MemberList> {
  const { text, values } = conditionsOf(
    [organizationId, page.limit + 1],
    [
      [page.after, afterCondition],
      [query.role, (place) => `m.role = ${place}`],
      [query.group, groupCondition],
      [query.q, searchCondition],
    ],
  );
  const rows = await inTransaction(pool, [organizationId], async (transaction) =>
    withLastSeen(transaction, await transaction.queryOnce<MemberRow>(`${selectMembers(text)} LIMIT $2`, values)),
  );
  return pageAnswer(
    rows,
    page,
    (row) => `${row.joined_us}:${row.id}`,
    (row) => seenBy(asker, memberOf(row)),
  );
}

/** Only roles that can act on it see which members are easiest to attack. */
function seenBy(asker: Role, member: Member): Member {
  return asker === 'MEMBER' ? { ...member, secondFactor: null } : member;
}

/** @returns null for an account that is not a member */
export async function readMember(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Member | null> {
  const found = await transaction.query<MemberRow>(SELECT_MEMBER, [organizationId, accountId]);
  const [row] = await withLastSeen(transaction, found);
  return row === undefined ? null : memberOf(row);
}

interface MemberRow extends Record<string, unknown> {
  id: string;
  name: string;
  email: string;
  role: Role;
  groups: string[];
  by_directory: boolean;
  created_at: Date;
  joined_us: string;
  second_factor: boolean;
  reviews_answered: number;
}

type SeenRow = MemberRow & { last_seen_at: Date | null };

/** A member's sessions in all organizations count; nothing else of them is read. */
async function withLastSeen(transaction: Transaction, members: readonly MemberRow[]): Promise<SeenRow[]> {
  const ids = members.map(({ id }) => id);
  const seen = await queryAcross<{ id: string; at: Date }>(transaction, ['sessions'], SELECT_LAST_SEEN, [ids]);
  const seenAt = new Map(seen.map(({ id, at }) => [id, at]));
  return members.map((member) => ({ ...member, last_seen_at: seenAt.get(member.id) ?? null }));
}

const SELECT_LAST_SEEN = `
  SELECT account_id AS id, max(greatest(created_at, rotated_at)) AS at FROM svc.sessions
  WHERE account_id = ANY ($1::uuid[]) GROUP BY account_id`;

function memberOf(row: SeenRow): Member {
  const { id, name, email, role, groups, by_directory: byDirectory } = row;
  const { second_factor: secondFactor, reviews_answered: reviewsAnswered } = row;
  const lastSeenAt = row.last_seen_at?.toISOString() ?? null;
  const joinedAt = row.created_at.toISOString();
  return { id, name, email, role, byDirectory, groups, joinedAt, secondFactor, reviewsAnswered, lastSeenAt };
}

const afterCondition = (place: string): string => `(${JOINED_US}, m.account_id) >
    (split_part(${place}, ':', 1)::bigint, split_part(${place}, ':', 2)::uuid)`;

const searchCondition = (place: string): string => `(${contains(place, 'a.name', 'a.email_key')})`;

const groupCondition = (place: string): string => `EXISTS (
    SELECT FROM svc.groups g JOIN svc.group_members gm ON gm.organization_id = g.organization_id AND gm.group_id = g.id
    WHERE g.organization_id = $1 AND g.name = ${place} AND gm.account_id = m.account_id
  )`;

const JOINED_US = `(extract(epoch FROM m.created_at) * 1000000)::bigint`;

const BY_DIRECTORY = `EXISTS (
      SELECT FROM svc.scim_users s
      WHERE s.organization_id = $1 AND s.account_id = m.account_id AND s.deleted_at IS NULL
    )`;

const selectMembers = (conditions: string): string => `
  SELECT m.account_id AS id, a.name, a.email, m.role, ${groupNames('m.account_id')} AS groups,
    ${BY_DIRECTORY} AS by_directory, m.created_at,
    ${JOINED_US}::text AS joined_us,
    EXISTS (SELECT FROM svc.account_totp t WHERE t.account_id = m.account_id AND t.enabled_at IS NOT NULL)
      OR EXISTS (SELECT FROM svc.account_passkeys p WHERE p.account_id = m.account_id) AS second_factor,
    (SELECT count(*)::int FROM svc.reviews r
      WHERE r.organization_id = $1 AND r.decided_by = m.account_id) AS reviews_answered
  FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1
    AND ${conditions}
  ORDER BY ${JOINED_US}, m.account_id`;

const SELECT_MEMBER = selectMembers('m.account_id = $2');
