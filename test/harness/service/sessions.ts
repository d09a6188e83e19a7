// SPDX-License-Identifier: Apache-2.0
/** People who sign in: their accounts, and a browser's part of a session, which is cookies and the page's origin. */
import { APP_OPERATIONS, type AppOperation, type ErrorBody, NAMED_SCHEMAS } from '@svc/contract';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { Answer } from './calls.ts';
import { PEOPLE } from './names.ts';
import { type AcmeOptions, acme } from './organizations.ts';

export { PEOPLE };

export const PASSWORD = 'correct horse battery';

/** Acme with a person of each role, and a person of Globex. */
export function acmeWithPeople(options: AcmeOptions = {}): string {
  const person = (email: string, role: string) => `
      - { email: ${email}, name: ${role.toLowerCase()} person, password: "${PASSWORD}", role: ${role} }`;
  return acme({
    people: person(PEOPLE.admin, 'ADMIN') + person(PEOPLE.member, 'MEMBER'),
    globexPeople: person(PEOPLE.stranger, 'OWNER'),
    ...options,
  });
}

interface SessionCallOptions {
  method?: string;
  body?: unknown;
  /** The origin of the calling page; null sends none. By default a page of the service, at its public address. */
  origin?: string | null;
  headers?: Record<string, string>;
}

/** A browser from the service's view: it keeps the cookies that it gets, and sends them with each call. */
export interface Browser {
  call<Body = ErrorBody>(path: string, options?: SessionCallOptions): Promise<Answer<Body>>;
  /** Cookies by name; a test may set and delete them. */
  cookies: Map<string, string>;
}

/** Public addresses of processes that have another. */
const publicUrls = new Map<string, string>();

export function pagesAreOf(baseUrl: string, publicUrl: string): void {
  publicUrls.set(baseUrl, publicUrl);
}

export function openBrowser(baseUrl: string, cookies: ReadonlyMap<string, string> = new Map()): Browser {
  const jar = new Map(cookies);
  return {
    cookies: jar,
    async call<Body>(path: string, options: SessionCallOptions = {}) {
      const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
      const own = publicUrls.get(baseUrl) ?? baseUrl;
      const origin = options.origin === undefined ? own : options.origin;
      const response = await fetch(baseUrl + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(method !== 'GET' && origin !== null && { origin }),
          ...(method === 'GET' &&
            origin !== null && { 'sec-fetch-site': origin === own ? 'same-origin' : 'cross-site' }),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      });
      for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      // A file stays unread here; the tests about files read it.
      const isFile = response.headers.has('content-disposition');
      const isJson = !isFile && response.headers.get('content-type')?.startsWith('application/json') === true;
      const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as Body;
      checkAgainstTable(method, path, response.status, body);
      return { status: response.status, headers: response.headers, body };
    },
  };
}

export async function signIn(baseUrl: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(baseUrl);
  const { status } = await browser.call('/auth/login', { body: { email, password } });
  expect(status).toBe(200);
  return browser;
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
  if (/;\s*max-age=0\b/i.test(line)) jar.delete(name);
  else jar.set(name, value);
}

const ajv = new Ajv({ strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } });

for (const schema of Object.values(NAMED_SCHEMAS)) ajv.addSchema(schema);

/** A successful answer must match the table of operations. */
function checkAgainstTable(method: string, path: string, status: number, body: unknown): void {
  const plain = path.split('?')[0] ?? path;
  const rows = Object.values<AppOperation>(APP_OPERATIONS).filter((one) => one.method === method);
  const exact = rows.find((one) => one.path === plain);
  const operation =
    exact ?? rows.find((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain));
  if (operation === undefined || status >= 300) return;
  expect(status).toBe(operation.success.status);
  if (operation.success.body === null) {
    expect(body).toBeUndefined();
    return;
  }
  const validate = ajv.compile(operation.success.body);
  validate(body);
  expect(validate.errors ?? []).toEqual([]);
}
