// SPDX-License-Identifier: Apache-2.0
/**
 * A directory by which people sign in: a real OpenID provider at a socket. A layer in front of it gives hostile answers
 * in its place. The person at its browser is signed in at once.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface DirectoryPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
}

/** Answers a request in place of the provider. @returns false to let it pass */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface Registration {
  callback: string;
  backChannelLogout: string;
  afterLogout: string;
}

export interface TestDirectory {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who is at the browser. */
  person: DirectoryPerson;
  fault: Fault | null;
  /** Makes another ID token of the claims of the right one. */
  forge: ((claims: JWTPayload, sign: Sign) => Promise<string>) | null;
  /** Paths of the requests that came, the newest last. */
  asked: string[];
  /** Follows the browser from the address to our callback. @returns the parameters that it brings there */
  visit(url: string): Promise<Record<string, string>>;
  /** Signs by the key of the directory. */
  sign: Sign;
  /** Goes on with another key pair, as a directory does that rotates its keys. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

export type Sign = (claims: JWTPayload, header?: Record<string, unknown>) => Promise<string>;

const CLIENT_ID = 'svc';
const CLIENT_SECRET = 'a secret that only the two of them know';

async function newKeys() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${crypto.randomUUID()}`;
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }, kid };
}

export async function startDirectory(registration: Registration): Promise<TestDirectory> {
  let keys = await newKeys();
  let provider: Provider;
  const front = await listen((request, response) => void answer(request, response));
  const issuer = addressOf(front);
  const inner = await listen((request, response) => void answerByProvider(request, response));
  const innerUrl = addressOf(inner);

  const sign: Sign = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header }).sign(keys.privateKey);
  const directory: TestDirectory = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: { sub: 'nobody' },
    fault: null,
    forge: null,
    asked: [],
    sign,
    visit: (url) => visit(url, registration.callback),
    async rotate() {
      keys = await newKeys();
      provider = makeProvider();
    },
    stop: async () => {
      for (const server of [front, inner]) server.closeAllConnections();
      await Promise.all([front, inner].map((server) => new Promise((done) => server.close(done))));
    },
  };

  const makeProvider = (): Provider => {
    const made = new Provider(issuer, configurationOf(directory, registration, keys.jwk) as never);
    (made as unknown as { proxy: boolean }).proxy = true;
    return made;
  };
  provider = makeProvider();

  async function answerByProvider(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) {
      provider.callback()(request, response);
      return;
    }
    const { sub } = directory.person;
    const own = provider as unknown as Finishing;
    const { params, prompt } = await own.interactionDetails(request, response);
    const consent = prompt.name === 'consent' ? { consent: { grantId: await grantOf(own, sub, params) } } : {};
    await own.interactionFinished(request, response, { login: { accountId: sub }, ...consent });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    directory.asked.push(new URL(request.url ?? '/', issuer).pathname);
    if (directory.fault !== null && (await directory.fault(request, response))) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'cookie', 'accept', 'origin']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    headers.set('x-forwarded-host', new URL(issuer).host);
    headers.set('x-forwarded-proto', 'http');
    const passed = await fetch(innerUrl + request.url, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
    });
    let body = await passed.text();
    if (directory.forge !== null && request.url === '/token' && passed.status === 200) {
      body = await forged(body, directory.forge);
    }
    response.statusCode = passed.status;
    for (const name of ['content-type', 'location', 'cache-control']) {
      const value = passed.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.setHeader('set-cookie', passed.headers.getSetCookie());
    response.end(body);
  }

  const forged = async (body: string, forge: NonNullable<TestDirectory['forge']>): Promise<string> => {
    const tokens = JSON.parse(body) as { id_token: string };
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    return JSON.stringify({ ...tokens, id_token: await forge(claims, sign) });
  };
  return directory;
}

interface Finishing {
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ params: Record<string, unknown>; prompt: { name: string } }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  Grant: new (of: {
    accountId: string;
    clientId: string;
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

async function grantOf(provider: Finishing, accountId: string, params: Record<string, unknown>): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: CLIENT_ID });
  grant.addOIDCScope(String(params.scope));
  return await grant.save();
}

function configurationOf(directory: TestDirectory, registration: Registration, jwk: object): object {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [registration.callback],
        post_logout_redirect_uris: [registration.afterLogout],
        backchannel_logout_uri: registration.backChannelLogout,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'email', 'email_verified', 'name', 'groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...directory.person, sub }),
    }),
  };
}

const REDIRECTS_MAX = 10;

/** A browser: it keeps cookies, and stops at our callback. */
async function visit(url: string, callback: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < REDIRECTS_MAX; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the directory answers ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
    if (at.startsWith(`${callback}?`)) return Object.fromEntries(new URL(at).searchParams);
  }
  throw new Error('the directory leads nowhere');
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
