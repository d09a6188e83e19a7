// SPDX-License-Identifier: Apache-2.0
/**
 * The table of app operations is complete: every route of the app has a row and every row a route. The row decides who
 * may call it, role by role.
 */
import { randomUUID } from 'node:crypto';
import {
  APP_OPERATIONS,
  type AppOperation,
  isForOwnPages,
  type MfaSetup,
  OPERATIONS,
  type PasskeyList,
  type PasskeyOptions,
  ROLES,
  type Role,
} from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { createAuthenticator } from '#harness/people/authenticator.ts';
import { codeOf } from '#harness/people/codes.ts';
import {
  ACME,
  BOUND_KEY,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { stateOf } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

const newBudget = () => ({
  ...{ name: randomUUID(), measure: 'COUNT', limit: 1, window: 'DAY', per: 'AGENT', action: 'DELETE' },
  onExceed: 'REVIEW',
});

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
const EMAIL_OF: Record<Role, string> = { OWNER: PEOPLE.owner, ADMIN: PEOPLE.admin, MEMBER: PEOPLE.member };

/** Routes that are no operation of the app: of the machine contract, of the public pages, and of the web app's files. */
const OTHERS = [
  ...Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  'GET /',
  // Signed by the chat.
  'POST /chat/slack/interactions',
  'POST /chat/teams/messages',
  // Signed by the directory.
  'POST /sso/:organizationId/logout',
];
const OTHER_PREFIXES = /^(?:GET|HEAD) \/(?:app|changelog|docs|health|live|openapi\.json|packages|public|ready)\b/;
/** The tool server and the authorization server; neither reads a cookie of the app. */
const TOOL_SERVER = /^[A-Z]+ \/(?:mcp\/?|oauth\/.+|\.well-known\/(?:oauth-|openid-).*)$/;
/** Directories have tokens of their own. */
const DIRECTORIES = /^[A-Z]+ \/scim\/v2(?:\/|$)/;
/** The doors of other software take API keys, and no cookie of the app. */
const DOORS =
  /^[A-Z]+ \/(?:authz\*?|acs|beta\/.+|(?:access\/v1|agentgateway|copilot-studio|hooks)\/.+|\.well-known\/authzen-.+)$/;

let service: TestService;
const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  service = await otherProcess(await openOrganization({ provisioning: acmeWithPeople }));
  for (const role of ROLES) browsers.set(role, await signIn(service.baseUrl, EMAIL_OF[role]));
});
afterAll(() => service.stop());

const operations = Object.entries<AppOperation>(APP_OPERATIONS);
const QUERIES: Readonly<Record<string, string>> = { '/policies/analysis/shadow': `?policy=${UNKNOWN_ID}` };
const pathOf = ({ path }: AppOperation) => path.replaceAll(/\{\w+\}/g, UNKNOWN_ID) + (QUERIES[path] ?? '');
const listed = operations.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);

/** Fastify's print of its tree: each line is a whole path, indented, with its methods behind it. */
function registeredRoutes(): string[] {
  const lines = service.app.http.printRoutes({ commonPrefix: false }).split('\n');
  const stack: { depth: number; path: string }[] = [];
  return lines.flatMap((line) => {
    const [, indent = '', path, methods] = /^([│├└─\s]*)(\S.*?) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (path === undefined || methods === undefined) return [];
    while (stack.length > 0 && (stack.at(-1)?.depth ?? 0) >= indent.length) stack.pop();
    const whole = (stack.at(-1)?.path ?? '') + path;
    stack.push({ depth: indent.length, path: whole });
    return methods.split(', ').map((method) => `${method} ${whole}`);
  });
}

it('has a row for every route and a route for every row', () => {
  const routes = registeredRoutes();
  expect(routes.length).toBeGreaterThan(listed.length);
  expect(routes).toEqual(expect.arrayContaining(['POST /v1/events', 'GET /health']));
  const patterns = [OTHER_PREFIXES, TOOL_SERVER, DOORS, DIRECTORIES];
  const others = routes.filter((route) => OTHERS.includes(route) || patterns.some((pattern) => pattern.test(route)));
  // Each GET is answered to HEAD too, by the same route.
  const ofTheApp = routes.filter((route) => !others.includes(route) && !route.startsWith('HEAD '));
  expect(ofTheApp.sort()).toEqual(listed.toSorted());
});

