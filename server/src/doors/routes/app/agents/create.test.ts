// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { Agent, AgentList, AppErrorBody } from '@svc/contract';
import { PERMISSIONS_MAX } from '@svc/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** POST /agents: the new agent decides at once, on every process. */
describe('201', () => {
  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    other = await otherProcess(service);
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  it('registers an agent with a purpose and permissions', async () => {
    const body = { agent: 'crm-sync', resource: 'orders', action: 'READ_DATA' };
    for (const { baseUrl } of [service, other]) expect((await call(baseUrl, '/v1/events', { body })).status).toBe(404);
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    const creation = {
      name: 'crm-sync',
      description: 'Keeps the CRM in step',
      permissions: [{ action: 'READ', resource: 'orders' }],
    };
    const made = await admin.call<Agent>('/agents', { body: creation });
    expect([made.status, made.body]).toMatchObject([201, { ...creation, status: 'ACTIVE', paused: null }]);
    for (const { baseUrl } of [service, other]) {
      const allowed = await call(baseUrl, '/v1/events', { body });
      expect(allowed.body.decision).toBe('ALLOW');
      const refused = await call(baseUrl, '/v1/events', { body: { ...body, action: 'WRITE_DATA' } });
      expect(refused.body.decision).toBe('BLOCK');
    }
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.find(({ subject }) => subject.id === made.body.id)).toMatchObject({
      kind: 'agent.created',
      metadata: { source: 'app', after: { ...creation, status: 'ACTIVE' } },
    });
  });
});

/** POST and PATCH of agents: what is no name, no permission, or of another organization, is told by its field. */
describe('400', () => {
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
      expect(Object.keys(answer.body.fieldCodes ?? {})).toEqual([field]);
      expect(await stored()).toEqual(before);
    });
  });

  it('tells the code and its parameters beside the sentence', async () => {
    const permissions = Array(PERMISSIONS_MAX + 1).fill({ action: 'READ', resource: 'ANY' });
    const { body } = await owner.call('/agents', { body: { name: 'bot', permissions } });
    expect(body).toMatchObject({
      fields: { permissions: `must have at most ${PERMISSIONS_MAX} items` },
      fieldCodes: { permissions: { code: 'TOO_MANY_ITEMS', params: { max: PERMISSIONS_MAX } } },
    });
    const line = (await owner.call('/agents', { body: { name: 'bot ' } })).body;
    expect(line.fieldCodes).toEqual({ name: { code: 'SPACE_AT_END', params: {} } });
  });

  it('a name of another organization is free here', async () => {
    expect((await owner.call('/resources', { body: { name: 'globex-only', classification: 'PUBLIC' } })).status).toBe(
      201,
    );
    const { body } = await owner.call<AgentList>('/agents');
    expect(body.total).toBe(4);
  });
});

/** POST /agents: the plan's count is exact, however many are made at once and wherever. */
describe('403', () => {
  const PLACES = 20;
  const CREATIONS = 64;

  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    // Four agents are there already.
    const settings = [`agentsMax: ${PLACES + 4}`];
    service = await openOrganization({ provisioning: () => acmeWithPeople({ settings }) });
    other = await otherProcess(service);
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  it('lets 64 creations on two processes fill the plan, and not pass it', async () => {
    const browsers = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(other.baseUrl, PEOPLE.admin)];
    /** On a slow machine some wait too long for a connection, and are asked to try again. */
    const create = async (n: number) => {
      for (;;) {
        const answer = await browsers[n % 2]?.call('/agents', { body: { name: `new-${n}` } });
        if (answer?.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: CREATIONS }, (_, n) => create(n)));
    const made = answers.filter((answer) => answer?.status === 201);
    const refused = answers.filter((answer) => answer?.status === 403);
    expect([made.length, refused.length]).toEqual([PLACES, CREATIONS - PLACES]);
    for (const answer of refused) expect(answer?.body.error).toBe('plan_limit');
    // On the first process the operator alone changes the plan; on the other one owners do.
    const namesCommand = answers.map((answer) => /svc-server organization plan/.test(String(answer?.body.message)));
    const isRefusedByFirst = answers.map((answer, n) => answer?.status === 403 && n % 2 === 0);
    expect(namesCommand).toEqual(isRefusedByFirst);
    const text = `SELECT count(*)::int AS n FROM svc.agents JOIN svc.organizations o USING (organization_id)
    WHERE o.name = '${ACME}'`;
    expect(await readRows(service.database, text)).toEqual([{ n: PLACES + 4 }]);
  });
});

/** POST and PATCH of agents: a name that people cannot tell from another one is refused; look-ups stay exact. */
describe('409', () => {
  let service: TestService;
  let owner: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    await owner.call('/agents', { body: { name: 'Café bot' } });
  });
  afterAll(() => service.stop());

  it.each(['billing-bot', 'Billing-Bot', 'ｂilling-bot', 'CAFÉ BOT', 'Café  bot', 'Café\u00a0bot'])(
    '%s',
    async (name) => {
      const made = await owner.call<AppErrorBody>('/agents', { body: { name } });
      expect([made.status, made.body.error]).toEqual([409, 'conflict']);
      expect(made.body.message).toMatch(/There is already an agent with the name (?:billing-bot|Café bot)/);
      expect(made.body.conflict).toEqual({ reason: 'NAME_TAKEN' });
      const renamed = await owner.call(`/agents/${IDS.supportBot}`, { method: 'PATCH', body: { name } });
      expect(renamed.status).toBe(409);
    },
  );

  it('lets an agent change the letter case of its own name', async () => {
    const path = `/agents/${IDS.supportBot}`;
    const { status, body } = await owner.call<Agent>(path, { method: 'PATCH', body: { name: 'Support-bot' } });
    expect([status, body.name]).toEqual([200, 'Support-bot']);
    const action = { resource: 'price-list', action: 'READ_DATA' };
    const decide = async (agent: string) =>
      (await call(service.baseUrl, '/v1/events', { body: { ...action, agent } })).status;
    expect([await decide('Support-bot'), await decide('support-bot')]).toEqual([200, 404]);
  });

  it('leaves names from before the rule as they are', async () => {
    await readRows(service.database, `UPDATE svc.agents SET name = 'BILLING-BOT' WHERE id = $1`, [IDS.readerBot]);
    const path = `/agents/${IDS.readerBot}`;
    const { status } = await owner.call(path, { method: 'PATCH', body: { name: 'BILLING-BOT', description: 'Reads' } });
    expect(status).toBe(200);
  });
});
