// SPDX-License-Identifier: Apache-2.0
/**
 * Every operation that takes an id, with an id of another organization: 404, and nothing of that organization changes.
 * Neither does it for a caller without a session, and for a member of it whose role may not.
 * An operation without an example here fails. Records of a person belong to no organization, and requests of apps to
 * a browser: their own tests try the ids of another person.
 */
import { APP_OPERATIONS, type AppOperation, type AppOperationId, type ImpactJob, type Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilEnded } from '#harness/impacts';
import { connectApp } from '#harness/oauth';
import { ACME, mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows, stateOf } from '#harness/service/rows.ts';
import { type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, decide, REVIEWED, untilDelivery } from '#harness/webhooks';

/** The tables that hold a record of each kind of parameter, by the path before it or the first part of that. */
const TABLES: Readonly<Record<string, { table: string; column: string }>> = {
  reviews: { table: 'reviews', column: 'event_id' },
  events: { table: 'events', column: 'id' },
  anomalies: { table: 'anomalies', column: 'id' },
  agents: { table: 'agents', column: 'id' },
  resources: { table: 'resources', column: 'id' },
  'api-keys': { table: 'api_keys', column: 'id' },
  integrations: { table: 'integrations', column: 'id' },
  'http-routes': { table: 'http_routes', column: 'id' },
  'mcp-routes': { table: 'mcp_routes', column: 'id' },
  webhooks: { table: 'webhook_endpoints', column: 'id' },
  deliveries: { table: 'webhook_deliveries', column: 'id' },
  policies: { table: 'policy_revisions', column: 'policy_id' },
  'policies/impact': { table: 'policy_impacts', column: 'id' },
  budgets: { table: 'budgets', column: 'id' },
  'tool-rules': { table: 'tool_rules', column: 'id' },
  guardrails: { table: 'guardrails', column: 'id' },
  grants: { table: 'grants', column: 'id' },
  proposals: { table: 'proposals', column: 'id' },
  groups: { table: 'groups', column: 'id' },
  members: { table: 'memberships', column: 'account_id' },
  invitations: { table: 'invitations', column: 'id' },
  'sso/domains': { table: 'sso_domains', column: 'domain' },
  'scim/tokens': { table: 'scim_tokens', column: 'id' },
  'connected-apps': { table: 'oauth_grants', column: 'id' },
};
/** Numbers of entries and versions belong to one organization: the same number of another one is not an id of it. */
const BY_NUMBER: readonly AppOperationId[] = [
  'readAudit',
  'proveAudit',
  'readPolicyVersion',
  'restorePolicyVersion',
  'erasePolicyNote',
];
/** Bodies for operations that would refuse an empty one before they look at the id. */
const BODIES: Partial<Record<AppOperationId, object>> = {
  updateMember: { role: 'ADMIN' },
  updatePolicy: { updatedAt: '2026-01-01T00:00:00.000Z' },
  raiseBudget: { amount: 1, note: 'Why' },
  updateToolRules: { updatedAt: '2026-01-01T00:00:00.000Z' },
  updateGuardrail: { updatedAt: '2026-01-01T00:00:00.000Z' },
  restoreGuardrailVersion: { number: 1 },
  recoverWebhook: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
};

const operations = Object.entries<AppOperation>(APP_OPERATIONS).filter(
  ([id, { path }]) =>
    path.includes('{') && !/^\/(?:me|authorizations)\//.test(path) && !BY_NUMBER.includes(id as AppOperationId),
);

let service: TestService;
let stranger: Browser;
let member: Browser;
let acmeId: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithWebhooks(['https://siem.example/hook']) });
  stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  member = await signIn(service.baseUrl, PEOPLE.member);
  const eventId = await decide(service, REVIEWED);
  // No further attempt falls into the test: it would change a row of the organization.
  await untilDelivery(service, eventId, { status: 'WAITING', attempts: 1, is_claimed: false });
  await readRows(service.database, `UPDATE svc.webhook_outbox SET due_at = now() + interval '1 day'`);
  await readRows(service.database, insertAnomaly());
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  acmeId = (await owner.call<Me>('/me')).body.organization.id;
  await owner.call('/http-routes', { body: { name: 'crm', baseUrl: 'https://api.crm.example' } });
  await owner.call('/integrations', { body: { name: 'crm', kind: 'HTTP' } });
  await owner.call('/mcp-routes', { body: { name: 'tools' } });
  const claim = { name: 'No deletes', when: { action: 'DELETE' }, never: ['ALLOW'] };
  await owner.call('/guardrails', { body: { claim } });
  const counted = { measure: 'COUNT', limit: 1, window: 'DAY', per: 'AGENT', action: 'DELETE', onExceed: 'REVIEW' };
  await owner.call('/budgets', { body: { name: 'Deletes', ...counted } });
  await owner.call('/tool-rules', { body: { name: 'Tools', resource: 'orders', rules: [] } });
  await owner.call('/organization', { method: 'PATCH', body: { loosenNeedsTwo: true } });
  await owner.call('/organization', { method: 'PATCH', body: { loosenNeedsTwo: false } });
  await readRows(service.database, insertGrant());
  const impact = await owner.call<ImpactJob>('/policies/impact', { body: { policies: [], days: 1 } });
  await untilEnded(owner, impact.body.id);
  await connectApp(service.baseUrl, owner);
  await owner.call('/sso/domains', { body: { domain: 'acme.example' } });
  await owner.call('/groups', { body: { name: 'dpo' } });
  await owner.call('/scim/tokens', { body: { days: 1 } });
  await owner.call('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
});
afterAll(() => service.stop());

