// SPDX-License-Identifier: Apache-2.0
/** Makes, renews and ends the demo, as the configuration asks. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { deleteAccountRows } from '../../people/accounts/index.ts';
import { selectMemberships } from '../../people/memberships/index.ts';
import { endSessionsOf, leaveSessions } from '../../people/sessions/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { lockHead } from '../../storage/heads/index.ts';
import { HISTORY_DAYS_MAX, type HistoryCast, type HistoryDeps, writeHistory } from '../history/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { type DemoOrganization, deleteDemo, insertDemo, markAccounts, openDemo, selectDemos } from './rows.ts';

export const DEMO_NAME = 'Aurora Pagamentos (demo)';

/** Three in the morning in São Paulo, where the organization works. */
const RESET_AT_UTC_HOUR = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Decisions of a working day, about. */
const PER_DAY = 60;

export interface DemoDeps {
  pool: pg.Pool;
  vault: Vault;
  reach: AddressReach;
  log: { info(fields: object, message: string): void };
}

export interface DemoOptions {
  /** The configuration asks for a demo. */
  isOn: boolean;
  /** The length of the history; a year by default. */
  days?: number;
  perDay?: number;
}

/**
 * One process at a time calls this. It ends what a process that died has begun, and begins anew. The rows of an ended
 * demo go with those of every ended organization, in batches.
 * @param signal stops between two days of the history
 */
export async function keepDemo(
  deps: DemoDeps,
  options: DemoOptions,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const [current, ...others] = await inTransaction(deps.pool, [], selectDemos);
  const isGood = options.isOn && current !== undefined && isOfLastNight(current, nowMs);
  const ending = isGood || current === undefined ? others : [current, ...others];
  for (const one of ending) await endDemo(deps.pool, one);
  if (isGood || !options.isOn) return;
  try {
    await makeDemo(deps, options, nowMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function isOfLastNight({ openedAt }: DemoOrganization, nowMs: number): boolean {
  const nightOf = (atMs: number) => Math.floor((atMs - RESET_AT_UTC_HOUR * HOUR_MS) / DAY_MS);
  return openedAt !== null && nightOf(openedAt.getTime()) >= nightOf(nowMs);
}

/** Its people go at once with it. No mail is sent, since no person reads it. */
async function endDemo(pool: pg.Pool, { organizationId }: DemoOrganization): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    await lockHead(transaction, organizationId);
    const members = await selectMemberships(transaction, organizationId);
    await leaveSessions(transaction, organizationId);
    await transaction.query(BEGIN_DELETION, [organizationId]);
    await deleteDemo(transaction, organizationId);
    await endSessionsOf(
      transaction,
      members.map(({ accountId }) => accountId),
    );
    for (const { accountId } of members) await deleteAccountRows(transaction, accountId);
  });
}

const BEGIN_DELETION = `SELECT svc.begin_deletion($1)`;

/** Organization, people and the row of the demo commit together: none is ever left without the others. */
async function makeDemo(deps: DemoDeps, options: DemoOptions, nowMs: number, signal: AbortSignal): Promise<void> {
  const { pool } = deps;
  const cast = demoCast();
  const provision: HistoryDeps['provision'] = (text, atMs, awaitPast) =>
    applyProvisioning({ ...deps, nowMs: atMs }, parseProvisioning(text, 'demo'), {
      isOwn: true,
      async alongside(transaction, organizations) {
        await awaitPast(transaction, organizations);
        await markDemo(transaction, organizations);
      },
    });
  const { days = HISTORY_DAYS_MAX, perDay = PER_DAY } = options;
  const written = await writeHistory({ pool, provision }, { nowMs, days, perDay, cast, signal });
  const { organizationId, decisions } = written;
  await inTransaction(pool, [organizationId], (transaction) => openDemo(transaction, organizationId, nowMs));
  deps.log.info({ organizationId, decisions }, 'the demo was made anew');
}

async function markDemo(transaction: Transaction, organizations: readonly { id: string }[]): Promise<void> {
  for (const { id: organizationId } of organizations) {
    const members = await selectMemberships(transaction, organizationId);
    const visitor = members.find(({ role }) => role === 'MEMBER');
    if (visitor === undefined) throw new Error('the demo has no account for its visitors');
    const accountIds = members.map(({ accountId }) => accountId);
    await markAccounts(transaction, accountIds);
    await insertDemo(transaction, { organizationId, visitorId: visitor.accountId });
  }
}

/** Passwords and key are told to no person. New addresses each time: a sign-up with one of them gets nothing. */
function demoCast(): HistoryCast {
  const domain = `${randomBytes(4).toString('hex')}.aurora.example`;
  const password = () => randomBytes(24).toString('base64url');
  return {
    name: DEMO_NAME,
    people: [
      { email: `olivia@${domain}`, name: 'Olivia Prado', role: 'OWNER', password: password() },
      { email: `andre@${domain}`, name: 'André Lima', role: 'ADMIN', password: password() },
      { email: `demo@${domain}`, name: 'Demo', role: 'MEMBER', password: password() },
    ],
    keys: { production: `key_live_${randomKey()}` },
  };
}

/** 43 letters and digits. */
function randomKey(): string {
  return randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .padEnd(43, '0')
    .slice(0, 43);
}
