// SPDX-License-Identifier: Apache-2.0
/** Answers what an organization holds about one of its members, by the categories of the record of processing. */
import {
  HELD_DATA_FORMAT,
  HELD_ITEMS_MAX,
  type HeldCategory,
  type HeldData,
  type HeldUntil,
  IMPACTS_KEPT_HOURS,
  NOT_SHOWN,
  NOTIFICATIONS,
  type Role,
  SESSION_REFRESH_DAYS,
} from '@svc/contract';
import type pg from 'pg';
import { ENDED_GRANTS_KEPT_DAYS } from '../../organization/oauth/index.ts';
import { ENDED_MAILS_KEPT_DAYS } from '../../outgoing/mail/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { namesOfChats } from '../../registry/chat-links/index.ts';
import { selectPlan } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { CHANGE_KINDS, HELD_STATEMENTS } from './held-statements.ts';

type Kept = HeldData['person']['kept'];

const DAY_HOURS = 24;

/** @throws ApiError 404 for an account that is no member, and left no trace as one */
export async function readHeldData(
  pool: pg.Pool,
  organization: { id: string; name: string },
  accountId: string,
  nowMs: number,
): Promise<HeldData> {
  const { id, name } = organization;
  return await inTransaction(
    pool,
    [id],
    async (transaction) => {
      const { retentionDays } = (await selectPlan(transaction, id)).limits;
      const person = await readPerson(transaction, id, accountId);
      const lists = await readLists(transaction, [id, accountId], retentionDays);
      const kinds = await transaction.query<{ kind: string; count: number }>(CHANGE_KINDS, [id, accountId]);
      return {
        format: HELD_DATA_FORMAT,
        readAt: new Date(nowMs).toISOString(),
        organization: { id, name },
        person,
        ...lists,
        changeKinds: kinds,
        notShown: [...NOT_SHOWN],
      };
    },
    'snapshot',
  );
}

type Lists = Pick<HeldData, HeldCategory>;

async function readLists(
  transaction: Transaction,
  of: readonly [string, string],
  retentionDays: number | null,
): Promise<Lists> {
  const lists: Partial<Record<HeldCategory, unknown>> = {};
  for (const category of Object.keys(HELD_STATEMENTS) as HeldCategory[]) {
    const values = [...of, HELD_ITEMS_MAX, ...(category === 'sessions' ? [transaction.clock.now()] : [])];
    const found = await transaction.query<{ total: number }>(HELD_STATEMENTS[category], values);
    const rows = category === 'chatUsers' ? await withNames(transaction, of[0], found) : found;
    lists[category] = {
      kept: keptOf(category, retentionDays),
      total: rows[0]?.total ?? 0,
      items: rows.map(({ total: _total, ...item }) => plain(item)),
    };
  }
  return lists as Lists;
}

/** An integration stands there by its id, since its name lies apart from the links. */
async function withNames(transaction: Transaction, organizationId: string, users: { total: number }[]) {
  const found = users as { total: number; integration: string }[];
  const ids = found.map(({ integration }) => integration);
  const names = await namesOfChats(transaction, [organizationId], ids);
  return found.map((user) => ({ ...user, integration: names.get(user.integration)?.integration ?? user.integration }));
}

/** Times are written as everywhere else. */
const plain = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

const ENDS: Readonly<Record<Exclude<HeldCategory, 'reviews' | 'grants'>, Kept>> = {
  roleChanges: until('ORGANIZATION_DELETED'),
  sessions: until('SESSION_ENDS', SESSION_REFRESH_DAYS),
  changes: until('ORGANIZATION_DELETED'),
  pauses: until('RECORD_DELETED'),
  anomalies: until('ORGANIZATION_DELETED'),
  apiKeys: until('ORGANIZATION_DELETED'),
  impacts: until('MADE', IMPACTS_KEPT_HOURS / DAY_HOURS),
  connectedApps: until('CONNECTION_ENDED', ENDED_GRANTS_KEPT_DAYS),
  chatUsers: until('LINK_ENDS'),
  directories: until('MEMBERSHIP_ENDS'),
  provisioned: until('DIRECTORY_DELETES'),
  groups: until('MEMBERSHIP_ENDS'),
  signingKeys: until('MEMBERSHIP_ENDS'),
  invitations: until('INVITATION_ENDS'),
  mails: until('MAIL_SENT', ENDED_MAILS_KEPT_DAYS),
  exports: until('ORGANIZATION_DELETED'),
};

function until(end: HeldUntil, days: number | null = null): Kept {
  return { until: end, days };
}

/** Reviews go with their events, whose days are the organization's own; grants are kept as long after their end. */
function keptOf(category: HeldCategory, retentionDays: number | null): Kept {
  return category === 'reviews' || category === 'grants' ? until('EVENT_EXPIRES', retentionDays) : ENDS[category];
}

interface MemberRow extends Record<string, unknown> {
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  secondFactor: boolean;
  notifications: Partial<Record<(typeof NOTIFICATIONS)[number], boolean>>;
}

/** The account of one who left is their own matter: the organization keeps its id alone. @throws ApiError 404 */
async function readPerson(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<HeldData['person']> {
  const [row] = await transaction.query<MemberRow>(SELECT_MEMBER, [organizationId, accountId]);
  if (row !== undefined) {
    const { notifications, joinedAt, ...member } = row;
    const switches = NOTIFICATIONS.map((name) => [name, notifications[name] ?? true] as const);
    return {
      id: accountId,
      isMember: true,
      ...member,
      joinedAt: joinedAt.toISOString(),
      notifications: Object.fromEntries(switches) as HeldData['person']['notifications'],
      kept: until('MEMBERSHIP_ENDS'),
    };
  }
  if ((await transaction.query(SELECT_TRACE, [organizationId, accountId])).length === 0) {
    throw new ApiError('not_found', { message: 'The organization has no such member, and had none.' });
  }
  const nothing = { name: null, email: null, role: null, joinedAt: null, secondFactor: null, notifications: null };
  return { id: accountId, isMember: false, ...nothing, kept: until('ORGANIZATION_DELETED') };
}

const SELECT_MEMBER = `
  SELECT a.name, a.email, m.role, m.created_at AS "joinedAt", a.notifications,
    EXISTS (SELECT FROM svc.account_totp t WHERE t.account_id = m.account_id AND t.enabled_at IS NOT NULL)
      OR EXISTS (SELECT FROM svc.account_passkeys p WHERE p.account_id = m.account_id) AS "secondFactor"
  FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.account_id = $2`;

const SELECT_TRACE = `
  (SELECT 1 FROM svc.audit_entries
    WHERE organization_id = $1 AND actor_type = 'user' AND actor_id = $2::text LIMIT 1)
  UNION ALL
  (SELECT 1 FROM svc.audit_entries
    WHERE organization_id = $1 AND subject_type = 'member' AND subject_id = $2::text LIMIT 1)`;
