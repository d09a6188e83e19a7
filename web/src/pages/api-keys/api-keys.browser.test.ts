// SPDX-License-Identifier: Apache-2.0
/** API keys: making one that is shown once, finding, changing, replacing and revoking it. */
import type { ApiKey } from '@svc/contract';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
  changing,
  choose,
  click,
  DONE,
  dialog,
  drawer,
  gone,
  held,
  hold,
  idOf,
  keys,
  named,
  openApp,
  pressInDialog,
  refused,
  rows,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const BOT = { id: idOf(9), name: 'billing-bot' } as const;
const KEY = {
  id: idOf(1),
  name: 'CRM worker',
  prefix: 'key_live_abcdefg',
  agent: BOT,
  kind: 'LIVE',
  permissions: ['decide', 'read', 'test'] as ApiKey['permissions'],
} as const;
const SECRET = `${KEY.prefix}${'A'.repeat(36)}`;
const AGENTS = named(['billing-bot', 'reader-bot', 'support-bot']);
/** As long as a search that failed waits. */
const AGAIN_AFTER_MS = 5_000;
const agentField = () => dialog().getByRole('combobox', { name: registry.optional(words.for) });
const option = (name: string) => page.getByRole('option', { name });
const opened = (key: object) => ({ listApiKeys: { items: [key], total: 1 }, readApiKey: key });

/** The list, and the dialog of a new key above it. */
async function openDialog(answers: Parameters<typeof openApp>[1]) {
  const service = await openApp('/api-keys', {
    listApiKeys: { items: [KEY] },
    listAgents: AGENTS,
    ...answers,
  });
  await expect.poll(() => rows().length).toBe(1);
  await keys('c');
  await seen(agentField());
  return service;
}

it('says that agents could not be searched, and asks again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const service = await openDialog({ listAgents: refused('validation_error') });
  await agentField().fill('billing');
  await seen(page.getByRole('alert').getByRole('button', { name: ui.tryAgain }));
  expect(page.getByText(registry.noneFound).elements()).toEqual([]);
  service.answer({ listAgents: AGENTS });
  vi.advanceTimersByTime(AGAIN_AFTER_MS);
  await seen(option(BOT.name));
  await gone(page.getByRole('alert'));
});

it('narrows the agents with each key, before the search is answered', async () => {
  const { answer, release } = held({ items: [] });
  const service = await openDialog({});
  await agentField().fill('bot');
  await seen(option('reader-bot'));
  service.answer({ listAgents: answer });
  await agentField().fill('support-bot');
  await gone(option('reader-bot'));
  await seen(option('support-bot'));
  await agentField().fill('no such bot');
  await seen(page.getByText(ui.loading));
  release();
  await seen(page.getByText(registry.noneFound));
  expect(service.last('listAgents')?.query.q).toBe('no such bot');
});

it('makes a key for one agent, and shows it once beside a command', async () => {
  const made = { ...KEY, allowedIps: ['127.0.0.1', '10.20.0.0/16'] };
  const service = await openDialog({
    createApiKey: refused('validation_error', { fields: { 'allowedIps.0': 'must be an address' } }),
  });
  await dialog().getByRole('textbox', { name: registry.name }).fill(KEY.name);
  await choose(agentField(), BOT.name);
  const addresses = dialog().getByRole('textbox', { name: registry.optional(words.ips) });
  await addresses.fill('not an address');
  await pressInDialog(words.addAct);
  await expect.element(addresses).toHaveAttribute('aria-invalid', 'true');
  service.answer({ createApiKey: changing({ ...made, key: SECRET }, { listApiKeys: { items: [made] } }) });
  await addresses.fill(made.allowedIps.join('\n'));
  await pressInDialog(words.addAct);
  await seen(dialog().getByRole('heading', { name: words.storeTitle }));
  // The narrowest key by itself: a test key with an end.
  const end = '2027-02-22T12:00:00.000Z';
  expect(service.last('createApiKey')?.body).toMatchObject({
    name: KEY.name,
    kind: 'TEST',
    expiresAt: end,
    agent: BOT.name,
    permissions: KEY.permissions,
    allowedIps: made.allowedIps,
  });
  const command = dialog().getByRole('region', { name: words.firstDecision });
  await expect.element(command).toHaveTextContent(`curl ${location.origin}/v1/events`);
  await expect.element(command).not.toHaveTextContent('"agent"');
  await expect.element(dialog().getByRole('textbox', { name: words.one })).toHaveValue(SECRET);
  // It would be gone for good.
  await keys('{Escape}');
  await expect.element(dialog().getByRole('button', { name: ui.secret.done })).toBeDisabled();
  await click(dialog().getByRole('checkbox', { name: ui.secret.stored }));
  await pressInDialog(ui.secret.done);
  await seen(page.getByRole('row', { name: new RegExp(words.addresses('127.0.0.1', 1)) }));
  expect(document.documentElement.outerHTML).not.toContain(SECRET);
});

