// SPDX-License-Identifier: Apache-2.0
/** Sign-ins as old as a backup: they end in the transaction that restores them, so that none of them is ever open. */
import type pg from 'pg';
import type { Change } from '../../../storage/heads/index.ts';

export interface EndedSignIns {
  sessions: number;
  /** One-time links of mails and chats, and invitations, which can be sent again. */
  links: number;
  /** Connected apps, by organization. */
  apps: ReadonlyMap<string, readonly string[]>;
}

/** Tables of secrets that work once. */
const ONE_TIME_TABLES = ['account_links', 'chat_link_requests', 'first_owner_links', 'passkey_challenges'];

/** @param tables those of the backup: an older one lacks some */
export async function endSignIns(client: pg.Client, tables: ReadonlySet<string>, at: Date): Promise<EndedSignIns> {
  const count = async (table: string, text: string, values: unknown[] = []) =>
    tables.has(table) ? ((await client.query(text, values)).rowCount ?? 0) : 0;
  const sessions = await count('sessions', 'DELETE FROM svc.sessions');
  let links = await count('invitations', EXPIRE_INVITATIONS, [at]);
  await count('invitation_directory', EXPIRE_DIRECTORY, [at]);
  for (const table of ONE_TIME_TABLES) links += await count(table, `DELETE FROM svc.${table}`);
  const apps = new Map<string, string[]>();
  if (tables.has('oauth_grants')) {
    const { rows } = await client.query<{ organizationId: string; id: string }>(END_GRANTS, [at]);
    for (const { organizationId, id } of rows) apps.set(organizationId, [...(apps.get(organizationId) ?? []), id]);
  }
  return { sessions, links, apps };
}

const EXPIRE_INVITATIONS = `
  UPDATE svc.invitations SET expires_at = $1::timestamptz WHERE expires_at > $1::timestamptz`;

const EXPIRE_DIRECTORY = `
  UPDATE svc.invitation_directory SET expires_at = $1::timestamptz WHERE expires_at > $1::timestamptz`;

const END_GRANTS = `
  UPDATE svc.oauth_grants SET ended_at = $1::timestamptz, end_reason = 'REVOKED' WHERE ended_at IS NULL
  RETURNING organization_id AS "organizationId", id`;

/** The entries of the connected apps, for the audit of each organization. */
export function appEntries({ apps }: EndedSignIns): ReadonlyMap<string, readonly Change[]> {
  const entryOf = (id: string): Change => ({
    kind: 'connected_app.ended',
    subject: { type: 'connected_app', id },
    metadata: { reason: 'RESTORE' },
  });
  return new Map([...apps].map(([organizationId, ids]) => [organizationId, ids.map(entryOf)]));
}
