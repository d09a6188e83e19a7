// SPDX-License-Identifier: Apache-2.0
/** An organization whose people sign in by a directory: it is connected, and its domain is proved. */
import type { SsoConnectionChange } from '@svc/contract';
import { expect } from 'vitest';
import { verifyAsOperator } from '../../../server/src/organization/sso/index.ts';
import { PEOPLE, type TestService } from '../service/index.ts';
import { type Browser, openBrowser, signIn } from '../service/sessions.ts';
import { type DirectoryPerson, startDirectory, type TestDirectory } from './index.ts';

export interface Company {
  service: TestService;
  organizationId: string;
  /** The domain of the addresses of Acme's people. */
  domain: string;
  directory: TestDirectory;
  owner: Browser;
  connection: SsoConnectionChange;
  /** Changes the connection, as the owner. @returns the status of the answer */
  change(change: Partial<SsoConnectionChange>): Promise<number>;
  /** Goes through a sign-in in a browser. */
  enter(person: DirectoryPerson, browser?: Browser): Promise<Entered>;
}

export interface Entered {
  browser: Browser;
  status: number;
  body: { reason?: string; user?: { id: string; email: string; name: string }; organization?: { role: string } };
}

export async function openCompany(service: TestService): Promise<Company> {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { body: me } = await owner.call<{ user: { id: string }; organization: { id: string } }>('/me');
  const organizationId = me.organization.id;
  const domain = PEOPLE.owner.slice(PEOPLE.owner.indexOf('@') + 1);
  await verifyAsOperator(service.app.pool, organizationId, domain);
  const own = `${service.baseUrl}/app/sso/${organizationId}`;
  const directory = await startDirectory({
    callback: `${own}/callback`,
    backChannelLogout: `${service.baseUrl}/sso/${organizationId}/logout`,
    afterLogout: `${service.baseUrl}/app/sign-in`,
  });
  const connection: SsoConnectionChange = {
    issuer: directory.issuer,
    clientId: directory.clientId,
    clientSecret: directory.clientSecret,
    scopes: [],
    roleClaim: 'groups',
    roles: [
      { value: 'owners', role: 'OWNER' },
      { value: 'admins', role: 'ADMIN' },
      { value: 'people', role: 'MEMBER' },
    ],
    defaultRole: null,
    enabled: true,
    required: false,
    breakGlass: [me.user.id],
    sessionHours: 12,
  };
  const change = async (changed: Partial<SsoConnectionChange>) =>
    (await owner.call('/sso', { method: 'PUT', body: { ...connection, ...changed } })).status;
  expect(await change({})).toBe(200);
  return {
    ...{ service, organizationId, domain, directory, owner, connection, change },
    enter: (person, browser) => enter({ service, organizationId, directory }, person, browser),
  };
}

export async function enter(
  { service, organizationId, directory }: Pick<Company, 'service' | 'organizationId' | 'directory'>,
  person: DirectoryPerson,
  browser = openBrowser(service.baseUrl),
): Promise<Entered> {
  directory.person = person;
  const started = await browser.call<{ url: string; reason?: string }>('/auth/sso', { body: { organizationId } });
  if (started.status !== 200) return { browser, status: started.status, body: started.body as Entered['body'] };
  const returned = await directory.visit(started.body.url);
  return { browser, ...(await finish(browser, organizationId, returned)) };
}

export async function finish(browser: Browser, organizationId: string, returned: Record<string, string>) {
  const { code, state, iss, error } = returned;
  const { status, body } = await browser.call<Entered['body']>('/auth/sso/finish', {
    body: { organizationId, code, state, iss, error },
  });
  return { status, body };
}
