// SPDX-License-Identifier: Apache-2.0
/** A review that two people approve: who has, who is still needed, and why a person has no button. */
import type { Review } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as answers } from '../../review/words-en.ts';
import { words as answersInPortuguese } from '../../review/words-pt-br.ts';
import { WAITING_EVENT } from '../../stand-in/events.ts';
import { changing, gone, idOf, keys, seen } from '../../stand-in/index.ts';
import { APPROVALS, openReview, PENDING, WAITING_REVIEW } from '../../stand-in/waiting-review.ts';
import { words } from './words-en.ts';

type Vote = Review['approvals']['by'][number];
const ANA: Vote = {
  id: idOf(41),
  name: 'Ana Admin',
  role: 'ADMIN',
  channel: 'app',
  at: PENDING.expiresAt,
  note: null,
  counts: true,
};
const approvals = (by: readonly Vote[], given = by.length): Review['approvals'] => ({
  ...APPROVALS,
  needed: 2,
  given,
  notAsker: true,
  by: [...by],
});
const REVIEW = { ...WAITING_REVIEW, approvals: approvals([]) };
const open = (review: Partial<Review>, answers: object = {}, options: object = {}) =>
  openReview({ review: { ...REVIEW, ...review }, answers, options });
const foot = () => page.getByRole('region', { name: answers.region });
const approve = () => foot().getByRole('button', { name: answers.approve, exact: true });

it('is approved by the first with the keyboard, who is told that another is needed', async () => {
  const mine = { approvals: approvals([ANA]), mayNotApprove: 'COUNTED' } as const;
  const after = { readEventDetail: { event: WAITING_EVENT, review: { ...REVIEW, ...mine } } };
  const service = await open({}, { approveReview: changing({ review: PENDING }, after) });
  await seen(foot().getByText('0 of 2, still needed: two of an owner or admin'));
  await keys('a');
  await seen(foot().getByText(answers.approveMore));
  await keys('{Enter}');
  await expect.poll(() => service.calls('approveReview')).toHaveLength(1);
  await seen(foot().getByText(answers.addedNow));
  await seen(foot().getByText('1 of 2, still needed: an owner or admin'));
  await seen(foot().getByText(answers.mayNotApprove.COUNTED));
  expect(approve().elements()).toEqual([]);
});

it('names who approved, with the note, and who counts no more', async () => {
  const by = [
    { ...ANA, note: 'I have looked at it.' },
    { ...ANA, id: idOf(42), name: 'Rui Removed', counts: false },
  ];
  await open({ approvals: approvals(by, 1) });
  const list = foot().getByRole('list', { name: answers.approvals });
  await seen(list.getByText('Approved by Ana Admin (Admin)'));
  await seen(list.getByText('I have looked at it.'));
  await seen(list.getByText(answers.countsNoMore));
  await seen(page.getByRole('region', { name: words.list }).getByText(words.given(1, 2)));
  await seen(approve());
});

it('says why the one who asked has no button, at the width of a phone, and leaves them the denial', async () => {
  await open({ mayNotApprove: 'ASKER' }, {}, { language: 'pt-BR', isPhone: true });
  const bar = page.getByRole('region', { name: answersInPortuguese.region });
  await seen(bar.getByText(answersInPortuguese.mayNotApprove.ASKER));
  await seen(bar.getByText('0 de 2, ainda falta: duas pessoas (proprietário ou administrador)'));
  await seen(bar.getByRole('button', { name: answersInPortuguese.deny, exact: true }));
  await gone(bar.getByRole('button', { name: answersInPortuguese.approve, exact: true }));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
