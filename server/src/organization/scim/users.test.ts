// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person whom the directory names and lets in is a member of its organization, and no other person is. */
import type { AuditList, Member } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProvisioned, type ProvisionedCompany, patch } from '#harness/scim';
import { mailOf, openOrganization, PEOPLE } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PASSWORD } from '#harness/service/sessions.ts';

let company: ProvisionedCompany;
beforeAll(async () => {
  company = await openProvisioned(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const members = async () => (await company.owner.call<{ items: Member[] }>('/members?limit=100')).body.items;
const roleOf = async (email: string) => (await members()).find((one) => one.email === email)?.role;
const create = async (body: object) => {
  const answer = await company.scim('/Users', { body });
  return [answer.status, answer.body.scimType ?? null];
};

describe('a new user', () => {
  it('is a member with an account that no password opens', async () => {
    const email = `ada@${company.domain}`;
    const { status, body, headers } = await company.scim('/Users', {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: email.toUpperCase(),
        externalId: '00u1',
        name: { givenName: 'Ada', familyName: 'Reis', middleName: 'M' },
        displayName: 'Ada Reis',
        emails: [
          { value: 'ada@elsewhere.example', type: 'home' },
          { value: email, type: 'work', primary: true },
        ],
        password: 'not kept',
        groups: [],
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finance' },
      },
    });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(headers.get('location')).toBe(`${company.service.baseUrl}/scim/v2/Users/${body.id}`);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: body.id,
      externalId: '00u1',
      userName: email.toUpperCase(),
      name: { givenName: 'Ada', familyName: 'Reis' },
      displayName: 'Ada Reis',
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      roles: [{ value: 'MEMBER', primary: true }],
      meta: { ...body.meta, resourceType: 'User', location: headers.get('location') },
    });
    expect((await company.scim(`/Users/${body.id}`)).body).toEqual(body);
    expect(await roleOf(email)).toBe('MEMBER');
    for (const password of ['', PASSWORD, 'not kept']) {
      const signIn = await openBrowser(company.service.baseUrl).call('/auth/login', { body: { email, password } });
      expect(signIn.status).toBe(401);
    }
  });

  it('has an address of a domain that the organization has proved', async () => {
    expect(await create({ userName: PEOPLE.stranger })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: mailOf('x', 'elsewhere') })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'no address' })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'x', emails: [{ value: mailOf('x', 'elsewhere') }] })).toEqual([
      400,
      'invalidValue',
    ]);
    expect(await create({ emails: [{ value: `x@${company.domain}` }] })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'x', emails: [{ value: `x@${company.domain}`, primary: 'True' }] })).toEqual([
      201,
      null,
    ]);
  });

  it('is one, whoever asks twice or at once', async () => {
    const email = `twin@${company.domain}`;
    const answers = await Promise.all([1, 2, 3].map(() => create({ userName: email })));
    expect(answers.toSorted()).toEqual([
      [201, null],
      [409, 'uniqueness'],
      [409, 'uniqueness'],
    ]);
    expect(await create({ userName: email.toUpperCase() })).toEqual([409, 'uniqueness']);
    expect(await create({ userName: 'another', emails: [{ value: email }] })).toEqual([409, 'uniqueness']);
    expect(await create({ userName: `t2@${company.domain}`, externalId: 'same' })).toEqual([201, null]);
    expect(await create({ userName: `t3@${company.domain}`, externalId: 'same' })).toEqual([409, 'uniqueness']);
  });

  it('who is a member already stays one, with their role', async () => {
    const { body } = await company.scim('/Users', { body: { userName: PEOPLE.admin } });
    expect(body).toMatchObject({ active: true, roles: [{ value: 'ADMIN' }] });
    expect(await roleOf(PEOPLE.admin)).toBe('ADMIN');
  });

  it('takes over the account that a stranger made with their address', async () => {
    const email = `vera@${company.domain}`;
    const stranger = openBrowser(company.service.baseUrl);
    const signUp = { name: 'Stranger', email, password: PASSWORD, organizationName: mailOf('vera') };
    expect((await stranger.call('/auth/signup', { body: signUp })).status).toBe(201);
    await company.provision('vera');
    expect((await stranger.call('/me')).status).toBe(401);
    expect((await stranger.call('/auth/login', { body: { email, password: PASSWORD } })).status).toBe(401);
  });

  it('who is not active has an account and no membership', async () => {
    const { id } = await company.provision('later', { active: 'False' });
    expect(await roleOf(`later@${company.domain}`)).toBeUndefined();
    const { body } = await company.scim(`/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
    expect(body).toMatchObject({ active: true, roles: [{ value: 'MEMBER' }] });
    expect(await roleOf(`later@${company.domain}`)).toBe('MEMBER');
  });
});

describe('a role', () => {
  it('is the highest that is sent, and an owner only where the connection says so', async () => {
    const roles = async (values: string[]) => {
      const { status, body } = await company.scim(
        `/Users/${id}`,
        patch({ op: 'add', path: 'roles', value: values.map((value) => ({ value })) }),
      );
      return status === 200 ? body.roles[0].value : body.scimType;
    };
    const { id } = await company.provision('role');
    expect(await roles(['member', 'Admin'])).toBe('ADMIN');
    expect(await roles(['OWNER'])).toBe('invalidValue');
    expect(await roles(['anything'])).toBe('invalidValue');
    expect(await roles(['owners'])).toBe('OWNER');
    expect(await roles(['people'])).toBe('MEMBER');
    expect(await roles([])).toBe('MEMBER');
  });

  it('stays where a change names none', async () => {
    const { id } = await company.provision('kept', { roles: [{ value: 'ADMIN' }] });
    const email = `kept@${company.domain}`;
    const put = await company.scim(`/Users/${id}`, { method: 'PUT', body: { userName: email, displayName: 'Kept' } });
    expect(put.body).toMatchObject({ displayName: 'Kept', active: true, roles: [{ value: 'ADMIN' }] });
  });
});

describe('a change', () => {
  it('is taken in the forms that directories send', async () => {
    const { id } = await company.provision('forms', { name: { givenName: 'A', familyName: 'B' } });
    const email = `forms2@${company.domain}`;
    const { status, body } = await company.scim(
      `/Users/${id}`,
      patch(
        { op: 'Add', path: 'name.givenName', value: 'Ana' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'replace', value: { displayName: 'Ana B', 'name.familyName': 'Braga', active: true, id } },
        { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'e-1' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Legal' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+55 11 5555 0000' },
        { op: 'Remove', path: 'name.formatted' },
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: { givenName: 'Ana', familyName: 'Braga' },
      displayName: 'Ana B',
      externalId: 'e-1',
      emails: [{ value: email }],
    });
    // The account belongs to its person, who signs in as before.
    expect(await roleOf(`forms@${company.domain}`)).toBe('MEMBER');
  });

  it.each([
    ['invalidPath', { op: 'replace', path: 'shoeSize', value: 1 }],
    ['invalidPath', { op: 'replace', path: 'name.shoe', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'emails[', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'emails[type xx "work"].value', value: 'x' }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [] }],
    ['noTarget', { op: 'remove' }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'perhaps' }],
    ['invalidValue', { op: 'remove', path: 'userName' }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: 'two\nlines' }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: 'x'.repeat(256) }],
    ['invalidValue', { op: 'replace', path: 'displayName', value: ['x'] }],
    ['invalidSyntax', { op: 'move', path: 'displayName', value: 'x' }],
    ['invalidSyntax', { op: 'replace', value: 'x' }],
  ])('is refused as %s, and nothing of it stays: %o', async (scimType, operation) => {
    const id = await idOfRefused();
    const before = await company.scim(`/Users/${id}`);
    const { status, body } = await company.scim(
      `/Users/${id}`,
      patch({ op: 'replace', path: 'displayName', value: 'first' }, operation),
    );
    expect([status, body]).toEqual([
      400,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', scimType, detail: body.detail },
    ]);
    expect((await company.scim(`/Users/${id}`)).body).toEqual(before.body);
  });

  let refused: string | null = null;
  async function idOfRefused(): Promise<string> {
    refused ??= (await company.provision('refused')).id as string;
    return refused;
  }

  it('to an address of another domain, or of another user, is refused', async () => {
    const { id } = await company.provision('mover');
    await company.provision('settled');
    const to = async (value: string) => {
      const operation = { op: 'replace', path: 'emails[type eq "work"].value', value };
      const { status, body } = await company.scim(`/Users/${id}`, patch(operation));
      return [status, body.scimType];
    };
    expect(await to(mailOf('mover', 'elsewhere'))).toEqual([400, 'invalidValue']);
    expect(await to(`settled@${company.domain}`)).toEqual([409, 'uniqueness']);
  });
});

describe('the chain', () => {
  it('names people by the ids of their accounts alone', async () => {
    const { id } = await company.provision('chain', { displayName: 'Chain Person', externalId: 'chain-1' });
    await company.scim(`/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Chain Renamed' }));
    await company.scim(`/Users/${id}`, { method: 'DELETE' });
    const { body } = await company.owner.call<AuditList>('/audit?limit=100');
    const own = body.items.filter(({ metadata }) => (metadata as { source?: string }).source === 'scim');
    expect(own.slice(0, 5).map(({ kind }) => kind)).toEqual([
      'scim.user_deleted',
      'member.removed',
      'scim.user_updated',
      'member.added',
      'scim.user_created',
    ]);
    expect(own[2]?.metadata).toEqual({ changedFields: ['displayName'], source: 'scim' });
    expect(JSON.stringify(body.items)).not.toMatch(/Chain|chain-1|chain@/);
  });
});

it('a user who was deleted is gone, and can be made again', async () => {
  const { id } = await company.provision('gone', { displayName: 'Gone' });
  expect((await company.scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await company.scim(`/Users/${id}`)).status).toBe(404);
  expect((await company.scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(404);
  const kept = await readRows(
    company.service.database,
    `SELECT user_name, email, display_name FROM svc.scim_users WHERE id = '${id}'`,
  );
  expect(kept).toEqual([{ user_name: null, email: null, display_name: null }]);
  const again = await company.provision('gone');
  expect(again.id).not.toBe(id);
  expect(await roleOf(`gone@${company.domain}`)).toBe('MEMBER');
});