it('leads from a whole key in the palette to it, and searches for its beginning alone', async () => {
  const nothing = { listAgents: {}, listPolicies: {}, listResources: {} };
  const service = await openApp('/api-keys', { ...opened(KEY), ...nothing });
  // The page stands, and takes keys.
  await seen(page.getByRole('row', { name: KEY.name }));
  await keys('{Control>}k{/Control}');
  await dialog().getByRole('combobox').fill(SECRET);
  await click(option(KEY.name));
  await seen(drawer().getByText(KEY.name).first());
  const asked = service.calls('listApiKeys').map(({ query }) => query.q);
  expect(asked).toContain(SECRET.slice(0, 16));
  expect(asked).not.toContain(SECRET);
});

it('changes name and end by Ctrl S', async () => {
  const changed = { ...KEY, name: 'CRM worker, old', expiresAt: '2026-12-24T12:00:00.000Z' };
  const service = await openApp(`/api-keys?open=${KEY.id}`, {
    ...opened(KEY),
    updateApiKey: changing(changed, opened(changed)),
  });
  await click(drawer().getByRole('button', { name: words.edit }));
  await dialog().getByRole('textbox', { name: registry.name }).fill(changed.name);
  await dialog().getByRole('combobox', { name: words.expires }).selectOptions(words.days(30));
  await keys('{Control>}s{/Control}');
  await seen(drawer().getByText(changed.name).first());
  expect(service.last('updateApiKey')?.body).toMatchObject({ name: changed.name, expiresAt: changed.expiresAt });
});

it('replaces a key, and says until when the old one works; that one changes no more', async () => {
  const retiring = { ...KEY, status: 'RETIRING', revokesAt: '2026-11-24T13:00:00.000Z' } as const;
  const rotation = { ...KEY, id: idOf(2), key: SECRET, replaced: retiring };
  const service = await openApp(`/api-keys?open=${KEY.id}`, {
    ...opened(KEY),
    rotateApiKey: changing(rotation, opened(retiring)),
  });
  await click(drawer().getByRole('button', { name: words.rotate }));
  await dialog().getByRole('combobox', { name: words.grace }).selectOptions(words.graces(1));
  await pressInDialog(words.rotateAct);
  await expect.element(dialog().getByRole('textbox', { name: words.one })).toHaveValue(SECRET);
  expect(service.last('rotateApiKey')).toMatchObject({ params: { id: KEY.id }, body: { graceHours: 1 } });
  await click(dialog().getByRole('checkbox', { name: ui.secret.stored }));
  await pressInDialog(ui.secret.done);
  await seen(drawer().getByText(words.statuses.RETIRING));
  await seen(page.getByText(new RegExp(`^${words.worksUntil('')}`)).first());
  await gone(drawer().getByRole('button', { name: words.edit }));
  await gone(drawer().getByRole('button', { name: words.rotate }));
});