/** A key of the machine API is no session. The tokens of connected apps are tried in `oauth/connect.test.ts`. */
const KEYS_AS_PROOF: readonly Record<string, string>[] = [
  ...[LIVE_KEY, TEST_KEY, BOUND_KEY].map((key) => ({ authorization: `Bearer ${key}` })),
  { 'x-api-key': LIVE_KEY },
  { 'x-svc-key': LIVE_KEY },
  { cookie: `__Host-svc_access=${LIVE_KEY}; __Host-svc_refresh=${LIVE_KEY}` },
];

/** Beyond a number of unknown secrets a minute they are not even looked up. */
const REFUSED: ReadonlySet<number> = new Set([401, 429]);

it('no operation of a person takes an API key', async () => {
  const before = await stateOf(service.database, ACME);
  const taken: unknown[] = [];
  for (const [index, [id, operation]] of operations.entries()) {
    if (operation.who === 'anybody') continue;
    const tried = KEYS_AS_PROOF.filter((_proof, at) => (at + index) % amount(3, 1) === 0);
    const calls = tried.map(async (headers) => {
      const options = { method: operation.method, headers, ...(operation.body !== null && { body: {} }) };
      const { status } = await openBrowser(service.baseUrl).call(pathOf(operation), options);
      if (!REFUSED.has(status)) taken.push({ id, headers, status });
    });
    await Promise.all(calls);
  }
  expect(taken).toEqual([]);
  expect(await stateOf(service.database, ACME)).toEqual(before);
});

/** A proof that is refused, after the role: what these delete is needed for the rest of the walk. */
const REFUSED_PROOF: Readonly<Record<string, object>> = {
  deleteAccount: { password: 'wrong', confirm: 'DELETE' },
  deleteOrganization: { password: 'wrong', confirmName: ACME },
};

/** The secrets of authenticator apps that the walk has set up. */
const secrets = new Map<Browser, string>();

/** A code of the app, of a step that was not used before; an empty text for a browser without a session. */
const nextCode = (browser: Browser, step: number) => {
  const secret = secrets.get(browser);
  return secret === undefined ? '' : codeOf(secret, step);
};

