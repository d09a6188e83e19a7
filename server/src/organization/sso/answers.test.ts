// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no forged, foreign, stale or repeated answer of a directory signs anybody in, and no hostile one is waited for. */
import type { webcrypto } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Company, finish, openCompany } from '#harness/directory/company.ts';
import type { Sign } from '#harness/directory/index.ts';
import { openOrganization, otherProcess } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser } from '#harness/service/sessions.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});
beforeEach(() => {
  company.directory.fault = null;
  company.directory.forge = null;
});

const person = () => ({ sub: 'paula', email: `paula@${company.domain}`, groups: ['people'] });
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Signs in by an answer whose ID token is made by `forge`. */
async function enterBy(forge: (claims: JWTPayload, sign: Sign) => Promise<string>) {
  company.directory.forge = forge;
  const { status, body } = await company.enter(person());
  return [status, body.reason];
}

const REFUSED = [403, 'ANSWER_REFUSED'];

describe('an ID token is refused', () => {
  const CHANGES: Readonly<Record<string, (claims: JWTPayload) => JWTPayload>> = {
    'of another issuer': (claims) => ({ ...claims, iss: 'https://elsewhere.test' }),
    'for another audience': (claims) => ({ ...claims, aud: 'another client' }),
    'for several audiences without azp': (claims) => ({ ...claims, aud: [String(claims.aud), 'another client'] }),
    'with another azp': (claims) => ({ ...claims, azp: 'another client' }),
    'with another nonce': (claims) => ({ ...claims, nonce: 'another nonce' }),
    'without a nonce': ({ nonce: _nonce, ...claims }) => claims,
    'that has expired': (claims) => ({ ...claims, iat: nowSeconds() - 7_200, exp: nowSeconds() - 3_600 }),
    'of a time to come': (claims) => ({ ...claims, iat: nowSeconds() + 3_600, exp: nowSeconds() + 7_200 }),
    'without an end': ({ exp: _exp, ...claims }) => claims,
    'without a subject': ({ sub: _sub, ...claims }) => claims,
    'with a subject of more than 255 characters': (claims) => ({ ...claims, sub: 's'.repeat(256) }),
  };
  it.each(Object.entries(CHANGES))('%s', async (_name, change) => {
    expect(await enterBy((claims, sign) => sign(change(claims)))).toEqual(REFUSED);
  });

  it('without a signature', async () => {
    expect(await enterBy(async (claims) => new UnsecuredJWT(claims).encode())).toEqual(REFUSED);
  });

  it('signed by HS256, with the public key or the secret of the client', async () => {
    const keys = (await (await fetch(`${company.directory.issuer}/jwks`)).json()) as { keys: [object] };
    const publicKey = await exportSPKI((await importJWK(keys.keys[0], 'RS256')) as webcrypto.CryptoKey);
    for (const secret of [publicKey, company.directory.clientSecret]) {
      const forge = (claims: JWTPayload) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
      expect(await enterBy(forge)).toEqual(REFUSED);
    }
  });

  it('signed by another key, or by one of another id', async () => {
    const { privateKey } = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    );
    const byAnother = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    expect(await enterBy(byAnother)).toEqual(REFUSED);
    expect(await enterBy((claims, sign) => sign(claims, { kid: 'another' }))).toEqual(REFUSED);
  });

  it('and the right one is taken, also by a key that the directory has only just begun to use', async () => {
    expect((await company.enter(person())).status).toBe(200);
    await company.directory.rotate();
    expect((await company.enter(person())).status).toBe(200);
  });
});

const start = async () => {
  const browser = openBrowser(company.service.baseUrl);
  company.directory.person = person();
  const { body } = await browser.call<{ url: string }>('/auth/sso', {
    body: { organizationId: company.organizationId },
  });
  return { browser, url: body.url, returned: await company.directory.visit(body.url) };
};
const AGAIN = { status: 403, body: expect.objectContaining({ reason: 'START_AGAIN' }) };

describe('an answer counts', () => {
  it('once', async () => {
    const { browser, returned } = await start();
    const cookies = new Map(browser.cookies);
    expect((await finish(browser, company.organizationId, returned)).status).toBe(200);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await finish(browser, company.organizationId, returned)).toEqual(AGAIN);
  });

  it('in the browser that asked, and with its own state', async () => {
    const { browser, returned } = await start();
    const stranger = openBrowser(company.service.baseUrl);
    expect(await finish(stranger, company.organizationId, returned)).toEqual(AGAIN);
    const other = await start();
    expect(await finish(other.browser, company.organizationId, returned)).toEqual(AGAIN);
    expect((await finish(browser, company.organizationId, returned)).status).toBe(200);
  });

  it('at another process too', async () => {
    const another = await otherProcess(company.service);
    const { browser, returned } = await start();
    const there = openBrowser(another.baseUrl, browser.cookies);
    expect((await finish(there, company.organizationId, returned)).status).toBe(200);
  });

  it('with the name of its own directory', async () => {
    const { browser, returned } = await start();
    const mixedUp = { ...returned, iss: 'https://elsewhere.test' };
    expect((await finish(browser, company.organizationId, mixedUp)).body.reason).toBe('ANSWER_REFUSED');
    const nameless = await start();
    const { iss: _iss, ...without } = nameless.returned;
    expect((await finish(nameless.browser, company.organizationId, without)).body.reason).toBe('ANSWER_REFUSED');
  });

  it('with a code that the directory takes, which it does once', async () => {
    const { returned } = await start();
    const other = await start();
    const stolen = { ...other.returned, code: returned.code ?? '' };
    // The code was given for another challenge.
    expect((await finish(other.browser, company.organizationId, stolen)).body.reason).toBe('ANSWER_REFUSED');
  });

  it('as a refusal of the directory', async () => {
    const { browser, returned } = await start();
    const denied = { state: returned.state ?? '', error: 'access_denied' };
    expect((await finish(browser, company.organizationId, denied)).body.reason).toBe('DIRECTORY_DENIED');
  });
});

