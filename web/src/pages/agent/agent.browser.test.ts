// SPDX-License-Identifier: Apache-2.0
/** The page of an agent: what it may do against what it did, the kill switch, and changes of two people at once. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as failures } from '../../api/words-en.ts';
import { words as charts } from '../../charts/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import {
  address,
  changing,
  click,
  dialog,
  focus,
  hold,
  idOf,
  inTurn,
  keys,
  NOW,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as agents } from '../agents/words-en.ts';
import { words as apiKeys } from '../api-keys/words-en.ts';
import { words } from './words-en.ts';

const CUSTOMERS = { id: idOf(7), name: 'customers', classification: 'CUSTOMER_PII' } as const;
const AGENT = {
  id: idOf(1),
  name: 'crm-sync',
  permissions: [
    { action: 'READ_DATA', resource: 'customers' },
    { action: 'EXPORT_DATA', resource: 'customers' },
  ],
  uses: [
    { resource: CUSTOMERS, resourceId: CUSTOMERS.id, action: 'READ_DATA', asked: 1 },
    { resource: CUSTOMERS, resourceId: CUSTOMERS.id, action: 'DELETE_DATA', asked: 1, stopped: 1 },
  ],
} as const;
const DAYS = [
  { at: '2026-11-23T00:00:00.000Z', events: 2, allowed: 1, blocked: 1 },
  { at: '2026-11-24T00:00:00.000Z' },
];
const AROUND = {
  readAgentAccess: { complete: true },
  listEvents: {},
  readDashboard: { timeZone: 'UTC', series: DAYS },
  listResources: {},
} as const;
const ADDRESS = `/agents/${AGENT.id}`;
const title = (name: string) => page.getByRole('heading', { name, level: 1 });

it('says how many keys serve it, its own and those of every agent', async () => {
  await openApp(ADDRESS, { ...AROUND, readAgent: { ...AGENT, sharedKeys: 2 } });
  await seen(page.getByRole('region', { name: words.keys }).getByText(words.keysOf(0, 2)));
  await openApp('/agents', { listAgents: { items: [{ ...AGENT, sharedKeys: 2 }] } }, { width: 1_440 });
  await seen(page.getByRole('row', { name: AGENT.name }).getByText(agents.keysOf(0, 2), { exact: true }));
});

it('counts the acts that did more than was stated, on the way to them, and is silent where there are none', async () => {
  await openApp(ADDRESS, { ...AROUND, readAgent: { ...AGENT, exceeding: 1_000 } });
  const count = page.getByRole('link', { name: '1,000+' });
  await seen(count);
  await click(count);
  await expect.poll(address).toBe('/events?agent=crm-sync&exceeds=true');
  await openApp(ADDRESS, { ...AROUND, readAgent: AGENT });
  await seen(page.getByText(words.lastAsked));
  expect(page.getByText(words.exceeding).elements()).toEqual([]);
});

it('shows what it may do against what it did, and takes away what was never used', async () => {
  const service = await openApp(ADDRESS, { ...AROUND, readAgent: AGENT, updateAgent: AGENT });
  await seen(title(AGENT.name));
  const grid = page.getByRole('region', { name: words.mayAndDid }).getByRole('table');
  await seen(grid.getByRole('link', { name: '1', exact: true }));
  await seen(grid.getByRole('link', { name: words.refused('1') }));
  await focus(page.getByRole('group', { name: words.chart }));
  await keys('{ArrowLeft}{ArrowLeft}');
  await seen(page.getByText(`${charts.allowed} 1, ${charts.waited} 0, ${charts.blocked} 1`));
  await seen(page.getByText(words.unused(1, 2)));
  await click(page.getByRole('button', { name: words.takeAway }));
  await pressInDialog(words.takeAway);
  await seen(page.getByText(words.tookAway));
  expect(service.last('updateAgent')).toMatchObject({
    params: { id: AGENT.id },
    body: { permissions: [{ action: 'READ', resource: 'customers' }], updatedAt: NOW },
  });
});

it('leads to the change that waits for a second person', async () => {
  const paused = { ...AGENT, status: 'PAUSED' } as const;
  const proposal = { id: idOf(5), path: `/app/policies/proposals?open=${idOf(5)}` };
  await openApp(ADDRESS, {
    ...AROUND,
    readAgent: paused,
    resumeAgent: refused('needs_second_person', { proposal }),
  });
  await click(page.getByRole('button', { name: agents.resume }));
  await pressInDialog(agents.resume);
  await seen(page.getByText(failures.byCode.needs_second_person.what));
  const link = page.getByRole('link', { name: failures.openProposal });
  expect(link.element().getAttribute('href')).toBe(proposal.path);
});

it('pauses by a held button, with a reason, and resumes', async () => {
  const paused = {
    ...AGENT,
    status: 'PAUSED',
    paused: { status: 'PAUSED', by: { name: 'Olivia Owner' }, reason: 'Volume spike' },
  } as const;
  const service = await openApp(ADDRESS, {
    ...AROUND,
    readAgent: AGENT,
    pauseAgent: changing(paused, { readAgent: paused }),
    resumeAgent: changing(AGENT, { readAgent: AGENT }),
  });
  await click(page.getByRole('button', { name: agents.pause }));
  await dialog().getByRole('textbox', { name: agents.why }).fill('Volume spike');
  await hold(agents.pauseAct);
  await seen(page.getByText(agents.paused(AGENT.name)));
  await seen(page.getByText(words.pausedBy('Olivia Owner', '').replace(/, .*/, '')));
  await seen(page.getByText(words.reason('Volume spike')).first());
  expect(service.last('pauseAgent')).toMatchObject({ params: { id: AGENT.id }, body: { reason: 'Volume spike' } });
  await click(page.getByRole('button', { name: agents.resume }));
  await pressInDialog(agents.resume);
  await seen(page.getByText(agents.resumed(AGENT.name)));
});

