// SPDX-License-Identifier: Apache-2.0
/** A review with what the agent says about it: one line in the list, and all of it before the facts of its sheet. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as acts } from '../../decision/act-words-en.ts';
import { words as why } from '../../decision/why-words-en.ts';
import { WAITING_EVENT } from '../../stand-in/events.ts';
import { idOf, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const EVENT = {
  ...WAITING_EVENT,
  contentScanned: false,
  context: { purpose: 'Send the invoices again', destinationName: 'Contabilidade Souza' },
} as const;
const OTHER = { ...WAITING_EVENT, id: idOf(901), context: { destinationName: 'Padaria Aurora' } } as const;
const REVIEW = { eventId: EVENT.id, status: 'PENDING', expiresAt: EVENT.review.expiresAt, canResolve: true } as const;

it('has a line of it in the list, and in its sheet stands before the facts, the cause and the risk', async () => {
  await openApp(
    `/reviews?event=${EVENT.id}`,
    {
      listReviews: {
        items: [
          { ...REVIEW, event: EVENT },
          { ...REVIEW, eventId: OTHER.id, event: OTHER },
        ],
      },
      readEventDetail: { event: EVENT, review: REVIEW },
      readEventWaysOut: {},
      readAgent: {},
      listEvents: {},
    },
    { width: 1_440 },
  );
  const row = page.getByRole('region', { name: words.list }).getByRole('listitem');
  await seen(row.nth(0).getByText(EVENT.context.purpose));
  await seen(row.nth(1).getByText(OTHER.context.destinationName));
  const sheet = page.getByRole('region', { name: words.sheet, exact: true });
  await seen(sheet.getByText(acts.nothingSent));
  const text = (sheet.element() as HTMLElement).innerText;
  const parts = [acts.says, EVENT.context.purpose, why.facts.records, why.findings, 'It waits because', why.risk];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  // It is erased on the page of the event.
  expect(sheet.getByRole('button', { name: acts.erase.action }).elements()).toEqual([]);
});
