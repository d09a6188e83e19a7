/**
 * The table of app operations is complete: every route of the app has a row and every row a route. The row decides who
 * may call it, role by role.
 */
import { randomUUID } from 'node:crypto';
import { APP_OPERATIONS, type AppOperation, OPERATIONS, ROLES, type Role } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
const EMAIL_OF: Record<Role, string> = { OWNER: PEOPLE.owner, ADMIN: PEOPLE.admin, MEMBER: PEOPLE.member };

/** Routes that are no operation of the app: of the machine contract, of the public pages, and of the web app's files. */
const OTHERS = [
  ...Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  'GET /',
];
const OTHER_PREFIXES = /^(?:GET|HEAD) \/(?:app|health|changelog|openapi\.json|public)\b/;

let service: TestService;
const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
  for (const role of ROLES) browsers.set(role, await signIn(service.baseUrl, EMAIL_OF[role]));
});
afterAll(() => service.stop());

const operations = Object.entries<AppOperation>(APP_OPERATIONS);
const pathOf = ({ path }: AppOperation) => path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
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
  const ofTheApp = routes.filter((route) => !OTHERS.includes(route) && !OTHER_PREFIXES.test(route));
  expect(ofTheApp.sort()).toEqual(listed.toSorted());
});

/** Bodies for operations that refuse an empty one for every caller: valid, and different each time. */
const BODIES: Readonly<Record<string, () => object>> = {
  createWebhook: () => ({ url: `https://siem.example/${randomUUID()}` }),
};

describe.each(operations)('%s', (id, operation) => {
  const { method, who } = operation;
  const callAs = (browser: Browser, origin?: string) =>
    browser.call(pathOf(operation), {
      method,
      ...(origin !== undefined && { origin }),
      ...(operation.body !== null && { body: BODIES[id]?.() ?? {} }),
    });

  it('without a session', async () => {
    const { status, body } = await callAs(openBrowser(service.baseUrl));
    if (who !== 'anybody') expect([status, body.error]).toEqual([401, 'unauthorized']);
    else expect(status === 401 ? body.message : status).not.toBe('You are not signed in, or no longer.');
  });

  it.each(ROLES)('as %s', async (role) => {
    if (who === 'anybody') return;
    const { status } = await callAs(browsers.get(role) as Browser);
    // An unknown id gives 404 to authorized callers.
    expect([operation.success.status, 404].includes(status)).toBe(who[role]);
    if (!who[role]) expect(status).toBe(403);
  });

  it('from a page elsewhere', async () => {
    const { status } = await callAs(openBrowser(service.baseUrl), 'https://evil.test');
    if (method === 'GET') expect(status).not.toBe(403);
    else expect(status).toBe(403);
  });
});

it('GET / leads to the web app', async () => {
  const answer = await fetch(service.baseUrl, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app']);
});
