/** Guarantee: a credential goes only to the hosts that were named, and no answer or entry shows its secret. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createHttpRoute } from '../routes/index.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createIntegration>[3]) =>
  createIntegration(stage.pool, stage.vault, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateIntegration>[4]) =>
  updateIntegration(stage.pool, stage.vault, stage.owner, id, change);
const remove = (id: string) => deleteIntegration(stage.pool, stage.vault, stage.owner, id);

const SECRET = 'first-secret-value';
const BASIC = { credential: { type: 'BASIC', username: 'olivia@acme.test' }, secret: SECRET } as const;

it('keeps the secret sealed, and neither it nor a user name in the chain', async () => {
  const made = await create({ name: 'crm', kind: 'HTTP', allowedHosts: ['API.crm.example'], credential: BASIC });
  expect(made).toMatchObject({ allowedHosts: ['api.crm.example'], hasSecret: true });
  const stored = async () => (await readRows(stage.service.database, 'SELECT secret FROM svc.integrations'))[0]?.secret;
  const first = await stored();
  expect(await stage.entriesOf(() => update(made.id, { allowedHosts: ['*.crm.example'] }))).toMatchObject([
    {
      kind: 'integration.updated',
      metadata: { before: { allowedHosts: ['api.crm.example'] }, after: { allowedHosts: ['*.crm.example'] } },
    },
  ]);
  expect(await stored()).toBe(first);
  const changed = await stage.entriesOf(() => update(made.id, { credential: { ...BASIC, secret: 'second-value' } }));
  expect(changed).toMatchObject([
    { metadata: { changedFields: ['secret'], before: { secret: 'changed' }, after: { secret: 'changed' } } },
  ]);
  const binding = { organizationId: stage.owner.organizationId, table: 'integrations', column: 'secret' };
  expect(stage.vault.openText(await stored(), { ...binding, rowId: made.id })).toBe('second-value');
  const kept = JSON.stringify([
    await stage.entries(),
    await readRows(stage.service.database, 'SELECT * FROM svc.integrations'),
  ]);
  for (const secret of [SECRET, 'second-value']) expect(kept).not.toContain(secret);
  expect(JSON.stringify(await stage.entries())).not.toContain('olivia@acme.test');
});

it.each([
  [{ allowedHosts: ['https://crm.example'] }, 'allowedHosts[0]'],
  [{ allowedHosts: ['*.10.0.0.1'] }, 'allowedHosts[0]'],
  [{ credential: { credential: { type: 'API_KEY_HEADER', header: 'Host' }, secret: 's' } }, 'credential.header'],
  [{ credential: { credential: { type: 'AUTHORIZATION', scheme: 'Bearer' }, secret: 'a\nb' } }, 'credential.secret'],
  [
    {
      allowedHosts: ['api.crm.example'],
      credential: {
        credential: {
          type: 'OAUTH2_CLIENT_CREDENTIALS',
          tokenUrl: 'https://elsewhere.example/token',
          clientId: 'c',
          scope: null,
        },
        secret: 's',
      },
    },
    'credential',
  ],
] as const)('is refused with %j', async (values, field) => {
  await expect(create({ name: 'crm', kind: 'HTTP', ...values })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { [field]: expect.any(String) },
  });
});

it('keeps the hosts at its token address, and stays while a route sends its credential', async () => {
  const credential = {
    credential: {
      type: 'OAUTH2_CLIENT_CREDENTIALS',
      tokenUrl: 'https://login.crm.example/token',
      clientId: 'c',
      scope: null,
    },
    secret: 's',
  } as const;
  const { id } = await create({ name: 'crm', kind: 'HTTP', allowedHosts: ['*.crm.example'], credential });
  await expect(create({ name: 'crm', kind: 'TICKET' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(update(id, { allowedHosts: ['crm.example'] })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { allowedHosts: expect.any(String) },
  });
  await createHttpRoute(stage.pool, stage.vault, stage.owner, {
    name: 'crm',
    baseUrl: 'https://api.crm.example/v1',
    integration: 'crm',
    resource: 'customers',
  });
  await expect(remove(id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the HTTP route crm'),
  });
  const { id: unused } = await create({ name: 'unused', kind: 'CHAT_WEBHOOK' });
  expect(await stage.entriesOf(() => remove(unused))).toMatchObject([
    { kind: 'integration.deleted', metadata: { before: { kind: 'CHAT_WEBHOOK' } } },
  ]);
  await expect(update(unused, {})).rejects.toMatchObject({ code: 'not_found' });
});
