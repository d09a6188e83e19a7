// SPDX-License-Identifier: Apache-2.0
/** A text that is tried: what is found in it is marked at its place, decides the action, and is kept nowhere. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as why } from '../../decision/why-words-en.ts';
import { words as policy } from '../../policy/words-en.ts';
import { address, click, idOf, openApp, refused, seen } from '../../stand-in/index.ts';
import { words as policyPage } from '../policy/words-en.ts';
import { words } from './words-en.ts';

const CPF = '529.982.247-25';
const START = 7;
const SCAN = {
  types: [{ type: 'CPF', count: 1 }],
  findings: [{ type: 'CPF', start: START, end: START + CPF.length }],
} as const;
const RESULT = {
  name: 'try',
  decision: 'BLOCK',
  riskLevel: 'HIGH',
  riskScore: 70,
  reasons: ['Policy.'],
  trace: {},
} as const;
const ANSWERS = {
  listAgents: { items: [{ id: idOf(11), name: 'billing-bot' }] },
  listResources: { items: [{ id: idOf(21), name: 'customers' }] },
  scanText: SCAN,
  testPolicies: { results: [RESULT] },
} as const;
const text = () => page.getByRole('textbox', { name: words.text });
const tryIt = () => click(page.getByRole('button', { name: words.act, exact: true }));
const found = () => page.getByRole('region', { name: words.found });

it('marks what is found at its place, and decides by it for the first agent and resource', async () => {
  const service = await openApp('/try', ANSWERS);
  await seen(page.getByText(words.summary('billing-bot', 'Export data', 'customers')));
  await text().fill(`😀 CPF ${CPF}!`);
  await tryIt();
  await seen(found().getByRole('cell', { name: why.categories.IDENTIFICATION }));
  const marked = document.querySelector('mark')?.firstChild?.textContent;
  expect(marked).toBe(CPF);
  expect(service.last('scanText')?.body).toEqual({ content: `😀 CPF ${CPF}!` });
  const input = { agent: 'billing-bot', resource: 'customers', dlpTypes: ['CPF'] };
  expect(service.last('testPolicies')?.body).toMatchObject({ cases: [{ input }], trace: true });
  expect(address()).toContain('types=CPF');
  expect(address()).not.toContain('529');
  expect(JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain(CPF);
});

it('begins with an example, says when nothing is found, and forgets the types of a text that is gone', async () => {
  const service = await openApp('/try', { ...ANSWERS, scanText: { types: [], findings: [] } });
  await click(page.getByRole('button', { name: words.examples.nothing.name, exact: true }));
  await expect.element(text()).toHaveValue(words.examples.nothing.text);
  await tryIt();
  await seen(found().getByText(words.nothingFound));
  service.answer({ scanText: SCAN });
  await click(page.getByRole('button', { name: words.examples.cpf.name, exact: true }));
  await tryIt();
  await expect.poll(address).toContain('types=CPF');
  await text().fill('');
  await tryIt();
  await expect.poll(address).not.toContain('types=');
  expect(found().elements()).toEqual([]);
  expect(service.calls('scanText')).toHaveLength(2);
});

it('sends no text that is too long, and says why a text was not scanned', async () => {
  const service = await openApp('/try', { ...ANSWERS, scanText: refused('unavailable') });
  await text().fill('x'.repeat(100_001));
  await tryIt();
  await seen(page.getByText(words.tooLong('100,001', '100,000')));
  expect(service.calls('scanText')).toEqual([]);
  await text().fill(CPF);
  await tryIt();
  await seen(page.getByRole('alert'));
  expect(service.calls('testPolicies')).toEqual([]);
});

it('opens what is folded where there is no agent to ask, and takes the action as it is set there', async () => {
  const service = await openApp('/try', { ...ANSWERS, listAgents: {} });
  await seen(page.getByText(words.incomplete));
  await tryIt();
  await seen(page.getByText(policy.input.missingAgent));
  expect(service.calls('testPolicies')).toEqual([]);
  await openApp('/try?agent=other-bot&resource=orders&action=READ_DATA&types=EMAIL', ANSWERS);
  await seen(page.getByText(words.summary('other-bot', 'Read data', 'orders')));
  await seen(page.getByRole('group', { name: policyPage.tests.dlpTypes }));
});
