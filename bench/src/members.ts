// SPDX-License-Identifier: Apache-2.0
/** Members of an organization, with sessions, made by SQL. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** Members of one organization, each with a session whose token is known here. */
export async function makeSessions(
  connectionString: string,
  { organization, role, count }: { organization: string; role: 'OWNER' | 'MEMBER'; count: number },
): Promise<string[]> {
  return await asEveryOrganization(connectionString, async (client) => {
    const named = await client.query<{ organization_id: string }>(
      'SELECT organization_id FROM svc.organizations WHERE name = $1',
      [organization],
    );
    const people = Array.from({ length: count }, () => {
      const secret = randomBytes(32);
      const sessionId = randomUUID();
      const token = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), secret]).toString('base64url');
      const digest = createHash('sha256').update(secret).digest('hex');
      return { accountId: randomUUID(), sessionId, token, digest };
    });
    await client.query(INSERT_PEOPLE, [
      named.rows[0]?.organization_id,
      people.map(({ accountId }) => accountId),
      people.map(({ sessionId }) => sessionId),
      people.map(({ digest }) => digest),
      role,
    ]);
    return people.map(({ token }) => token);
  });
}

/** A connection that passes row-level security for all organizations. */
export async function asEveryOrganization<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`SELECT set_config('svc.across', 'organization_directory', false)`);
    const { rows } = await client.query<{ id: string }>('SELECT organization_id AS id FROM svc.organization_directory');
    const ids = rows.map(({ id }) => id);
    await client.query('SELECT set_config($1, $2, false)', ['svc.organizations', `{${ids.join(',')}}`]);
    return await work(client);
  } finally {
    await client.end();
  }
}

const INSERT_PEOPLE = `
  WITH people AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS p (account_id, session_id, digest)
  ), accounts AS (
    INSERT INTO svc.accounts (id, email, email_key, name, password_hash, created_at, notifications)
    SELECT account_id, account_id || '@bench.test', account_id || '@bench.test', 'Bench', '', now(), '{}' FROM people
    RETURNING id
  ), memberships AS (
    INSERT INTO svc.memberships (organization_id, account_id, role, created_at)
    SELECT $1, id, $5, now() FROM accounts
  )
  INSERT INTO svc.sessions (id, account_id, organization_id, created_at, expires_at, family_hash, refresh_hash,
    access_hash, access_expires_at, signed_in_at, last_used_at)
  SELECT session_id, account_id, $1, now(), now() + interval '1 day', sha256('family'), sha256(session_id::text::bytea),
    decode(digest, 'hex'), now() + interval '1 day', now(), now()
  FROM people JOIN accounts ON accounts.id = people.account_id`;
