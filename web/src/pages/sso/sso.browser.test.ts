// SPDX-License-Identifier: Apache-2.0
/** The sign-in by a company: it is found by an address, and each refusal is told in words of the person. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { click, idOf, keys, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

it('finds the organizations of an address, or says that there are none', async () => {
  const service = await openApp('/sso', { findSso: { organizations: [] } }, { isVisitor: true });
  await page.getByLabelText(words.email).fill('ana@padaria.example');
  await keys('{Enter}');
  await seen(page.getByText(words.noneFound.what));
  service.answer({ findSso: { organizations: [{ id: idOf(1), name: 'Padaria' }] } });
  await keys('{Enter}');
  service.answer({ startSso: refused('sso_refused', { reason: 'DIRECTORY_AWAY' }) });
  await click(page.getByRole('button', { name: words.goOnTo('Padaria') }));
  await seen(page.getByText(words.refusals.DIRECTORY_AWAY.what));
  expect(service.last('startSso')?.body).toEqual({ organizationId: idOf(1) });
});

it('begins at the address of one organization by a press alone', async () => {
  const service = await openApp(`/sso/${idOf(1)}`, {}, { isVisitor: true });
  await seen(page.getByRole('button', { name: words.goOn }));
  expect(service.calls('startSso')).toEqual([]);
});

it('has a sentence for each refusal in both languages', () => {
  for (const reason of Object.keys(words.refusals) as (keyof typeof words.refusals)[]) {
    for (const { refusals } of [words, portuguese]) {
      expect(refusals[reason].what).toMatch(/\.$/);
      expect(refusals[reason].remedy).toMatch(/\.$/);
    }
  }
});
