// SPDX-License-Identifier: Apache-2.0
/** Reviews: how they are searched and answered, and what a person is told whose answer does not count. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as failures } from '../../api/words-en.ts';
import { words as outcomes } from '../../decision/words-en.ts';
import { words as answers } from '../../review/words-en.ts';
import { words as answersInPortuguese } from '../../review/words-pt-br.ts';
import {
  address,
  changing,
  click,
  gone,
  idOf,
  keys,
  openApp,
  refused,
  seen,
  UNREACHABLE,
} from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const IN_A_DAY = '2026-11-25T12:00:00.000Z';
const EVENT = {
  id: idOf(1),
  decision: 'REVIEW',
  finalDecision: 'REVIEW',
  evaluatedDecision: 'REVIEW',
  agent: { id: idOf(11), name: 'support-bot' },
  action: 'EXPORT_DATA',
  resource: { id: idOf(21), name: 'customers', classification: 'CUSTOMER_PII' },
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
  policy: { id: idOf(31), name: 'Review customer exports' },
  reasons: ['The policy "Review customer exports" decides REVIEW.'],
  cause: { by: 'POLICY', threshold: null, underFullEnforcement: null },
} as const;
const REVIEW = {
  eventId: EVENT.id,
  status: 'PENDING',
  expiresAt: IN_A_DAY,
  approverRoles: ['OWNER', 'ADMIN'],
  canResolve: true,
  escalates: true,
} as const;
const ADMIN = { id: idOf(41), name: 'Ana Admin', role: 'ADMIN', channel: 'app' } as const;
const PENDING = { status: 'PENDING', expiresAt: IN_A_DAY } as const;
const WAITING = {
  listReviews: { items: [{ ...REVIEW, event: { ...EVENT, review: PENDING } }] },
  readEventDetail: { event: { ...EVENT, review: PENDING }, review: REVIEW },
  readEventWaysOut: {},
  readAgent: { id: EVENT.agent.id, name: EVENT.agent.name },
  listEvents: {},
} as const;

/** The review as it is once it was answered, or its time has ended. */
function ended(status: 'APPROVED' | 'DENIED' | 'EXPIRED', note: string | null = null) {
  const decided = status === 'EXPIRED' ? {} : { decidedBy: ADMIN, decidedAt: IN_A_DAY };
  const event = { ...EVENT, review: { status, expiresAt: IN_A_DAY } };
  return {
    listReviews: {},
    readEventDetail: { event, review: { ...REVIEW, status, canResolve: false, note, ...decided } },
  };
}

const open = (given = {}, options = {}) => openApp(`/reviews?event=${EVENT.id}`, { ...WAITING, ...given }, options);
const rows = () => page.getByRole('region', { name: words.list }).getByRole('listitem');
const foot = () => page.getByRole('region', { name: answers.region });
const approve = () => foot().getByRole('button', { name: answers.approve, exact: true });
const deny = () => foot().getByRole('button', { name: answers.deny, exact: true });
const question = (asked: string) => page.getByRole('alertdialog', { name: asked });
const confirm = () => foot().getByRole('button', { name: answers.approveNow });
const note = () => foot().getByRole('textbox', { name: answers.note });

it('searches what waits, and leaves a review open that was opened while it was typed', async () => {
  const none = await openApp('/reviews', { ...WAITING, listReviews: {} });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  const service = await openApp('/reviews', {
    ...WAITING,
    listReviews: ({ query }) => (query.q === 'no such agent' ? {} : WAITING.listReviews),
  });
  expect(none.faults).toEqual([]);
  const search = page.getByRole('searchbox', { name: words.search });
  await search.fill('no such agent');
  await seen(page.getByRole('heading', { name: words.noneFoundTitle }));
  await click(page.getByRole('button', { name: words.clearSearch }));
  const row = rows().getByRole('link');
  await seen(row);
  await search.fill('SUPPORT-b');
  // Sooner than the search is taken up: the review that was opened stays open.
  await click(row);
  await expect.poll(address).toContain('q=SUPPORT-b');
  expect(address()).toContain(`event=${EVENT.id}`);
  expect(service.last('listReviews')?.query).toMatchObject({ q: 'SUPPORT-b', status: 'PENDING' });
});

it('denies, and keeps the answer in view while the list goes on', async () => {
  const service = await open({ denyReview: changing({}, ended('DENIED')) });
  await click(deny());
  await click(foot().getByRole('button', { name: answers.denyNow }));
  await seen(foot().getByText(answers.deniedNow));
  expect(service.last('denyReview')).toMatchObject({ params: { eventId: EVENT.id }, body: {} });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await seen(foot().getByText(outcomes.outcomes.denied, { exact: true }));
  const [denied] = [ended('DENIED').readEventDetail];
  service.answer({ listReviews: { items: [{ ...denied.review, event: denied.event }] } });
  await click(page.getByRole('link', { name: words.statuses.DENIED, exact: true }));
  await expect.poll(address).toContain('status=DENIED');
  await seen(rows().getByText(outcomes.outcomes.denied).first());
  expect(service.last('listReviews')?.query).toMatchObject({ status: 'DENIED' });
});

it('approves by keys at the second press alone', async () => {
  const service = await open({ approveReview: changing({}, ended('APPROVED')) });
  await seen(approve());
  await keys('a');
  await seen(question(answers.approveQuestion('EXPORT_DATA')));
  await keys('a');
  expect(service.calls('approveReview')).toEqual([]);
  await keys('{Enter}');
  await seen(foot().getByText(answers.approvedNow));
  expect(service.calls('approveReview')).toHaveLength(1);
});

