// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantees: the file of an organization holds no secret, and changes nothing when it is applied to the same one. On an
 * empty database it makes an equal organization, once passwords and credentials are added.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createPool } from '../../storage/connections/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { exportProvisioning } from './index.ts';

interface Place {
  database: TestDatabase;
  pool: pg.Pool;
}
let here: Place;
let elsewhere: Place;
beforeAll(async () => {
  [here, elsewhere] = await Promise.all([openEmptyDatabase().then(open), createTestDatabase().then(open)]);
});
afterAll(async () => {
  for (const { pool, database } of [here, elsewhere]) {
    await pool.end();
    await database.drop();
  }
});

function open(database: TestDatabase): Place {
  return { database, pool: createPool({ connectionString: database.connectionString }, 2) };
}

const vault = createVault([randomBytes(32)]);
const NOW_MS = Date.parse('2026-06-01T12:00:00Z');
const apply = ({ pool }: Place, text: string, options = {}) =>
  applyProvisioning(
    { pool, vault, reach: createAddressReach([]), nowMs: NOW_MS, log: { info: () => undefined } },
    parseProvisioning(text, 'deploy.yaml'),
    options,
  );
async function exported({ pool, database }: Place): Promise<string> {
  const [row] = await readRows<{ id: string }>(
    database,
    `SELECT organization_id AS id FROM svc.organizations WHERE name = 'Acme: "one"'`,
  );
  return await exportProvisioning({ reads: { pool }, vault }, { id: row?.id ?? '', name: 'Acme: "one"' }, NOW_MS);
}

const SECRETS = [
  'correct horse battery',
  'crm-secret',
  'xoxb-bot',
  'signing',
  'its-secret',
  'header-secret',
  'key_live_',
];
const KEY = `key_live_${'a'.repeat(40)}`;
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FILE = `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: 'Acme: "one"'
    plan: BUSINESS
    timeZone: America/Sao_Paulo
    riskReviewAt: 55
    reviewDefaults: { count: 2, validMinutes: 30 }
    eventsPerMonth: 900
    users:
      - { email: owner@acme.test, name: "Olívia: Owner", password: "correct horse battery", role: OWNER }
    resources:
      - { name: customers, classification: CUSTOMER_PII, description: "two\\nlines: #1" }
      - { name: "null", classification: FINANCIAL }
    agents:
      - { name: billing-bot, permissions: [{ action: READ, resource: customers }, { action: EXPORT_DATA, resource: ANY }] }
      - { name: paused-bot, status: PAUSED }
    apiKeys:
      - { name: ci, key: ${KEY}, agent: billing-bot, permissions: [decide], allowedIps: ["10.0.0.0/8"],
          expiresAt: "2030-01-01T00:00:00Z" }
      - { name: over, key: ${KEY}b, expiresAt: "2026-05-01T00:00:00Z" }
    integrations:
      - { name: crm, kind: HTTP, allowedHosts: ["*.crm.example"], credential: { type: BASIC, username: ana, secret: crm-secret } }
      - { name: slack, kind: CHAT_WEBHOOK, provider: SLACK, botToken: xoxb-bot, signingSecret: signing, channel: C123 }
      - { name: teams, kind: CHAT_WEBHOOK, provider: INCOMING_WEBHOOK, url: "https://chat.example/hook/its-secret" }
      - { name: desk, kind: TICKET, url: "https://desk.example/new", headers: [{ name: X-Token, value: header-secret }], bodyTemplate: '{"t":"{{reason}}"}' }
      - { name: bot, kind: CHAT_WEBHOOK, provider: TEAMS, appId: 6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11,
          tenantId: 6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b12, clientSecret: teams-secret, channel: "19:a@thread.tacv2" }
      - { name: jira, kind: TICKET, provider: JIRA, url: "https://acme.atlassian.net", username: bot, token: jira-secret,
          project: OPS, closeWith: Done }
      - { name: pager, kind: INCIDENT, provider: PAGERDUTY, routingKey: pager-secret }
    httpRoutes:
      - { name: crm, baseUrl: "https://api.crm.example/v1", integration: crm, resource: customers, agents: [billing-bot],
          actions: [READ_DATA], methods: [GET], timeoutMs: 5000, scanBody: true }
    mcpRoutes:
      - { name: tools, agent: billing-bot, resource: customers }
    webhooks:
      - { url: "https://siem.example/hook", secret: ${WEBHOOK_SECRET}, description: SIEM }
    policies:
      - { name: "yes", action: EXPORT, decision: REVIEW, approverRoles: [ADMIN], approvals: { count: 3, notAsker: false },
          condition: { anyOf: [{ minRecords: 10 }, { outsideBusinessHours: true }] } }
      - { name: health, action: EXPORT, decision: BLOCK, mode: MONITOR, condition: { dlpTypes: [HEALTH_DATA] } }
    guardrails:
      - { name: "no", when: { action: DELETE, anyOf: [{ minRecords: 10 }, { destination: EXTERNAL }] }, never: [REVIEW],
          unless: { dlpTypes: [CPF], agentIds: [] }, resource: FINANCIAL, agents: registered, of: decision }
      - { name: Exports are asked, when: { action: EXPORT, minRecords: 10 }, atLeast: REVIEW, approvals: 3, enforcing: true }
    budgets:
      - { name: Reads, measure: COUNT, limit: 7, window: DAY, per: AGENT, action: READ, onExceed: REVIEW,
          approvals: { count: 2 }, condition: { minRecords: 1 }, mode: MONITOR }
    toolRules:
      - { name: "off", description: "two\\nlines", agent: billing-bot, resource: customers, unlisted: WRITE,
          rules: [{ tools: "crm__*", action: EXPORT_DATA, destination: EXTERNAL_API, records: /ids, content: "" },
            { tools: Read, decide: false }] }
`;