const insertAnomaly = () => `
  INSERT INTO svc.anomalies (organization_id, id, agent_id, kind, severity, message_params, created_at, updated_at,
    opened_seq)
  SELECT a.organization_id, gen_random_uuid(), a.id, 'NEW_ACTION', 'MEDIUM', '{"agent":"billing-bot"}', now(), now(), 1
  FROM svc.agents a JOIN svc.organizations o USING (organization_id)
  WHERE o.name = '${ACME}' AND a.name = 'billing-bot'`;

const insertGrant = () => `
  INSERT INTO svc.grants (organization_id, id, event_id, agent_id, action, resource_id, classification, dlp_types,
    records_max, until, made_by, made_at, may_approve, audit_seq)
  SELECT a.organization_id, gen_random_uuid(), gen_random_uuid(), a.id, 'READ_DATA', gen_random_uuid(), 'PUBLIC', '{}',
    1, now() + interval '1 hour', gen_random_uuid(), now(), '{OWNER}', 1
  FROM svc.agents a JOIN svc.organizations o USING (organization_id)
  WHERE o.name = '${ACME}' AND a.name = 'billing-bot'`;

async function idIn(path: string): Promise<string> {
  const before = path.slice(1, path.indexOf('/{'));
  const source = TABLES[before] ?? TABLES[before.split('/')[0] ?? ''];
  if (source === undefined) throw new Error(`say in TABLES where the ids of ${path} stand`);
  const [row] = await readRows<{ id: string }>(
    service.database,
    `SELECT ${source.column} AS id FROM svc.${source.table} JOIN svc.organizations o USING (organization_id)
     WHERE o.name = '${ACME}' LIMIT 1`,
  );
  if (row === undefined) throw new Error(`there is no row in ${source.table}`);
  return row.id;
}

const stateOfAcme = () => stateOf(service.database, ACME);

const bodyOf = (id: string, { body }: AppOperation) =>
  body === null ? {} : { body: BODIES[id as AppOperationId] ?? {} };

it.each(operations)('%s', async (id, operation) => {
  const { method, path } = operation;
  const foreign = await idIn(path);
  const before = await stateOfAcme();
  const answer = await stranger.call(path.replace(/\{\w+\}/, foreign), { method, ...bodyOf(id, operation) });
  expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  expect(await stateOfAcme()).toEqual(before);
});

it('each is refused without a session, and to a member whose role may not, though the id is one of theirs', async () => {
  const before = await stateOfAcme();
  const visitor = openBrowser(service.baseUrl);
  const answers: Record<string, number[]> = {};
  const expected: Record<string, number[]> = {};
  for (const [id, operation] of operations) {
    const { method, path, who } = operation;
    const url = path.replace(/\{\w+\}/, await idIn(path));
    const callers = who !== 'anybody' && !who.MEMBER ? [visitor, member] : [visitor];
    const statusFor = async (browser: Browser) =>
      (await browser.call(url, { method, ...bodyOf(id, operation) })).status;
    answers[id] = await Promise.all(callers.map(statusFor));
    expected[id] = callers.map((browser) => (browser === visitor ? 401 : 403));
  }
  expect(answers).toEqual(expected);
  expect(await stateOfAcme()).toEqual(before);
});

it.each(BY_NUMBER)('%s has only numbers of the own organization', async (id) => {
  const { method, path, body }: AppOperation = APP_OPERATIONS[id];
  const before = await stateOfAcme();
  // More entries and versions than the stranger's organization has.
  for (const number of [1, 2, 500]) {
    const answer = await stranger.call(path.replace(/\{\w+\}/, `${number}`), {
      method,
      ...(body !== null && { body: {} }),
    });
    expect([200, 204, 404, 409]).toContain(answer.status);
    expect(JSON.stringify(answer.body ?? '')).not.toContain(acmeId);
  }
  expect(await stateOfAcme()).toEqual(before);
});

it('would notice a change: a member of the organization changes it', async () => {
  const before = await stateOfAcme();
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const webhook = await idIn('/webhooks/{id}');
  expect((await admin.call(`/webhooks/${webhook}`, { method: 'PATCH', body: { enabled: false } })).status).toBe(200);
  expect(await stateOfAcme()).not.toEqual(before);
});