it('is paused from the palette', async () => {
  const found = { listApiKeys: {}, listPolicies: {}, readAgent: AGENT };
  await openApp('/agents', { ...AROUND, ...found, listAgents: { items: [AGENT] } });
  await seen(page.getByRole('row', { name: AGENT.name }));
  await keys('{Control>}k{/Control}');
  await dialog().getByRole('combobox').fill(AGENT.name);
  await click(page.getByRole('option', { name: agents.pauseTitle(AGENT.name).slice(0, -1) }));
  await seen(dialog().getByRole('textbox', { name: agents.why }));
});

it('asks once before it may do more, and says what', async () => {
  const listed = { ...AGENT, permissions: [{ action: 'READ', resource: 'orders' }] } as const;
  const service = await openApp(ADDRESS, { ...AROUND, readAgent: listed, updateAgent: listed });
  await click(page.getByRole('region', { name: words.region }).getByRole('button', { name: agents.editTitle('') }));
  await click(dialog().getByRole('radio', { name: registry.permissions.anything }));
  await pressInDialog(registry.save);
  await seen(page.getByText(registry.looser.everything));
  expect(service.calls('updateAgent')).toEqual([]);
  await click(page.getByRole('button', { name: registry.looser.act }));
  await expect.poll(() => service.last('updateAgent')?.body).toMatchObject({ permissions: null });
});

it('shows both sides when another person saved meanwhile, and saves what was chosen', async () => {
  const current = { ...AGENT, name: 'crm-agent', description: 'Theirs', updatedAt: '2026-11-24T12:00:01.000Z' };
  const service = await openApp(ADDRESS, {
    ...AROUND,
    readAgent: AGENT,
    updateAgent: inTurn(refused('conflict', { conflict: { current } }), current),
  });
  await click(page.getByRole('region', { name: words.region }).getByRole('button', { name: agents.editTitle('') }));
  await dialog().getByRole('textbox', { name: agents.purpose }).fill('Mine');
  await pressInDialog(registry.save);
  await seen(dialog().getByRole('heading', { name: registry.clash.title }));
  const side = (whose: string, text: string) =>
    dialog().getByRole('radio', { name: new RegExp(`${whose}\\s*${text}`) });
  await seen(side(registry.clash.theirs, 'crm-agent'));
  await expect.element(side(registry.clash.mine, 'Mine')).toBeChecked();
  service.answer({ readAgent: current });
  await pressInDialog(registry.clash.save);
  await seen(title('crm-agent'));
  expect(service.last('updateAgent')?.body).toMatchObject({
    name: 'crm-agent',
    description: 'Mine',
    updatedAt: current.updatedAt,
  });
});

it('names what uses an agent instead of deleting it, with links to it', async () => {
  const key = { type: 'api_key', id: idOf(9), name: 'bound' } as const;
  const service = await openApp(ADDRESS, {
    ...AROUND,
    readAgent: AGENT,
    deleteAgent: refused('conflict', { conflict: { usedBy: [key], usedByTotal: 1 } }),
    listApiKeys: { items: [{ id: key.id, name: key.name }] },
    readApiKey: { id: key.id, name: key.name },
  });
  await click(page.getByRole('button', { name: agents.remove, exact: true }));
  await hold(registry.confirmRemove);
  await seen(dialog().getByRole('heading', { name: registry.used.title(AGENT.name) }));
  expect(service.calls('deleteAgent')).toHaveLength(1);
  await click(dialog().getByRole('link', { name: key.name, exact: true }));
  await seen(page.getByRole('heading', { name: apiKeys.title, level: 1 }));
  expect(address()).toContain(key.id);
});

it('a member reads all of it and sees no change to make', async () => {
  await openApp(ADDRESS, { ...AROUND, readAgent: AGENT }, { role: 'MEMBER' });
  await seen(title(AGENT.name));
  const changes = [agents.pause, registry.edit, words.change, words.newKey, words.takeAway, agents.remove];
  for (const name of changes) expect(page.getByRole('button', { name }).elements()).toEqual([]);
});
