// SPDX-License-Identifier: Apache-2.0
/** One guardrail: what its last proof says, how it is changed, restored and deleted, and what a member sees of it. */
import { claimSentence } from '@svc/core/plain-words';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as told } from '../../policy/claim/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import { changing, click, DONE, dialog, gone, hold, idOf, openApp, pressInDialog, seen } from '../../stand-in/index.ts';
import { words as list } from '../guardrails/words-en.ts';
import { words } from './words-en.ts';

const BLOCKED = {
  name: 'Never deleted',
  when: { action: 'DELETE' },
  resource: 'CUSTOMER_PII',
  atLeast: 'BLOCK',
} as const;
const ASKED = { ...BLOCKED, atLeast: 'REVIEW' } as const;
const KEPT = { id: idOf(30), name: BLOCKED.name, claim: ASKED, enforcing: true, version: 2 } as const;
const CLAIM = {
  readGuardrail: KEPT,
  listGuardrailVersions: {
    items: [
      { number: 2, change: 'update', claim: ASKED },
      { number: 1, change: 'create', claim: BLOCKED },
    ],
  },
} as const;
const open = (given = {}, options = {}) => openApp(`/guardrails/${KEPT.id}`, { ...CLAIM, ...given }, options);
const sentence = (claim: typeof ASKED | typeof BLOCKED) =>
  page.getByText(claimSentence(claim, { language: 'en' })).first();
const press = (name: string) => click(page.getByRole('button', { name, exact: true }));

it('names the policies that hold a proved guardrail, and what it leans on', async () => {
  const holder = { id: idOf(31), name: 'Block deleting customers' };
  const result = { of: 'decision', proved: true, heldBy: [holder], heldByTotal: 1, leansOn: ['permissions'] } as const;
  await open({ readGuardrail: { ...KEPT, state: 'PROVED', proof: { result } } });
  await seen(page.getByText(told.stateTexts.PROVED));
  await expect
    .element(page.getByRole('link', { name: holder.name }))
    .toHaveAttribute('href', expect.stringMatching(new RegExp(`/policies/${holder.id}$`)));
  await seen(page.getByText(told.supports.permissions));
});

it('is changed against the version that was seen', async () => {
  const changed = { ...KEPT, claim: BLOCKED, version: 3 } as const;
  const service = await open({ updateGuardrail: changing(changed, { readGuardrail: changed }) });
  await press(registry.edit);
  await dialog().getByRole('combobox', { name: told.form.demand }).selectOptions(told.demands['ALLOW REVIEW']);
  await pressInDialog(list.createAct);
  await seen(sentence(BLOCKED));
  expect(service.last('updateGuardrail')?.body).toMatchObject({
    claim: BLOCKED,
    updatedAt: expect.stringMatching(/^\d{4}-/),
  });
});

it('goes back to an earlier version as a new one', async () => {
  const versions = CLAIM.listGuardrailVersions.items;
  const back = { ...KEPT, claim: BLOCKED, version: 3 } as const;
  const service = await open({
    restoreGuardrailVersion: changing(back, {
      readGuardrail: back,
      listGuardrailVersions: { items: [{ number: 3, change: 'update', restoredFrom: 1, claim: BLOCKED }, ...versions] },
    }),
  });
  await press(words.restoreNamed('1'));
  await pressInDialog(words.restore);
  await seen(page.getByText(words.restoredFrom('1')));
  await seen(sentence(BLOCKED));
  expect(service.last('restoreGuardrailVersion')).toMatchObject({ body: { number: 1, current: 2 } });
});

it('is deleted by a held button, and the list is shown', async () => {
  const service = await open({ deleteGuardrail: changing(DONE, { listGuardrails: {} }) });
  await press(words.remove);
  await hold(words.remove.toLowerCase());
  await seen(page.getByText(words.removed(KEPT.name)));
  await seen(page.getByRole('heading', { name: list.emptyTitle }));
  expect(service.last('deleteGuardrail')?.params).toEqual({ id: KEPT.id });
});

it('shows a member all of it, and no act but the proofs', async () => {
  const service = await open({ proveGuardrails: {} }, { role: 'MEMBER' });
  await seen(page.getByRole('heading', { name: words.versions }));
  await seen(page.getByText(words.version('1')));
  await press(words.prove);
  await seen(page.getByText(words.proved));
  expect(service.last('proveGuardrails')?.body).toEqual({ ids: [KEPT.id] });
  for (const name of [registry.edit, words.remove, words.restore]) await gone(page.getByRole('button', { name }));
});
