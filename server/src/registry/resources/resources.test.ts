// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a resource changes with its entry and a new generation, and never away from what refers to it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, IDS } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createAgent } from '../agents/index.ts';
import { createMcpRoute } from '../gateway-routes/index.ts';
import { createResource, deleteResource, updateResource } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createResource>[2]) => createResource(stage.pool, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateResource>[3]) =>
  updateResource(stage.pool, stage.owner, id, change);
const remove = (id: string) => deleteResource(stage.pool, stage.owner, id);

it('is made, changed and deleted, each with what was before and after', async () => {
  let id = '';
  const made = await stage.entriesOf(async () => {
    ({ id } = await create({ name: 'ledger', classification: 'FINANCIAL' }));
  });
  const values = { name: 'ledger', classification: 'FINANCIAL', description: null };
  expect(made).toMatchObject([
    { kind: 'resource.created', subject: { type: 'resource', id }, metadata: { after: values } },
  ]);
  const changed = await stage.entriesOf(() => update(id, { name: 'books', description: 'all of them' }));
  expect(changed).toMatchObject([
    {
      kind: 'resource.updated',
      metadata: {
        changedFields: ['name', 'description'],
        before: { name: 'ledger', description: null },
        after: { name: 'books', description: 'all of them' },
      },
    },
  ]);
  expect(await stage.entriesOf(() => update(id, { name: 'books' }))).toEqual([]);
  expect(await stage.entriesOf(() => remove(id))).toMatchObject([
    { kind: 'resource.deleted', metadata: { name: 'books', before: { classification: 'FINANCIAL' } } },
  ]);
  await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' });
});

describe('is refused', () => {
  it.each(['ANY', 'CUSTOMER_PII', IDS.orders, 'two\nlines', 'a\u202eb', 'a\u009bb', 'a\u2066b'])(
    'with the name %j',
    async (name) => {
      const error = { code: 'validation_error', fields: { name: expect.stringContaining('must not') } };
      await expect(create({ name, classification: 'PUBLIC' })).rejects.toMatchObject(error);
      await expect(update(IDS.orders, { name })).rejects.toMatchObject(error);
    },
  );

  it.each(['a\u202eb', 'a\u001bb', 'a\r\nb'])('with the description %j', async (description) => {
    const error = { code: 'validation_error', fields: { description: expect.stringContaining('line feeds and tabs') } };
    await expect(create({ name: 'new', classification: 'PUBLIC', description })).rejects.toMatchObject(error);
    await expect(update(IDS.orders, { description })).rejects.toMatchObject(error);
  });

  it('not with a name that it has since before the rule', async () => {
    const name = 'old\u202ename';
    await readRows(stage.service.database, 'UPDATE svc.resources SET name = $1 WHERE id = $2', [name, IDS.orders]);
    await expect(update(IDS.orders, { name, description: 'a\n\tb' })).resolves.toMatchObject({ name });
  });

  it('with the name of another', async () => {
    await expect(create({ name: 'orders', classification: 'PUBLIC' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(update(IDS.orders, { name: 'customers' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('to go, or to be renamed, while a permission names it: a new resource of the name would be permitted', async () => {
    await createAgent(stage.pool, stage.owner, {
      name: 'ledger-bot',
      permissions: [{ action: 'READ', resource: 'orders' }],
    });
    const error = { code: 'conflict', message: expect.stringContaining('the agent ledger-bot') };
    await expect(remove(IDS.orders)).rejects.toMatchObject(error);
    await expect(update(IDS.orders, { name: 'sales' })).rejects.toMatchObject(error);
    await update(IDS.orders, { classification: 'SENSITIVE' });
  });

  it('to go while a route refers to it', async () => {
    await createMcpRoute(stage.pool, stage.owner, { name: 'tools', resource: 'orders' });
    await expect(remove(IDS.orders)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the MCP route tools'),
    });
  });
});
