// SPDX-License-Identifier: Apache-2.0
/** A realm of a running Keycloak, as its administrator sets it up for us, and the browser of a person who signs in. */
import { expect } from 'vitest';
import type { Registration } from '../directory/index.ts';
import { type KeycloakProgram, startProgram } from './program.ts';

export interface Realm {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs a person in at the form, unless they are signed in. @returns the parameters that come back */
  visit(url: string, browser: RealmBrowser): Promise<Record<string, string>>;
  /** Goes to an address and follows it. @returns the last address */
  follow(url: string, browser: RealmBrowser): Promise<string>;
  setGroups(userName: string, groups: readonly string[]): Promise<void>;
  /** Ends every session of a person, as an administrator does. */
  signOutOf(userName: string): Promise<void>;
  stop(): Promise<void>;
}

/** A person before their browser. */
export interface RealmBrowser {
  userName: string;
  cookies: Map<string, string>;
}

const REALM = 'acme';
const CLIENT_ID = 'svc';
const CLIENT_SECRET = 'a secret that only the two of them know';
const PASSWORD = 'a password of the realm';
const REDIRECTS_MAX = 10;

/** @param people user names, with their addresses */
export async function startRealm(
  { callback, backChannelLogout, afterLogout }: Registration,
  people: Readonly<Record<string, { email: string; groups: readonly string[] }>>,
): Promise<Realm> {
  const program = await startProgram();
  const ask = await administrator(program);
  const groups = [...new Set(Object.values(people).flatMap((person) => person.groups))];
  await ask('POST', '/admin/realms', {
    realm: REALM,
    enabled: true,
    sslRequired: 'none',
    groups: groups.map((name) => ({ name })),
    clients: [
      {
        clientId: CLIENT_ID,
        secret: CLIENT_SECRET,
        redirectUris: [callback],
        standardFlowEnabled: true,
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'backchannel.logout.url': backChannelLogout,
          'backchannel.logout.session.required': 'true',
          'post.logout.redirect.uris': afterLogout,
        },
        protocolMappers: [
          {
            name: 'groups',
            protocol: 'openid-connect',
            protocolMapper: 'oidc-group-membership-mapper',
            config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
          },
        ],
      },
    ],
    users: Object.entries(people).map(([username, { email, groups: own }]) => ({
      ...{ username, email, emailVerified: true, enabled: true, firstName: username, lastName: 'of Acme' },
      groups: own.map((name) => `/${name}`),
      credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
    })),
  });
  const idOf = async (userName: string) => {
    const found = (await ask('GET', `/admin/realms/${REALM}/users?exact=true&username=${userName}`)) as {
      id: string;
    }[];
    return found[0]?.id ?? '';
  };
  return {
    issuer: `${program.url}/realms/${REALM}`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    async visit(url, browser) {
      const at = await walk(url, browser, callback);
      return Object.fromEntries(new URL(at).searchParams);
    },
    follow: (url, browser) => walk(url, browser, afterLogout),
    async setGroups(userName, wanted) {
      const [id, all] = [await idOf(userName), (await ask('GET', `/admin/realms/${REALM}/groups`)) as Group[]];
      for (const group of all) {
        const method = wanted.includes(group.name) ? 'PUT' : 'DELETE';
        await ask(method, `/admin/realms/${REALM}/users/${id}/groups/${group.id}`);
      }
    },
    async signOutOf(userName) {
      await ask('POST', `/admin/realms/${REALM}/users/${await idOf(userName)}/logout`);
    },
    stop: () => program.stop(),
  };
}

interface Group {
  id: string;
  name: string;
}

/** @returns calls of the administrator's API, each with a token of its own: they live for a minute */
async function administrator({ url, admin }: KeycloakProgram) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const token = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([method, path, response.ok, response.ok ? '' : text]).toEqual([method, path, true, '']);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** A browser that fills the form of the sign-in in. @returns the first address that begins as `until` */
async function walk(url: string, { userName, cookies }: RealmBrowser, until: string): Promise<string> {
  let [at, body]: [string, URLSearchParams | null] = [url, null];
  for (let step = 0; step < REDIRECTS_MAX; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie },
      ...(body !== null && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location === null) {
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      if (action === undefined) throw new Error(`Keycloak answers ${response.status}: ${page.slice(0, 500)}`);
      [at, body] = [new URL(action, at).href, new URLSearchParams({ username: userName, password: PASSWORD })];
      continue;
    }
    [at, body] = [new URL(location, at).href, null];
    if (at.startsWith(until)) return at;
  }
  throw new Error('Keycloak leads nowhere');
}
