// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its whole database is saved and restored.
 * Guarantee: after a restore no session, connected app or link of that time opens anything, unless it is asked for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { ACME, acme, startTestService, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { readConfig } from '../../../platform/config/index.ts';
import { backUp, restore } from './index.ts';

let folder: string;
let source: TestService;
let owner: Browser;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-sign-ins-'));
  source = await startTestService({ provisioning: acme() });
  owner = await signIn(source.baseUrl, PEOPLE.owner);
  await openBrowser(source.baseUrl).call('/auth/password/forgot', { body: { email: PEOPLE.owner } });
  await readRows(source.database, INSERT_GRANT);
  await readRows(source.database, INSERT_INVITATION);
  expect(await backUp(configOf(source.database), join(folder, 'svc.backup'), { write: () => undefined })).toBe(0);
});
afterAll(async () => {
  await source.stop();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

const OF_OWNER = `
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id) WHERE o.name = '${ACME}' AND m.role = 'OWNER'`;
const INSERT_GRANT = `
  INSERT INTO svc.oauth_grants
    (id, organization_id, account_id, role, client_id, client_name, client_host, scopes, may_ask, created_at)
  SELECT gen_random_uuid(), organization_id, account_id, 'OWNER', 'https://app.test', 'App', 'app.test', '{}', false, now()
  ${OF_OWNER}`;
const INSERT_INVITATION = `
  INSERT INTO svc.invitations
    (organization_id, id, email, email_key, role, invited_by, secret_hash, created_at, sent_at, expires_at)
  SELECT organization_id, gen_random_uuid(), 'new@acme.test', 'new@acme.test', 'ADMIN', account_id, sha256('x'), now(), now(),
    now() + interval '7 days'
  ${OF_OWNER}`;

const configOf = ({ connectionString }: TestDatabase) =>
  readConfig({
    DATABASE_URL: connectionString,
    SVC_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY.toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
  });

/** @returns what the command said, and the service on the restored database */
async function restored(options: string[]): Promise<{ text: string; service: TestService }> {
  const database = await createTestDatabase();
  databases.push(database);
  let text = '';
  const stdout = { write: (part: string) => (text += part) };
  const args = [join(folder, 'svc.backup'), ...options];
  expect(await restore(args, () => configOf(database), { stdout, stderr: stdout })).toBe(0);
  return { text, service: await startTestService({ database }) };
}

const OPEN = `
  SELECT (SELECT count(*)::int FROM svc.sessions) AS sessions,
    (SELECT count(*)::int FROM svc.account_links) AS links,
    (SELECT count(*)::int FROM svc.oauth_grants WHERE ended_at IS NULL) AS apps,
    (SELECT count(*)::int FROM svc.invitations WHERE expires_at > now()) AS invitations`;
const statusOf = async ({ baseUrl }: TestService) => (await openBrowser(baseUrl, owner.cookies).call('/me')).status;

it('ends them, says so in the audit, and names what is as old as the backup', async () => {
  const { text, service } = await restored([]);
  try {
    expect(await statusOf(service)).toBe(401);
    expect(await readRows(service.database, OPEN)).toEqual([{ sessions: 0, links: 0, apps: 0, invitations: 0 }]);
    expect(text).toMatch(
      /^Restored\. The stored secrets can be opened\.\nEnded: 1 sessions, 1 connected apps, 2 links/m,
    );
    expect(text).toMatch(/^As old as the backup, which is of \d{4}-\d\d-\d\dT[\d:.]+Z:\n +1 {2}passwords\n/m);
    expect(text).toContain('svc-server keys revoke PREFIX');
    const last = (await readAuditEntries(service.database, ACME)).slice(-2);
    expect(last.map(({ kind, actor }) => [kind, actor.id])).toEqual([
      ['organization.sessions_ended', 'operator'],
      ['connected_app.ended', 'operator'],
    ]);
    const again = await signIn(service.baseUrl, PEOPLE.owner);
    expect((await again.call('/audit/verify')).body).toMatchObject({ verdict: 'VALID' });
  } finally {
    await service.stop();
  }
});

it('keeps them where that is asked for', async () => {
  const { text, service } = await restored(['--keep-sign-ins']);
  try {
    expect(await statusOf(service)).toBe(200);
    expect(await readRows(service.database, OPEN)).toEqual([{ sessions: 1, links: 1, apps: 1, invitations: 1 }]);
    expect(text).toContain('Sessions, connected apps and links are those of the backup.');
  } finally {
    await service.stop();
  }
});
