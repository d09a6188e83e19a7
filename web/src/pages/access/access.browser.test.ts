// SPDX-License-Identifier: Apache-2.0
/** The question comes before every page, once for each organization, and its answer leads on. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, click, DONE, idOf, me, NOW, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const NONE = { total: 0, items: [] };
const WAITING = {
  organizations: [
    {
      id: idOf(5),
      name: 'Acme',
      apiKeys: {
        total: 102,
        items: [{ id: idOf(6), name: 'left', kind: 'LIVE', prefix: 'svc_live_ab', createdAt: NOW }],
      },
      webhooks: { total: 1, items: [{ id: idOf(7), url: 'https://left.example/in', createdAt: NOW }] },
      integrations: NONE,
      checkpointUrl: 'https://copies.example/left',
    },
  ],
} as const;
const asked = me({ needs: ['ACCESS_ANSWER'] });

it('comes before the page that was asked for, and names what waits', async () => {
  await openApp('/agents', { readMe: asked, readUnconfirmedAccess: WAITING });
  await seen(page.getByRole('heading', { name: words.heading }));
  expect(address()).toBe('/access');
  for (const text of [
    'Acme',
    'left (svc_live_ab…)',
    words.more(101),
    'https://left.example/in',
    'https://copies.example/left',
  ]) {
    await seen(page.getByText(text, { exact: true }));
  }
  expect(page.getByRole('heading', { name: words.integrations }).elements()).toEqual([]);
});

it.each([
  [words.end, 'END'],
  [words.keep, 'KEEP'],
] as const)('takes the answer %s, and leads on', async (button, answer) => {
  let isAnswered = false;
  const service = await openApp('/access', {
    readMe: () => (isAnswered ? me({ needs: [] }) : asked),
    readUnconfirmedAccess: () => (isAnswered ? { organizations: [] } : WAITING),
    answerUnconfirmedAccess() {
      isAnswered = true;
      return DONE;
    },
  });
  await click(page.getByRole('button', { name: button }));
  await seen(page.getByRole('heading', { name: words.doneHeading }));
  expect(service.last('answerUnconfirmedAccess')?.body).toEqual({ organizationId: idOf(5), answer });
  await seen(page.getByRole('link', { name: words.open }));
});
