// SPDX-License-Identifier: Apache-2.0
/** The list of agents: registering up to the plan, what may be said of each, and how the list is searched. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as list } from '../../list/page-words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import {
  address,
  changing,
  choose,
  click,
  dialog,
  gone,
  keys,
  named,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const AGENTS = {
  items: [{ name: 'support-bot' }, { name: 'billing-bot', status: 'PAUSED' }],
  registered: 4,
  agentsMax: 6,
} as const;
const { permissions, verbs } = registry;
const nameField = () => dialog().getByRole('textbox', { name: registry.name });
const cell = (action: string, resource: string) =>
  dialog().getByRole('checkbox', { name: permissions.cell(action, resource) });

it('registers an agent with a list of what it may do, by the keyboard, and counts it against the plan', async () => {
  const added = {
    name: 'crm-sync',
    description: 'Keeps the CRM in step',
    permissions: [
      { action: 'READ', resource: 'customers' },
      { action: 'EXPORT_DATA', resource: 'customers' },
    ],
  } as const;
  const service = await openApp('/agents', {
    listAgents: AGENTS,
    listResources: named(['customers', 'orders']),
    createAgent: changing(added, { listAgents: { ...AGENTS, items: [added, ...AGENTS.items], registered: 5 } }),
    readUsage: {},
  });
  await seen(page.getByText(words.counted('4', '6')));
  await keys('c');
  await nameField().fill(added.name);
  await dialog().getByRole('textbox', { name: words.purpose }).fill(added.description);
  await click(dialog().getByRole('radio', { name: permissions.listed }));
  await choose(dialog().getByRole('combobox', { name: permissions.add }), 'customers');
  await click(cell(verbs.READ_DATA, 'customers'));
  await click(cell(verbs.EXPORT_DATA, 'customers'));
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.registered(added.name)));
  await seen(page.getByText(words.counted('5', '6')));
  expect(service.last('createAgent')?.body).toEqual(added);
  const row = page.getByRole('row', { name: added.name });
  await seen(row.getByText(permissions.on('Read, export', 1, permissions.oneResource)));
  await seen(row.getByText(added.description));
});

it('says at its field that a name is taken, and beforehand that the plan is full', async () => {
  const service = await openApp('/agents', {
    listAgents: { ...AGENTS, registered: 5 },
    createAgent: refused('conflict', { conflict: { reason: 'NAME_TAKEN' } }),
  });
  await seen(page.getByText(words.counted('5', '6')));
  await keys('c');
  await nameField().fill('billing-bot');
  await pressInDialog(words.registerAct);
  await seen(dialog().getByText(registry.takenName));
  service.answer({ createAgent: changing({ name: 'sixth-bot' }, { listAgents: { ...AGENTS, registered: 6 } }) });
  await nameField().fill('sixth-bot');
  await pressInDialog(words.registerAct);
  await seen(page.getByText(words.counted('6', '6')));
  await gone(nameField());
  await keys('c');
  await seen(dialog().getByText(words.limitText('6', '6')));
  await pressInDialog(ui.close);
});

it('sorts by the service, filters, and leaves both in the address', async () => {
  const service = await openApp('/agents', { listAgents: AGENTS });
  const column = page.getByRole('columnheader', { name: words.agent, exact: true });
  await click(column.getByRole('button'));
  await expect.element(column).toHaveAttribute('aria-sort', 'ascending');
  await click(column.getByRole('button'));
  await expect.poll(address).toContain('sort=-name');
  await keys('f');
  await click(dialog().getByRole('button', { name: list.fields.status ?? '' }));
  await click(dialog().getByRole('button', { name: words.statuses.PAUSED }));
  await expect.poll(address).toContain('status=PAUSED');
  await expect.poll(() => service.last('listAgents')?.query).toMatchObject({ status: 'PAUSED', sort: '-name' });
});

it('takes a search out of the address', async () => {
  const service = await openApp('/agents?q=crm', { listAgents: { items: [{ name: 'crm-sync' }] } });
  await seen(page.getByRole('row', { name: 'crm-sync' }));
  expect(service.last('listAgents')?.query).toMatchObject({ q: 'crm' });
});

it('a member reads all of it and sees no change to make', async () => {
  await openApp('/agents', { listAgents: AGENTS }, { role: 'MEMBER' });
  await seen(page.getByRole('row', { name: 'support-bot' }));
  expect(page.getByRole('button', { name: words.registerAct }).elements()).toEqual([]);
});