const LATE = [
  {
    name: 'somebody else was first, and what they said',
    answer: refused('conflict'),
    after: ended('DENIED'),
    said: answers.alreadyDenied,
    stands: answers.decidedBy('Ana Admin', 'Admin', ''),
  },
  {
    name: 'the review has expired',
    answer: refused('conflict'),
    after: ended('EXPIRED'),
    said: answers.alreadyExpired,
    stands: answers.expiredText,
  },
  {
    name: 'the role does not permit it any more',
    answer: refused('forbidden'),
    after: { readEventDetail: { ...WAITING.readEventDetail, review: { ...REVIEW, canResolve: false } } },
    said: answers.notPermitted,
    stands: answers.notYours('Owner and Admin').replace(/: .*/, ''),
  },
];

it.each(LATE)('an answer that does not count is told that $name', async ({ answer, after, said, stands }) => {
  const service = await open({ approveReview: changing(answer, after) });
  await click(approve());
  await click(confirm());
  await seen(page.getByRole('alert').getByText(said));
  await seen(foot().getByText(stands));
  expect(approve().elements()).toEqual([]);
  expect(service.calls('approveReview')).toHaveLength(1);
});

it('an answer that does not count is told that the agent is paused; it can still be denied', async () => {
  const paused = { ...WAITING.readEventDetail, review: { ...REVIEW, agentPaused: true } };
  await open({ approveReview: changing(refused('conflict'), { readEventDetail: paused }) });
  await click(approve());
  await click(confirm());
  await seen(page.getByRole('alert').getByText(answers.agentPaused));
  await expect.element(approve()).toBeDisabled();
  await expect.element(deny()).toBeEnabled();
});

it('keeps the note when the service cannot be reached, so that it can be sent again', async () => {
  const service = await open({ approveReview: UNREACHABLE });
  await note().fill('Kept');
  await click(approve());
  await click(confirm());
  await seen(foot().getByText(failures.unreachable.what));
  await expect.element(note()).toHaveValue('Kept');
  service.answer({ approveReview: changing({}, ended('APPROVED', 'Kept')) });
  await click(confirm());
  await seen(foot().getByText(answers.approvedNow));
  expect(service.last('approveReview')?.body).toEqual({ note: 'Kept' });
});

it('gives no button to who may not decide, and says who may', async () => {
  const review = { ...REVIEW, canResolve: false };
  const item = { ...review, event: { ...EVENT, review: PENDING } };
  const given = { listReviews: { items: [item] }, readEventDetail: { event: item.event, review } };
  await open(given, { role: 'MEMBER' });
  await seen(foot().getByText(answers.notYours('Owner or Admin')));
  for (const button of [approve(), deny()]) expect(button.elements()).toEqual([]);
  await seen(rows().getByText(words.others.toLowerCase()));
});

it('says where the policy keeps the review, while it waits', async () => {
  await open();
  await seen(approve());
  expect(foot().getByText(answers.isKept).elements()).toEqual([]);
  await open({ readEventDetail: { ...WAITING.readEventDetail, review: { ...REVIEW, escalates: false } } });
  await seen(foot().getByText(answers.isKept));
});

it('says of the first one that nobody has answered anything like it, at the width of a phone', async () => {
  await open({}, { language: 'pt-BR', isPhone: true });
  const chosen = page.getByRole('region', { name: answersInPortuguese.past.similar });
  await seen(chosen.getByText(answersInPortuguese.past.none));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await gone(page.getByRole('region', { name: answers.past.similar }));
});

it('shows what was answered last while none waits, the latest first', async () => {
  const endedItem = (status: 'APPROVED' | 'EXPIRED', name: string, decidedAt: string | null) => {
    const { review, event } = ended(status).readEventDetail;
    const eventId = idOf(name.length);
    return {
      ...review,
      eventId,
      decidedAt,
      expiresAt: '2026-11-24T09:00:00.000Z',
      event: { ...event, agent: { name } },
    };
  };
  const items = {
    APPROVED: [endedItem('APPROVED', 'approved-bot', '2026-11-24T10:00:00.000Z')],
    EXPIRED: [endedItem('EXPIRED', 'expired-bot', null)],
  };
  await openApp('/reviews', {
    ...WAITING,
    listReviews: ({ query }) => ({ items: items[query.status as keyof typeof items] ?? [] }),
  });
  const last = page.getByRole('region', { name: words.lastAnswered });
  await seen(last.getByText('approved-bot'));
  const names = last
    .getByText(/-bot$/)
    .elements()
    .map((element) => element.textContent);
  expect(names).toEqual(['approved-bot', 'expired-bot']);
  await click(last.getByRole('link', { name: /approved-bot/ }));
  await expect.poll(address).toMatch(/^\/reviews\?status=APPROVED&event=/);
});

it('folds the note on a phone until it is wanted, and keeps it in place from then on', async () => {
  await open({}, { isPhone: true });
  await click(foot().getByRole('button', { name: answers.addNote }));
  await expect.element(note()).toHaveFocus();
  expect(note().element().getBoundingClientRect().height).toBe(44);
  await click(approve());
  await keys('{Escape}');
  expect(note().element().getBoundingClientRect().height).toBe(44);
});
