// SPDX-License-Identifier: Apache-2.0
/** POST and PATCH of agents: what is no name, no permission, or of another organization, is told by its field. */
import type { AgentList } from '@svc/contract';
import { PERMISSIONS_MAX } from '@svc/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDS, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  await stranger.call('/resources', { body: { name: 'globex-only', classification: 'PUBLIC' } });
});
afterAll(() => service.stop());

const stored = () => readRows(service.database, 'SELECT * FROM svc.agents ORDER BY id');

const FAULTS: readonly [what: string, body: object, field: string][] = [
  ['an empty name', { name: '' }, 'name'],
  ['a space at the end of the name', { name: 'bot ' }, 'name'],
  ['a no-break space at the end of the name', { name: 'bot\u00a0' }, 'name'],
  ['a name of 101 characters', { name: 'b'.repeat(101) }, 'name'],
  ['a name like an id', { name: IDS.billingBot }, 'name'],
  ['a name with a line break', { name: 'a\nb' }, 'name'],
  ['a name in decomposed Unicode', { name: 'e\u0301-bot' }, 'name'],
  ['a name that is a number', { name: 7 }, 'name'],
  ['an unknown field', { name: 'bot', role: 'OWNER' }, 'role'],
  ['an unknown status', { name: 'bot', status: 'STOPPED' }, 'status'],
  ['a resource of another organization', permission('globex-only'), 'permissions[0].resource'],
  [
    'an action that is none',
    { name: 'bot', permissions: [{ action: 'FLY', resource: 'ANY' }] },
    'permissions[0].action',
  ],
  [
    'too many permissions',
    { name: 'bot', permissions: Array(PERMISSIONS_MAX + 1).fill({ action: 'READ', resource: 'ANY' }) },
    'permissions',
  ],
  ['a control character in the purpose', { name: 'bot', description: 'a\u0007' }, 'description'],
];

function permission(resource: string): object {
  return { name: 'bot', permissions: [{ action: 'READ', resource }] };
}

describe.each(['POST', 'PATCH'])('%s', (method) => {
  it.each(FAULTS)('%s', async (_what, body, field) => {
    const before = await stored();
    const path = method === 'POST' ? '/agents' : `/agents/${IDS.supportBot}`;
    const answer = await owner.call(path, { method, body });
    expect([answer.status, answer.body.error, Object.keys(answer.body.fields ?? {})]).toEqual([
      400,
      'validation_error',
      [field],
    ]);
    expect(await stored()).toEqual(before);
  });
});

it('a name of another organization is free here', async () => {
  expect((await owner.call('/resources', { body: { name: 'globex-only', classification: 'PUBLIC' } })).status).toBe(
    201,
  );
  const { body } = await owner.call<AgentList>('/agents');
  expect(body.total).toBe(4);
});