it('revokes a key by a held button', async () => {
  const revoked = { ...KEY, status: 'REVOKED', revokedAt: '2026-11-24T12:00:00.000Z' } as const;
  const service = await openApp(`/api-keys?open=${KEY.id}`, {
    ...opened(KEY),
    revokeApiKey: changing(DONE, opened(revoked)),
  });
  await click(drawer().getByRole('button', { name: words.revoke }));
  await hold(words.revokeAct);
  await seen(page.getByText(words.revoked(KEY.name)));
  await seen(drawer().getByText(words.statuses.REVOKED, { exact: true }));
  expect(service.last('revokeApiKey')?.params).toEqual({ id: KEY.id });
});

it('offers the only agent, and names a registered agent and resource in the command of a key for every agent', async () => {
  const everyAgent = { ...KEY, kind: 'TEST', agent: null, key: SECRET } as const;
  await openDialog({
    listAgents: { items: [{ name: BOT.name }] },
    readFirstSteps: { agent: BOT.name, resource: { name: 'customers' } },
    createApiKey: everyAgent,
  });
  await expect.element(agentField()).toHaveValue(BOT.name);
  await dialog().getByRole('textbox', { name: registry.name }).fill(KEY.name);
  await pressInDialog(words.addAct);
  const command = dialog().getByRole('region', { name: words.firstDecision });
  await expect.element(command).toHaveTextContent(`"agent":"${BOT.name}"`);
  await expect.element(command).toHaveTextContent('"resource":"customers"');
});

it('lets a live key of every agent change policies when that is ticked, and wants an end of it', async () => {
  const wide = { ...KEY, agent: null, permissions: ['read', 'apply'], key: SECRET } as const;
  const service = await openDialog({ createApiKey: changing(wide, { listApiKeys: { items: [wide] } }) });
  const box = (name: string) => dialog().getByRole('checkbox', { name: new RegExp(`^${name}`) });
  const apply = box(words.permissions.apply);
  await dialog().getByRole('textbox', { name: registry.name }).fill('CI');
  await gone(apply);
  await dialog().getByRole('combobox', { name: words.kind }).selectOptions('LIVE');
  await click(apply);
  await click(box(words.permissions.decide));
  await click(box(words.permissions.test));
  await dialog().getByRole('combobox', { name: words.expires }).selectOptions(words.noEnd);
  await pressInDialog(words.addAct);
  await seen(dialog().getByText(words.missingEnd));
  expect(service.calls('createApiKey')).toEqual([]);
  await dialog().getByRole('combobox', { name: words.expires }).selectOptions(words.days(90));
  await pressInDialog(words.addAct);
  await seen(dialog().getByText(`${words.permissions.read}, ${words.permissions.apply}`));
  expect(service.last('createApiKey')?.body).toMatchObject({ kind: 'LIVE', permissions: ['read', 'apply'] });
  // A key that decides nothing is for other commands.
  await gone(dialog().getByRole('region', { name: words.firstDecision }));
});

it('changes the permissions of a key without asking for an end that it never had', async () => {
  const before = { ...KEY, agent: null, permissions: ['decide', 'apply'] as ApiKey['permissions'], expiresAt: null };
  const changed = { ...before, permissions: ['decide', 'read', 'apply'] as ApiKey['permissions'] };
  const service = await openApp(`/api-keys?open=${KEY.id}`, {
    ...opened(before),
    updateApiKey: changing(changed, opened(changed)),
  });
  await click(drawer().getByRole('button', { name: words.edit }));
  await click(dialog().getByRole('checkbox', { name: new RegExp(`^${words.permissions.read}`) }));
  await pressInDialog(registry.save);
  await seen(drawer().getByText(words.permissions.read, { exact: true }));
  expect(service.last('updateApiKey')?.body).toMatchObject({ permissions: ['decide', 'read', 'apply'] });
});