it('holds no secret and changes nothing when it is applied again, even by force', async () => {
  const withoutPlaces = (warnings: string[]) => warnings.map((warning) => warning.replace(/^[^ ]+ /, ''));
  const first = await apply(here, FILE);
  const text = await exported(here);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(text).not.toContain('name: over');
  for (const kept of ['validMinutes: 30', 'notAsker: false', 'approvals: 3']) expect(text).toContain(kept);
  const { organizations, warnings, generatedKeys } = await apply(here, text, { isForced: true });
  expect(organizations).toMatchObject([{ isNew: false, changeCount: 0 }]);
  expect(withoutPlaces(warnings)).toEqual(withoutPlaces(first.warnings));
  expect(generatedKeys).toEqual([]);
  expect(await exported(here)).toBe(text);
});

it('makes an equal organization elsewhere, once its secrets are added', async () => {
  const text = await exported(here);
  const whole = [
    ['role: OWNER', 'password: "correct horse battery"'],
    ['provider: SLACK', 'botToken: xoxb-bot'],
    ['provider: SLACK', 'signingSecret: signing'],
    ['provider: TEAMS', 'clientSecret: teams-secret'],
    ['provider: JIRA', 'token: jira-secret'],
    ['provider: PAGERDUTY', 'routingKey: pager-secret'],
    ['provider: INCOMING_WEBHOOK', 'url: https://chat.example/hook/its-secret'],
    ['method: POST', 'headers: [{ name: X-Token, value: header-secret }]'],
    ['kind: HTTP', 'credential: { type: BASIC, username: ana, secret: crm-secret }'],
  ].reduce((file, [after = '', added]) => file.replace(after, `${after}\n        ${added}`), text);
  const { organizations, generatedKeys } = await apply(elsewhere, whole);
  expect(organizations).toMatchObject([{ isNew: true }]);
  expect(generatedKeys).toMatchObject([{ name: 'ci', kind: 'LIVE' }]);
  expect(await exported(elsewhere)).toBe(text);
});
