// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a file registers chats and ticket systems whole, keeps what it leaves out, and shows none of its secrets. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import { createVault } from '../../../platform/vault/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { applyProvisioning, type ProvisioningError, parseProvisioning } from '../index.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 2);
});
afterAll(() => pool.end());

const vault = createVault([randomBytes(32)]);
const apply = (...integrations: string[]) => {
  const records = integrations.map((fields) => `      - { ${fields} }\n`).join('');
  const text = `apiVersion: svc/v1\nkind: Provision\norganizations:\n  - name: Acme\n    integrations:\n${records}`;
  return applyProvisioning(
    { pool, vault, reach: createAddressReach([]), nowMs: Date.now(), log: { info: () => undefined } },
    parseProvisioning(text, 'deploy.yaml'),
  );
};
const faultsOf = async (...integrations: string[]) =>
  await apply(...integrations).then(
    () => [],
    (error: ProvisioningError) => error.faults,
  );

interface Stored {
  name: string;
  settings: Record<string, unknown> | null;
  secret: string | null;
  id: string;
  organization_id: string;
}
async function stored(name: string) {
  const rows = await readRows<Stored>(
    database,
    'SELECT name, settings, secret, id, organization_id FROM svc.integrations WHERE name = $1',
    [name],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no integration ${name}`);
  const binding = { organizationId: row.organization_id, table: 'integrations', column: 'secret', rowId: row.id };
  return { settings: row.settings, secret: row.secret === null ? null : vault.open(row.secret, binding) };
}

const SLACK = 'name: slack, kind: CHAT_WEBHOOK, provider: SLACK';
const TICKET = 'name: desk, kind: TICKET';

it('registers each kind, and seals what is secret', async () => {
  await apply(
    `${SLACK}, botToken: xoxb-bot, signingSecret: signing, channel: C123`,
    'name: teams, kind: CHAT_WEBHOOK, provider: INCOMING_WEBHOOK, url: "https://chat.example/hook/its-secret"',
    `${TICKET}, url: "https://desk.example/new", headers: [{ name: X-Token, value: header-secret }], bodyTemplate: '{"t":"{{reason}}"}'`,
  );
  expect(await stored('slack')).toMatchObject({ settings: { provider: 'SLACK', channel: 'C123' } });
  expect(await stored('teams')).toMatchObject({ settings: { url: 'https://chat.example/…' } });
  expect(await stored('desk')).toMatchObject({
    settings: { method: 'POST', updateUrl: null, headerNames: ['X-Token'] },
  });
  const secrets = await Promise.all(['slack', 'teams', 'desk'].map(async (name) => (await stored(name)).secret));
  expect(secrets.map((secret) => JSON.parse(String(secret)))).toEqual([
    { botToken: 'xoxb-bot', signingSecret: 'signing' },
    { url: 'https://chat.example/hook/its-secret' },
    { headers: [{ name: 'X-Token', value: 'header-secret' }] },
  ]);
  const entries = JSON.stringify(await readRows(database, 'SELECT * FROM svc.audit_entries'));
  expect(entries).toContain('C123');
  for (const secret of ['xoxb-bot', 'signing"', 'its-secret', 'header-secret']) expect(entries).not.toContain(secret);
});

const APP_ID = '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11';
const TEAMS = `name: bot, kind: CHAT_WEBHOOK, provider: TEAMS, appId: ${APP_ID}, tenantId: ${APP_ID}`;
const JIRA = 'name: jira, kind: TICKET, provider: JIRA, url: "https://acme.atlassian.net/"';

it('registers systems of which the calls are known, and keeps what it leaves out', async () => {
  await apply(
    `${TEAMS}, clientSecret: teams-secret, channel: "19:a@thread.tacv2"`,
    `${JIRA}, username: bot@acme.example, token: jira-secret, project: OPS, closeWith: Done`,
    'name: snow, kind: TICKET, provider: SERVICENOW, url: "https://acme.service-now.com", username: b, token: snow-secret',
    'name: hub, kind: TICKET, provider: GITHUB, repository: acme/reviews, token: github-secret',
    'name: pager, kind: INCIDENT, provider: PAGERDUTY, routingKey: pager-secret',
  );
  await apply(TEAMS, `${JIRA}, closeWith: null`, 'name: pager, kind: INCIDENT');
  const secretOf = async (name: string) => String((await stored(name)).secret);
  expect(await stored('bot')).toMatchObject({
    settings: { provider: 'TEAMS', appId: APP_ID, tenantId: APP_ID, channel: '19:a@thread.tacv2' },
  });
  expect(await secretOf('bot')).toBe(JSON.stringify({ clientSecret: 'teams-secret' }));
  expect(await stored('jira')).toMatchObject({
    settings: { url: 'https://acme.atlassian.net', project: 'OPS', issueType: 'Task', closeWith: null },
  });
  expect(await secretOf('jira')).toBe(JSON.stringify({ token: 'jira-secret' }));
  expect(await stored('hub')).toMatchObject({ settings: { url: 'https://api.github.com' } });
  expect(await secretOf('pager')).toBe(JSON.stringify({ routingKey: 'pager-secret' }));
  const entries = JSON.stringify(await readRows(database, 'SELECT * FROM svc.audit_entries'));
  for (const secret of ['teams-secret', 'jira-secret', 'snow-secret', 'github-secret', 'pager-secret', 'bot@acme']) {
    expect(entries).not.toContain(secret);
  }
  expect(await faultsOf('name: jira, kind: TICKET, url: "http://169.254.169.254/"')).toEqual([
    expect.stringContaining('url must be a public address'),
  ]);
  expect(await faultsOf('name: p, kind: INCIDENT, routingKey: r')).toEqual([
    expect.stringContaining('provider is missing'),
  ]);
});

it('keeps the fields that it leaves out', async () => {
  await apply(`${SLACK}, channel: C456`, `${TICKET}, updateUrl: "https://desk.example/old"`);
  expect(await stored('slack')).toMatchObject({ settings: { channel: 'C456' } });
  expect(JSON.parse(String((await stored('slack')).secret))).toEqual({
    botToken: 'xoxb-bot',
    signingSecret: 'signing',
  });
  expect(await stored('desk')).toMatchObject({ settings: { updateUrl: 'https://desk.example/old' } });
  expect(JSON.parse(String((await stored('desk')).secret))).toMatchObject({ headers: [{ value: 'header-secret' }] });
});

it('refuses what does not go together, at its place', async () => {
  const at = (column: number, message: string) => [`deploy.yaml:6:${column}: ${message}`];
  expect(await faultsOf('name: a, kind: CHAT_WEBHOOK, provider: SLACK, channel: C1')).toEqual(
    at(9, 'botToken is missing'),
  );
  expect(await faultsOf('name: a, kind: HTTP, url: "https://a.example"')).toEqual(at(37, 'url is no field of HTTP'));
  expect(await faultsOf('name: a, kind: TICKET, provider: SLACK')).toEqual(
    at(44, 'provider is of another kind than TICKET'),
  );
  expect(await faultsOf('name: a, kind: CHAT_WEBHOOK, channel: C1')).toEqual(at(9, 'provider is missing'));
  expect(
    await faultsOf('name: slack, kind: CHAT_WEBHOOK, provider: INCOMING_WEBHOOK, url: "https://a.example"'),
  ).toEqual(at(54, 'provider is SLACK for the stored integration of this name, and never changes'));
  expect(await faultsOf(`${TICKET}, bodyTemplate: "{"`)).toEqual(
    at(51, 'bodyTemplate must be a JSON object, with {{…}} inside of its texts only'),
  );
  expect(await faultsOf(`${TICKET}, headers: [{ name: Host, value: v }]`)).toEqual([
    expect.stringContaining('headers[0].name'),
  ]);
  expect(await faultsOf(`${TICKET}, url: "http://169.254.169.254/"`)).toEqual([
    expect.stringContaining('url must be a public address'),
  ]);
});
