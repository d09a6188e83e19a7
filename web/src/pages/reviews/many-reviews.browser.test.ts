// SPDX-License-Identifier: Apache-2.0
/** More reviews wait than one page holds: each of them can be reached, the soonest to expire first. */
import { LIST_ITEMS_MAX } from '@svc/contract/limits';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as list } from '../../list/words-en.ts';
import { words as review } from '../../review/words-en.ts';
import { pagesFrom, WAITING_EVENT } from '../../stand-in/events.ts';
import { address, click, gone, idOf, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const WAITING = LIST_ITEMS_MAX + 5;
const RISKY = WAITING - 2;
const REVIEWS = Array.from({ length: WAITING }, (_, index) => {
  const id = idOf(index + 1);
  const expiresAt = new Date(Date.UTC(2026, 10, 25) + index * 1_000).toISOString();
  const riskScore = index === RISKY ? 95 : 75;
  return {
    eventId: id,
    status: 'PENDING',
    canResolve: true,
    expiresAt,
    event: { ...WAITING_EVENT, id, riskScore, review: { status: 'PENDING', expiresAt } },
  } as const;
});
const ANSWERS = {
  listReviews: pagesFrom(REVIEWS),
  readEventWaysOut: {},
  readAgent: {},
  listEvents: {},
  readEventDetail: ({ params }: { params: Readonly<Record<string, string>> }) => ({
    event: { ...WAITING_EVENT, id: params.id ?? '' },
    review: { eventId: params.id ?? '', canResolve: true },
  }),
};
const links = () =>
  page
    .getByRole('region', { name: words.list, exact: true })
    .getByRole('listitem')
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href') ?? '');

it('shows the rest on request, and opens the last of them', async () => {
  await openApp('/reviews', ANSWERS);
  await expect.element(page.getByText(words.waiting(LIST_ITEMS_MAX, true))).toBeInTheDocument();
  await expect.poll(() => links().length).toBe(LIST_ITEMS_MAX);
  expect(links()[0]).toContain(idOf(1));
  const more = page.getByRole('button', { name: list.loadMore });
  await click(more);
  await expect.element(page.getByText(words.waiting(WAITING, false), { exact: true })).toBeInTheDocument();
  await expect.poll(() => links().length).toBe(WAITING);
  await gone(more);
  await click(
    page.getByRole('region', { name: words.list, exact: true }).getByRole('listitem').last().getByRole('link'),
  );
  await expect.poll(address).toContain(idOf(WAITING));
  await seen(page.getByRole('button', { name: review.approve, exact: true }));
});

it('asks the service for the riskiest first', async () => {
  const byRisk = REVIEWS.toSorted((one, other) => other.event.riskScore - one.event.riskScore);
  const listReviews = (call: Parameters<ReturnType<typeof pagesFrom>>[0]) =>
    pagesFrom(call.query.sort === '-risk' ? byRisk : REVIEWS)(call);
  await openApp('/reviews', { ...ANSWERS, listReviews });
  await click(page.getByRole('button', { name: words.expiresFirst }));
  await expect.poll(() => links()[0]).toContain(idOf(RISKY + 1));
});
