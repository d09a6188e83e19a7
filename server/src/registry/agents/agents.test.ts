// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an agent is made, changed and deleted whole or not at all, and the plan's count is exact. */
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, call, IDS } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../../storage/connections/pool.ts';
import { createAgent, deleteAgent, updateAgent } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createAgent>[2]) => createAgent(stage.pool, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateAgent>[3]) =>
  updateAgent(stage.pool, stage.owner, id, change);
const remove = (id: string) => deleteAgent(stage.pool, stage.owner, id);
const storedAgents = () => readRows(stage.service.database, 'SELECT * FROM svc.agents ORDER BY id');

describe('a new agent', () => {
  it('is not made by a change that nothing could hold back', async () => {
    const { hold: _, ...changer } = stage.owner;
    const made = createAgent(stage.pool, changer as typeof stage.owner, { name: 'new-bot' });
    await expect(made).rejects.toThrow('nothing holds it back');
    expect((await storedAgents()).map(({ name }) => name)).not.toContain('new-bot');
  });

  it('decides at once, and stands in the chain as it was made', async () => {
    const made = await create({ name: 'new-bot', permissions: [{ action: 'READ', resource: 'customers' }] });
    expect(made).toMatchObject({ name: 'new-bot', status: 'ACTIVE' });
    expect((await stage.entries()).at(-1)).toMatchObject({
      kind: 'agent.created',
      actor: { type: 'user', id: stage.owner.accountId },
      subject: { type: 'agent', id: made.id },
      metadata: {
        name: 'new-bot',
        after: { name: 'new-bot', status: 'ACTIVE', permissions: [{ action: 'READ', resource: 'customers' }] },
        source: 'app',
        actorRole: expect.stringMatching(/^(?:OWNER|ADMIN)$/),
      },
    });
    const body = { agent: 'new-bot', resource: 'price-list', action: 'READ_DATA' };
    const answer = await call(stage.service.baseUrl, '/v1/events', { body });
    expect(answer.body).toMatchObject({ decision: 'BLOCK' });
  });

  it.each([
    [{ name: IDS.billingBot }, { code: 'validation_error', fields: { name: expect.stringContaining('UUID') } }],
    [{ name: ' bot' }, { code: 'validation_error', fields: { name: expect.stringContaining('space') } }],
    [{ name: 'billing-bot' }, { code: 'conflict' }],
    [
      { name: 'bot', permissions: [{ action: 'READ', resource: 'no-such-resource' }] },
      { code: 'validation_error', fields: { 'permissions[0].resource': expect.any(String) } },
    ],
  ] satisfies [Parameters<typeof create>[0], object][])('is refused as %j', async (values, error) => {
    const before = [await storedAgents(), await stage.entries()];
    await expect(create(values)).rejects.toMatchObject(error);
    expect([await storedAgents(), await stage.entries()]).toEqual(before);
  });

  it('is made by owners and admins alone', async () => {
    await expect(createAgent(stage.pool, stage.member, { name: 'bot' })).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = { ...stage.owner, accountId: IDS.customers };
    await expect(createAgent(stage.pool, stranger, { name: 'bot' })).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('the count of the plan', () => {
  it('is never passed, whoever makes agents at once, and names plan, limit and count', async () => {
    await stage.service.provision(acme({ settings: ['agentsMax: 9'] }));
    const other = createPool({ connectionString: stage.service.database.connectionString }, 4);
    try {
      const pools = [stage.pool, other];
      const attempts = Array.from({ length: 40 }, (_, index) =>
        createAgent(pools[index % 2] ?? other, stage.owner, { name: `bot-${index}` }).then(
          () => null,
          (error: unknown) => error,
        ),
      );
      const errors = (await Promise.all(attempts)).filter((error) => error !== null);
      expect(errors).toHaveLength(35);
      for (const error of errors) {
        expect(error).toMatchObject({
          code: 'plan_limit',
          status: 403,
          message: 'The plan BUSINESS allows 9 agents, and the organization has 9.',
        });
      }
    } finally {
      await other.end();
    }
    const rows = await readRows(stage.service.database, 'SELECT 1 FROM svc.agents WHERE organization_id = $1', [
      stage.owner.organizationId,
    ]);
    expect(rows).toHaveLength(9);
    const entries = await stage.entries();
    expect(verifyEntries(entries)).toMatchObject({ isValid: true });
    expect(entries.filter(({ kind }) => kind === 'agent.created')).toHaveLength(9);
  });

  it('leaves what is there, also past it: an agent can be changed, and one more only after two are gone', async () => {
    await readRows(stage.service.database, 'UPDATE svc.organizations SET agents_max = 3');
    await update(IDS.billingBot, { status: 'PAUSED' });
    const ofOperator = createAgent(stage.pool, stage.owner, { name: 'bot' }, true);
    await expect(ofOperator).rejects.toThrow(/ The operator changes the plan: svc-server organization plan NAME PLAN$/);
    await remove(IDS.pausedBot);
    await expect(create({ name: 'bot' })).rejects.toMatchObject({ code: 'plan_limit' });
    await remove(IDS.readerBot);
    await create({ name: 'bot' });
  });
});

describe('a change', () => {
  it('tells what was there before and after, and pausing apart from the rest', async () => {
    const change = { name: 'renamed', status: 'PAUSED' as const, permissions: [] };
    expect(await stage.entriesOf(() => update(IDS.billingBot, change))).toMatchObject([
      {
        kind: 'agent.updated',
        metadata: {
          changedFields: ['name', 'permissions'],
          before: { name: 'billing-bot', permissions: null },
          after: { name: 'renamed', permissions: [] },
        },
      },
      { kind: 'agent.paused', metadata: { before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } } },
    ]);
    expect(await stage.entriesOf(() => update(IDS.billingBot, { status: 'ACTIVE' }))).toMatchObject([
      { kind: 'agent.resumed', metadata: { name: 'renamed' } },
    ]);
    expect(await stage.entriesOf(() => update(IDS.billingBot, { name: 'renamed' }))).toEqual([]);
  });

  it('is refused for an agent that is not there, and for the name of another', async () => {
    await expect(update(IDS.customers, { status: 'PAUSED' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(update(IDS.billingBot, { name: 'support-bot' })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a deleted agent', () => {
  it('decides nothing any more, and leaves its events and entries', async () => {
    const body = { agent: 'support-bot', resource: 'price-list', action: 'READ_DATA' };
    const { id } = (await call(stage.service.baseUrl, '/v1/events', { body })).body;
    expect(await stage.entriesOf(() => remove(IDS.supportBot))).toMatchObject([
      {
        kind: 'agent.deleted',
        subject: { type: 'agent', id: IDS.supportBot },
        metadata: { name: 'support-bot', before: { name: 'support-bot', status: 'ACTIVE', permissions: null } },
      },
    ]);
    expect((await call(stage.service.baseUrl, '/v1/events', { body })).status).toBe(404);
    expect(await readRows(stage.service.database, 'SELECT agent_id FROM svc.events WHERE id = $1', [id])).toEqual([
      { agent_id: IDS.supportBot },
    ]);
    await expect(remove(IDS.supportBot)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has no key and no route: a key that is bound to it would be good for every agent', async () => {
    await expect(remove(IDS.billingBot)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the API key bound'),
    });
    await readRows(stage.service.database, `UPDATE svc.api_keys SET revoked_at = now() WHERE name LIKE 'bound%'`);
    await remove(IDS.billingBot);
    const text = `SELECT agent_id FROM svc.api_keys WHERE name LIKE 'bound%'`;
    expect(await readRows(stage.service.database, text)).toEqual([{ agent_id: null }, { agent_id: null }]);
  });
});