describe('a directory', () => {
  const answerAll = (write: (response: ServerResponse) => void, paths: RegExp) => {
    company.directory.fault = (request, response) => {
      if (!paths.test(request.url ?? '')) return false;
      write(response);
      return true;
    };
  };
  const html = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in first</html>');
  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      if (response.destroyed) return;
      response.write('"'.padEnd(65_536, 'x'), () => setImmediate(more));
    };
    more();
  };
  const WRONG: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'answers HTML': html,
    'answers without end': endless,
    'leads elsewhere': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'is broken': (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
    'closes the connection': (response) => response.destroy(),
    'answers no object': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[[['),
  };
  const STEPS = { token: /^\/token/, keys: /^\/jwks/ };

  describe.each(Object.entries(STEPS))('asked for its %s', (_step, paths) => {
    it.each(Object.entries(WRONG))('that %s signs nobody in', async (_name, write) => {
      answerAll(write, paths);
      const { status, body } = await company.enter(person());
      expect([status, body.reason]).toEqual([403, expect.stringMatching(/^(?:DIRECTORY_AWAY|ANSWER_REFUSED)$/)]);
    });
  });

  it('is told to its owner in a word, whatever it answers to discovery', async () => {
    const { owner } = company;
    const trial = async () => (await owner.call<{ fault: string | null }>('/sso/check', { method: 'POST' })).body.fault;
    expect(await trial()).toBeNull();
    const faults: unknown[] = [];
    for (const write of Object.values(WRONG)) {
      answerAll(write, /openid-configuration/);
      faults.push(await trial());
    }
    expect(faults).toEqual(['NOT_JSON', 'TOO_LONG', 'REDIRECT', 'STATUS', 'UNREACHABLE', 'NOT_JSON']);
    const discovery = async (change: object) => {
      company.directory.fault = null;
      const own = (await (
        await fetch(`${company.directory.issuer}/.well-known/openid-configuration`)
      ).json()) as object;
      const body = JSON.stringify({ ...own, ...change });
      answerAll((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body), /openid-conf/);
      return await trial();
    };
    expect(await discovery({ issuer: 'https://elsewhere.test' })).toBe('OTHER_ISSUER');
    expect(await discovery({ id_token_signing_alg_values_supported: ['HS256', 'none'] })).toBe('NO_ALGORITHM');
    expect(await discovery({ code_challenge_methods_supported: ['plain'] })).toBe('NO_PKCE');
    expect(await discovery({ response_types_supported: ['id_token'] })).toBe('NO_CODE_FLOW');
    expect(await discovery({ token_endpoint: undefined })).toBe('NO_ENDPOINTS');
    expect(await discovery({ jwks_uri: 'javascript:alert(1)' })).toBe('NO_ENDPOINTS');
  });

  it.each([
    ['no answer', () => {}],
    ['the first bytes alone', (response: ServerResponse) => response.writeHead(200).write('{')],
  ] as const)('that gives %s is given up after its time', async (_name, write) => {
    answerAll(write, /openid-configuration/);
    const { body } = await company.owner.call<{ fault: string | null }>('/sso/check', { method: 'POST' });
    expect(body.fault).toBe('TIME_OUT');
  });

  it('at an address that is not public, or that does not answer, is refused with a word', async () => {
    const trialOf = async (issuer: string) => {
      expect(await company.change({ issuer })).toBe(200);
      const { body } = await company.owner.call<{ fault: string | null }>('/sso/check', { method: 'POST' });
      return body.fault;
    };
    expect(await trialOf('http://127.0.0.1:1')).toBe('UNREACHABLE');
    expect(await trialOf('https://unknown.test')).toBe('NAME_UNKNOWN');
    expect(await company.change({ issuer: 'http://[::ffff:10.0.0.1]' })).toBe(400);
    expect(await trialOf(company.directory.issuer)).toBeNull();
  });
});

it('leaves nothing of a refused answer behind', async () => {
  const count = () => readRows(company.service.database, 'SELECT count(*)::int AS accounts FROM svc.accounts');
  const before = await count();
  await enterBy((claims, sign) => sign({ ...claims, sub: 'another', email: `another@${company.domain}`, nonce: 'x' }));
  expect(await count()).toEqual(before);
  expect(company.service.logged()).not.toContain(`another@${company.domain}`);
});

it('counts for ten minutes', async () => {
  const { browser, returned } = await start();
  company.service.clock.move('10m');
  expect(await finish(browser, company.organizationId, returned)).toEqual(AGAIN);
});
