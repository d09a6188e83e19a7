// SPDX-License-Identifier: Apache-2.0
/** The doors: when each was used, how it is set up at this service, and what if the service is away. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as names } from '../../decision/door-words-en.ts';
import { WAITING_EVENT } from '../../stand-in/events.ts';
import { address, click, gone, NOW, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const USED = { door: 'CODEX', lastAt: NOW, lastStoppedAt: null, events: 3 } as const;
const ANSWERS = {
  listDoorUses: { doors: [USED] },
  listToolRules: {},
  listEvents: {},
  listAgents: { items: [{ name: 'coder' }] },
  listResources: { items: [{ name: 'workspace' }] },
};
const row = (door: keyof typeof names.doors) => page.getByRole('button', { name: new RegExp(`^${names.doors[door]}`) });

it('says when a door was used, finds one by what a person uses, and shows how it is set up here', async () => {
  const service = await openApp('/connect', ANSWERS);
  await expect.element(row('CODEX')).toHaveTextContent(words.notStopped);
  await expect.element(row('CLAUDE_CODE')).toHaveTextContent(words.notSeen);
  await seen(page.getByRole('link', { name: words.makeRules }));
  await page.getByRole('searchbox', { name: words.search }).fill('mastra');
  await gone(row('CODEX'));
  await click(row('MASTRA'));
  await seen(page.getByText(/import \{ guardTool \} from '@svc\/sdk\/mastra'/));
  await seen(page.getByText(/agent: "coder"/));
  await seen(page.getByText(words.offered.MASTRA.closedBy));
  await seen(page.getByText(words.listening));
  service.answer({ listEvents: { items: [WAITING_EVENT] } });
  expect(address()).toBe('/connect?open=MASTRA');
  await page.getByRole('searchbox', { name: words.search }).fill('telex');
  await seen(page.getByText(words.nothingFound));
  await click(page.getByRole('button', { name: words.showAll }));
  await click(row('CODEX'));
  await gone(page.getByText(/mastra'/));
  await gone(page.getByText(words.listening));
  await seen(page.getByRole('link', { name: /support-bot .* customers/ }));
  expect(service.last('listEvents')?.query).toEqual({ door: 'CODEX', limit: '1', sandbox: 'false' });
  await seen(page.getByText(new RegExp(`svc login --api-key - --base-url ${location.origin}`)));
  await expect
    .element(page.getByRole('link', { name: words.events }))
    .toHaveAttribute('href', '/app/events?door=CODEX');
  expect(service.last('listDoorUses')?.query).toEqual({ sandbox: 'false' });
});

it('asks for no tool rules where there are some', async () => {
  const service = await openApp('/connect', { ...ANSWERS, listToolRules: { total: 1, items: [{ name: 'Coders' }] } });
  await expect.poll(() => service.calls('listToolRules').length).toBeGreaterThan(0);
  await seen(row('CODEX'));
  await gone(page.getByRole('link', { name: words.makeRules }));
});

it('shows a framework of two languages in one of them', async () => {
  await openApp('/connect?open=LANGCHAIN', ANSWERS);
  await seen(page.getByText(/import \{ guardTool \} from '@svc\/sdk\/langchain'/));
  await click(page.getByRole('radio', { name: 'Python' }));
  await seen(page.getByText(/from svc_sdk.langchain import svc_middleware/));
  await gone(page.getByText(/@svc\/sdk/));
  await click(row('CREWAI'));
  await seen(page.getByText(/from svc_sdk.crewai import/));
  await gone(page.getByRole('radio', { name: 'Python' }));
});
