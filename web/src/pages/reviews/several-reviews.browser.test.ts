// SPDX-License-Identifier: Apache-2.0
/** Alike reviews are answered together, each by itself; what could not be answered is said line by line. */
import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { words as several } from '../../review/several-words-en.ts';
import { words as answers } from '../../review/words-en.ts';
import { click, idOf, inTurn, keys, openApp, refused, seen, UNREACHABLE } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const IN_A_DAY = '2026-11-25T12:00:00.000Z';
const REVIEW = {
  status: 'PENDING',
  expiresAt: IN_A_DAY,
  approverRoles: ['OWNER', 'ADMIN'],
  canResolve: true,
} as const;
const SUPPORT_BOT = { id: idOf(11), name: 'support-bot' };
/** A review that waits, alike the others unless it is of another agent. */
function waiting(ordinal: number, agent = SUPPORT_BOT) {
  const event = {
    id: idOf(ordinal),
    decision: 'REVIEW',
    agent,
    action: 'EXPORT_DATA',
    resource: { id: idOf(21), name: 'customers' },
    policy: { id: idOf(31), name: 'Review customer exports' },
    review: { status: 'PENDING', expiresAt: IN_A_DAY },
    context: { purpose: `Invoices of customer ${ordinal}` },
  } as const;
  return { eventId: event.id, ...REVIEW, event };
}
const [FIRST, SECOND, THIRD] = [waiting(1), waiting(2), waiting(3)] as const;
const AROUND = {
  readEventDetail: { event: FIRST.event, review: { eventId: FIRST.eventId, ...REVIEW } },
  readEventWaysOut: {},
  readAgent: {},
  listEvents: {},
} as const;

const boxes = () => page.getByRole('checkbox', { name: /^Answer together: support-bot/ });
const lines = () => page.getByRole('list', { name: several.list }).getByRole('listitem');
const counted = (count: number, of: number) => page.getByText(several.done(count, of));
const said = async (index: number, text: string) => await seen(lines().nth(index).getByText(text, { exact: true }));

/** Opens the sheet of all that wait. */
async function openTogether(items: readonly ReturnType<typeof waiting>[], given = {}) {
  const service = await openApp('/reviews', { ...AROUND, listReviews: { items }, ...given });
  await checkAll(boxes(), items.length);
  await seen(page.getByRole('heading', { name: several.title(items.length) }));
  // The words of the agent tell them apart.
  for (const [index, { event }] of items.entries()) await said(index, event.context.purpose);
  return service;
}

async function checkAll(of: Locator, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await click(of.nth(index));
    await expect.element(of.nth(index)).toBeChecked();
  }
}

async function approveAll(count: number): Promise<void> {
  await keys('a');
  await seen(page.getByRole('alertdialog', { name: several.approveQuestion(count) }));
  await keys('{Enter}');
}

it('only alike ones can be chosen, by X or their boxes', async () => {
  const items = [FIRST, SECOND, waiting(4, { id: idOf(12), name: 'billing-bot' })];
  await openApp('/reviews', { ...AROUND, listReviews: { items } });
  await seen(boxes().nth(1));
  await keys('x');
  await seen(page.getByText(words.picked(1)));
  await expect.element(boxes().first()).toBeChecked();
  // Another agent is not like it.
  await expect.element(page.getByRole('checkbox', { name: /^Answer together: billing-bot/ })).toBeDisabled();
});

it('stops at the limit of changes, says of each whether it was sent, and sends the rest again', async () => {
  const service = await openTogether([FIRST, SECOND, THIRD], {
    approveReview: inTurn({}, refused('rate_limited', { retryAfterSeconds: 9 })),
  });
  await approveAll(3);
  await seen(counted(1, 3));
  await said(0, several.lines.approved);
  await said(1, several.lines.limited);
  await said(2, several.lines.unsent);
  const sent = () => service.calls('approveReview').map(({ params }) => params.eventId);
  expect(sent()).toEqual([FIRST.eventId, SECOND.eventId]);
  service.answer({ approveReview: {} });
  await approveAll(2);
  await seen(counted(3, 3));
  expect(sent().slice(2)).toEqual([SECOND.eventId, THIRD.eventId]);
});

it('says that no answer came, and that the others were not sent', async () => {
  const service = await openTogether([FIRST, SECOND], { approveReview: UNREACHABLE });
  await approveAll(2);
  await seen(counted(0, 2));
  await said(0, several.lines.failed);
  await said(1, several.lines.unsent);
  expect(service.calls('approveReview').map(({ params }) => params.eventId)).not.toContain(SECOND.eventId);
  service.answer({ approveReview: {} });
  await approveAll(2);
  await seen(counted(2, 2));
});

it('says that the agent is paused, that a review is gone, and that the role does not permit it', async () => {
  const paused = { event: FIRST.event, review: { eventId: FIRST.eventId, ...REVIEW, agentPaused: true } };
  await openTogether([FIRST, SECOND, THIRD], {
    approveReview: inTurn(refused('conflict'), refused('not_found'), refused('forbidden')),
    readEventDetail: paused,
  });
  await approveAll(3);
  await seen(counted(0, 3));
  await said(0, several.lines.paused);
  await said(1, several.lines.gone);
  await said(2, several.lines.forbidden);
});

it('can only be denied together where each approval is signed', async () => {
  const signed = { approvals: { needed: 1, given: 0, signed: true } };
  const service = await openTogether(
    [FIRST, SECOND].map((item) => ({ ...item, ...signed })),
    { denyReview: {} },
  );
  await seen(page.getByText(several.signed));
  const region = page.getByRole('region', { name: answers.region });
  await expect.element(region.getByRole('button', { name: answers.approve, exact: true })).toBeDisabled();
  await keys('d');
  await keys('{Enter}');
  await seen(counted(2, 2));
  expect(service.calls('approveReview')).toEqual([]);
});
