// SPDX-License-Identifier: Apache-2.0
/** The guide: it stands in the menu until it is done or put away, and each step is taken where it stands. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as shell } from '../../shell/words-en.ts';
import {
  address,
  changing,
  click,
  dialog,
  gone,
  idOf,
  keys,
  openApp,
  pressInDialog,
  seen,
} from '../../stand-in/index.ts';
import { words as agents } from '../agents/words-en.ts';
import { words } from './words-en.ts';

const HALF = {
  agent: null,
  resource: { name: 'customers', classification: 'CUSTOMER_PII' },
  apiKey: { prefix: 'key_test_abcdefg', kind: 'TEST' },
  decision: null,
  policy: { name: 'Ask for exports', by: 'KEY', author: 'CI' },
  person: null,
  people: 1,
} as const;
const menuItem = (done: number) =>
  page.getByRole('link', { name: `${shell.pages.firstSteps} ${shell.steps(done, 6)}` });

it('stands in the menu and the palette with what is done, and says whose a step was', async () => {
  await openApp('/agents', {
    readFirstSteps: HALF,
    listAgents: {},
    listApiKeys: {},
    listPolicies: {},
    listResources: {},
  });
  await seen(menuItem(3));
  await keys('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('first st');
  await seen(page.getByRole('option', { name: shell.pages.firstSteps }));
  await keys('{Enter}');
  await seen(page.getByText(`Ask for exports, ${words.byKey('CI')}`));
  expect(address()).toBe('/first-steps');
});

it('a step is taken on the guide itself, which then goes on', async () => {
  const agent = { id: idOf(1), name: 'billing-bot' } as const;
  await openApp('/first-steps', {
    readFirstSteps: HALF,
    listAgents: { registered: 0, agentsMax: null },
    createAgent: changing(agent, { readFirstSteps: { ...HALF, agent: agent.name } }),
  });
  await click(page.getByRole('button', { name: words.acts.agent, exact: true }));
  await dialog().getByRole('textbox', { name: 'Name' }).fill(agent.name);
  await pressInDialog(agents.registerAct);
  await seen(page.getByText(words.done(4)));
  await seen(menuItem(4));
  // The next step that is not done stands in the place of the one that was taken.
  await seen(page.getByRole('heading', { name: words.names.decision }));
  expect(address()).toBe('/first-steps');
});

it('adds a policy that only watches at a press', async () => {
  const policy = { id: idOf(2), name: 'Large exports' } as const;
  const service = await openApp('/first-steps', {
    readFirstSteps: { ...HALF, policy: null },
    createPolicy: changing(policy, { readFirstSteps: HALF }),
  });
  await click(page.getByRole('button', { name: new RegExp(words.names.policy) }));
  await click(page.getByRole('button', { name: words.addPolicy }));
  await seen(page.getByText(words.policyAdded(policy.name)));
  expect(service.last('createPolicy')?.body).toMatchObject({ mode: 'MONITOR' });
});

it('leaves the menu once it is put away, and is still found', async () => {
  await openApp('/first-steps', { readFirstSteps: HALF, readDashboard: {} });
  await seen(menuItem(3));
  await click(page.getByRole('button', { name: words.skip }));
  await gone(menuItem(3));
});

it('says what an answer may be beside the step that asks for one, and there alone', async () => {
  await openApp('/first-steps', { readFirstSteps: { ...HALF, agent: 'billing-bot' } });
  await seen(page.getByRole('region', { name: words.answers }));
  await click(page.getByRole('button', { name: new RegExp(words.names.people) }));
  await gone(page.getByRole('region', { name: words.answers }));
});
