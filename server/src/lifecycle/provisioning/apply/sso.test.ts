// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a file sets up the sign-in by a directory, its export has all of it but the secret, and people's changes stay. */
import type { SsoState } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, PEOPLE, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, signIn } from '#harness/service/sessions.ts';

const DOMAIN = 'sso-file.example';
const sso = (
  change = '',
) => `sso: { issuer: "https://login.example", clientId: svc, clientSecret: "a secret of the file",
      roleClaim: groups, roles: [{ value: owners, role: OWNER }], defaultRole: MEMBER, breakGlass: [${PEOPLE.owner}],
      domains: [${DOMAIN}]${change} }`;
const file = (line: string) => acmeWithPeople({ settings: [line] });

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => file(sso()) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const read = async () => (await owner.call<SsoState>('/sso')).body;

it('makes the connection, with its domains proved by the operator', async () => {
  const { connection, domains } = await read();
  expect(connection).toMatchObject({
    issuer: 'https://login.example',
    roles: [{ value: 'owners', role: 'OWNER' }],
    defaultRole: 'MEMBER',
    required: false,
    sessionHours: 12,
  });
  expect(domains).toMatchObject([{ domain: DOMAIN, verifiedBy: 'OPERATOR' }]);
  const [row] = await readRows<{ client_secret: string }>(
    service.database,
    'SELECT client_secret FROM svc.sso_connections',
  );
  expect(row?.client_secret).toMatch(/^v1\./);
});

it('is exported without the secret, as a file that changes nothing', async () => {
  const text = await exported();
  expect(text).toContain('issuer: https://login.example');
  expect(text).not.toContain('a secret of the file');
  const before = await read();
  await service.provision(text, { isForced: false });
  expect(await read()).toEqual(before);
});

it('changes by a file that says something new', async () => {
  await service.provision(file(sso(', sessionHours: 8')), { isForced: false });
  expect((await read()).connection?.sessionHours).toBe(8);
});

it('refuses with the place in the file what an owner could not do', async () => {
  const refused = async (change: string) =>
    await service.provision(file(sso(change))).then(
      () => 'applied',
      (error: Error) => error.message,
    );
  expect(await refused(', required: true, breakGlass: []')).toMatch(/test\.yaml:\d+:\d+: .*breakGlass/);
  expect(await refused(', enabled: false, required: true')).toMatch(/test\.yaml:\d+:\d+: sso: required/);
  const stranger = sso().replace(PEOPLE.owner, 'nobody@elsewhere.example');
  await expect(service.provision(file(stranger))).rejects.toThrow('nobody@elsewhere.example is no member');
});

it('is in the export of the organization, without the secret', async () => {
  const browser = openBrowser(service.baseUrl, owner.cookies);
  const response = await fetch(`${service.baseUrl}/organization/export`, {
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
    },
  });
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    organization: { name: ACME },
    directories: [{ issuer: 'https://login.example', clientId: 'svc' }],
    directoryDomains: [{ domain: DOMAIN, verifiedBy: 'OPERATOR' }],
    directoryPeople: [],
  });
  expect(text).not.toContain('clientSecret');
});

async function exported(): Promise<string> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return await (await fetch(`${service.baseUrl}/organization/provisioning`, { headers: { cookie } })).text();
}