/** Bodies for operations that refuse an empty one for every caller: valid, and different each time. */
const BODIES: Readonly<Record<string, (browser: Browser) => object | Promise<object>>> = {
  async enableMfa(browser) {
    const { status, body } = await browser.call<MfaSetup>('/me/mfa/setup', { method: 'POST' });
    if (status === 200) secrets.set(browser, body.secret);
    return { code: nextCode(browser, -1) };
  },
  renewRecoveryCodes: (browser) => ({ password: PASSWORD, code: nextCode(browser, 0) }),
  disableMfa: (browser) => ({ password: PASSWORD, code: nextCode(browser, 1) }),
  async addPasskey(browser) {
    const { status, body } = await browser.call<PasskeyOptions>('/me/passkeys/options', { method: 'POST' });
    return status === 200 ? { name: 'Phone', response: createAuthenticator(service.baseUrl).create(body) } : {};
  },
  async addSigningKey(browser) {
    const { body } = await browser.call<PasskeyList>('/me/passkeys');
    return { passkeyId: body.items?.[0]?.id ?? UNKNOWN_ID };
  },
  changeEmail: () => ({ email: `${randomUUID()}@acme.test`, password: PASSWORD }),
  changePassword: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
  reauthenticate: () => ({ password: PASSWORD }),
  updateMember: () => ({ role: 'MEMBER' }),
  createInvitation: () => ({ email: `${randomUUID()}@invited.test`, role: 'MEMBER' }),
  answerUnconfirmedAccess: () => ({ organizationId: UNKNOWN_ID, answer: 'KEEP' }),
  createOrganization: () => ({ name: 'Another' }),
  switchOrganization: () => ({ organizationId: UNKNOWN_ID }),
  startCheckout: () => ({ plan: 'TEAM' }),
  changePlan: () => ({ plan: 'BUSINESS' }),
  createAgent: () => ({ name: `bot-${randomUUID()}` }),
  createResource: () => ({ name: `data-${randomUUID()}`, classification: 'INTERNAL' }),
  createApiKey: () => ({ name: `key-${randomUUID()}`, kind: 'TEST' }),
  createHttpRoute: () => ({ name: `route-${randomUUID()}`, baseUrl: 'https://api.example' }),
  createIntegration: () => ({ name: `crm-${randomUUID()}`, kind: 'HTTP' }),
  createMcpRoute: () => ({ name: `tools-${randomUUID()}` }),
  createPolicy: () => ({ name: randomUUID(), action: 'READ', decision: 'ALLOW' }),
  updatePolicy: () => ({ updatedAt: '2026-01-01T00:00:00.000Z' }),
  testPolicies: () => ({ cases: [] }),
  checkPolicy: () => ({ policy: {} }),
  scanText: () => ({ content: '' }),
  comparePolicies: () => ({ policies: [] }),
  createBudget: () => newBudget(),
  impactOfBudget: () => ({ budget: newBudget(), days: 1 }),
  raiseBudget: () => ({ amount: 1, note: 'Why' }),
  createToolRules: () => ({ name: randomUUID(), resource: 'orders', rules: [] }),
  updateToolRules: () => ({ updatedAt: '2026-01-01T00:00:00.000Z' }),
  readToolCall: () => ({ tool: 'get_order' }),
  createGroup: () => ({ name: randomUUID() }),
  createGuardrail: () => ({ claim: { name: randomUUID(), when: { action: 'READ' }, never: ['BLOCK'] } }),
  updateGuardrail: () => ({ updatedAt: '2026-01-01T00:00:00.000Z' }),
  checkGuardrail: () => ({ claim: { name: 'c', when: { action: 'READ' }, never: ['BLOCK'] } }),
  restoreGuardrailVersion: () => ({ number: 1 }),
  startImpact: () => ({ policies: [], days: 1 }),
  approveAuthorization: () => ({ personId: UNKNOWN_ID, organizationId: UNKNOWN_ID, scopes: ['decisions:read'] }),
  confirmChatLink: () => ({ token: 'none' }),
  readChatLink: () => ({ token: 'none' }),
  createScimToken: () => ({ days: 1 }),
  addSsoDomain: () => ({ domain: `${randomUUID()}.example` }),
  writeSso: () => ({
    ...{
      issuer: 'https://unknown.test',
      clientId: 'svc',
      clientSecret: 'secret',
      scopes: [],
      roleClaim: null,
      roles: [],
    },
    ...{ defaultRole: 'MEMBER', enabled: true, required: false, breakGlass: [], sessionHours: 12 },
  }),
  createWebhook: () => ({ url: `https://siem.example/${randomUUID()}` }),
};

describe.each(operations)('%s', (id, operation) => {
  const { method, who } = operation;
  const callAs = async (browser: Browser, origin?: string) =>
    await browser.call(pathOf(operation), {
      method,
      ...(origin !== undefined && { origin }),
      ...(operation.body !== null && { body: (await BODIES[id]?.(browser)) ?? REFUSED_PROOF[id] ?? {} }),
    });

  it('without a session', async () => {
    const { status, body } = await callAs(openBrowser(service.baseUrl));
    if (who !== 'anybody') expect([status, body.error]).toEqual([401, 'unauthorized']);
    else expect(status === 401 ? body.message : status).not.toBe('You are not signed in, or no longer.');
  });

  // Strangers, who are members of another organization, have a test of their own: foreign-ids.test.ts.
  it.each(who === 'anybody' ? [] : ROLES)('as %s', async (role) => {
    const { status, body } = await callAs(browsers.get(role) as Browser);
    const isRefusedLater = id in REFUSED_PROOF && body?.error === 'invalid_credentials';
    // An unknown id gives 404 to authorized callers.
    const isAllowed = who !== 'anybody' && who[role];
    expect([operation.success.status, 404].includes(status) || isRefusedLater).toBe(isAllowed);
    if (!isAllowed) expect(status).toBe(403);
  });

  it('from a page elsewhere', async () => {
    const { status } = await callAs(openBrowser(service.baseUrl), 'https://evil.test');
    if (isForOwnPages(operation)) expect(status).toBe(403);
    else expect(status).not.toBe(403);
  });
});

it('GET / leads to the web app', async () => {
  const answer = await fetch(service.baseUrl, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app']);
});
