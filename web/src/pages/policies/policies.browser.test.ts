// SPDX-License-Identifier: Apache-2.0
/** The list of policies: the ladder with its sentences, how it is searched, and what can never decide. */
import { situationSentence } from '@svc/core/plain-words';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as loosening } from '../../policy/loosening/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import {
  address,
  click,
  DONE,
  dialog,
  focus,
  hold,
  idOf,
  keys,
  openApp,
  pressInDialog,
  rows,
  seen,
} from '../../stand-in/index.ts';
import { words as policyPage } from '../policy/words-en.ts';
import { words } from './words-en.ts';

async function actOn(name: string, act: string): Promise<void> {
  await click(page.getByRole('button', { name: registry.acts(name) }));
  await click(page.getByRole('menuitem', { name: act, exact: true }));
}

const BLOCK = { name: 'Block deleting', action: 'DELETE', resource: 'CUSTOMER_PII', decision: 'BLOCK' } as const;
const EXPORTS = { action: 'EXPORT', resource: 'CUSTOMER_PII', condition: { destination: 'EXTERNAL' } } as const;
const REVIEW = { name: 'Review exports', decision: 'REVIEW', ...EXPORTS } as const;
const ALLOW = { ...BLOCK, name: 'Allow deleting', decision: 'ALLOW' } as const;
const LIST = { items: [BLOCK, REVIEW, ALLOW], total: 3, totals: { BLOCK: 1, REVIEW: 1, ALLOW: 1 } } as const;
const ORDINAL_OF_ALLOW = 3;
const FOUND = {
  listPolicies: LIST,
  analysePolicies: {
    complete: true,
    dead: [
      { id: idOf(2), name: REVIEW.name, cause: 'NEVER_MATCHES' },
      { id: idOf(ORDINAL_OF_ALLOW), name: ALLOW.name, cause: 'SHADOWED' },
    ],
  },
  readPolicyShadow: { complete: true, shadowed: true, by: [{ id: idOf(1), name: BLOCK.name }] },
} as const;
const SHADOWED = {
  ...FOUND,
  readPolicy: { id: idOf(ORDINAL_OF_ALLOW), ...ALLOW },
  checkPolicy: {},
  comparePolicies: {
    complete: true,
    standing: { finding: 'SHADOWED', shadowers: [{ id: idOf(1), name: BLOCK.name }] },
  },
} as const;
const overruled = policyPage.effect.shadowed(`“${BLOCK.name}”`, 1);

it('shows the ladder, the strictest first and the risk score last, each as a sentence', async () => {
  await openApp('/policies', { listPolicies: LIST, analysePolicies: { complete: true } });
  await expect.poll(() => rows().length).toBe(3);
  const inOrder = [words.rungs.BLOCK, BLOCK.name, words.rungs.REVIEW, REVIEW.name, words.rungs.ALLOW, ALLOW.name];
  const text = document.querySelector<HTMLElement>('main')?.innerText ?? '';
  expect(inOrder.map((part) => text.indexOf(part)).toSorted((a, b) => a - b)).toEqual(
    inOrder.map((part) => text.indexOf(part)),
  );
  await seen(page.getByText(situationSentence(REVIEW, { language: 'en', agentNames: () => undefined })));
  await seen(page.getByText(words.askFrom));
  await seen(page.getByText(words.blockFrom));
});

it('is searched, filtered and sorted by the service, and leaves that in the address', async () => {
  const service = await openApp('/policies?decision=REVIEW&sort=-hits', {
    listPolicies: ({ query }) => (query.decision === 'REVIEW' ? { ...LIST, items: [REVIEW] } : LIST),
    analysePolicies: { complete: true },
  });
  await seen(page.getByRole('row', { name: REVIEW.name }));
  expect(rows()).toHaveLength(1);
  await page.getByRole('searchbox').fill('exports');
  await expect.poll(address).toContain('q=exports');
  await expect
    .poll(() => service.last('listPolicies')?.query)
    .toMatchObject({ decision: 'REVIEW', sort: '-hits', q: 'exports' });
});

it('names what can never decide, and under the pointer by whom it is always overruled', async () => {
  const service = await openApp('/policies', FOUND);
  await seen(page.getByRole('row', { name: REVIEW.name }).getByText(words.findings.NEVER_MATCHES));
  const tag = page.getByRole('row', { name: ALLOW.name }).getByText(words.findings.SHADOWED);
  await seen(tag);
  tag.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect.element(tag).toHaveAttribute('title', words.shadowedBy(`“${BLOCK.name}”`));
  expect(service.last('readPolicyShadow')?.query).toEqual({ policy: idOf(ORDINAL_OF_ALLOW) });
});

it('says by the keyboard by whom a policy is always overruled, on the page of its row', async () => {
  await openApp('/policies', SHADOWED);
  await focus(page.getByRole('link', { name: ALLOW.name }));
  await keys('{Enter}');
  await seen(page.getByText(overruled));
});

it('says so on a phone, where nothing is under a pointer', async () => {
  await openApp('/policies', SHADOWED, { isPhone: true });
  await click(page.getByRole('link', { name: ALLOW.name }));
  await seen(page.getByText(overruled));
});

it('leads to the trial of policies in files', async () => {
  await openApp('/policies', { listPolicies: LIST, analysePolicies: { complete: true } });
  await click(page.getByRole('button', { name: words.actsOnAll }));
  await click(page.getByRole('menuitem', { name: words.tryFiles }));
  await expect.poll(address).toBe('/policies/files');
});

it('turning a policy off, letting it watch and deleting it say what they loosen first', async () => {
  const service = await openApp('/policies', {
    listPolicies: { ...LIST, items: [{ ...BLOCK, enabled: true }] },
    analysePolicies: { complete: true },
    comparePolicies: {
      complete: true,
      changes: [
        {
          kind: 'looser',
          from: { decision: 'BLOCK', approverRoles: [] },
          to: { decision: 'ALLOW', approverRoles: [] },
          exact: true,
          areas: [],
        },
      ],
    },
    updatePolicy: {},
    deletePolicy: DONE,
  });
  for (const [act, sent] of [
    [words.turnOff, { enabled: false }],
    [words.watch, { mode: 'MONITOR' }],
  ] as const) {
    await actOn(BLOCK.name, act);
    await seen(dialog().getByText(loosening.lead));
    expect(service.last('comparePolicies')?.body?.change).toMatchObject({ policy: { name: BLOCK.name, ...sent } });
    await dialog().getByRole('textbox', { name: loosening.note }).fill('It is agreed');
    await pressInDialog(act);
    await seen(page.getByText(words.done));
    expect(service.last('updatePolicy')?.body).toMatchObject({ ...sent, note: 'It is agreed' });
  }
  await actOn(BLOCK.name, words.remove);
  await seen(dialog().getByText(loosening.lead));
  expect(service.last('comparePolicies')?.body?.change).toMatchObject({ policy: null });
  await hold(words.remove.toLowerCase());
  await seen(page.getByText(words.removed(BLOCK.name)));
  expect(service.last('deletePolicy')?.body).toEqual({});
});

it('leads from what a policy decided to these events', async () => {
  const hits = { decisions: 12, days: [] };
  await openApp('/policies', { ...FOUND, listPolicies: { ...LIST, items: [{ ...BLOCK, hits }] }, listEvents: {} });
  await click(page.getByRole('link', { name: words.eventsOf(BLOCK.name, '12') }));
  await expect.poll(address).toBe(`/events?q=${BLOCK.name.replace(' ', '+')}`);
});
