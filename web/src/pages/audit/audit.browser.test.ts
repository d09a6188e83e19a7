/** The entries and how one is found, the check of the chain as the page tells its result, and the acts of a member. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as list } from '../../list/page-words-en.ts';
import { pagesFrom } from '../../stand-in/events.ts';
import { address, click, focus, gone, idOf, keys, openApp, rows, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const ENTRIES = {
  listAudit: {
    items: [
      { seq: 2, kind: 'decision.recorded', metadata: {} },
      { seq: 1, kind: 'organization.created', metadata: {} },
    ],
  },
} as const;
const check = () => page.getByRole('button', { name: words.check });

it('says by the keyboard whether the chain is whole, and which entry is wrong', async () => {
  const service = await openApp('/audit', {
    ...ENTRIES,
    verifyAudit: { verdict: 'VALID', entries: 61, checkpoint: '— svc/audit/a note' },
  });
  await focus(check());
  await keys('{Enter}');
  await seen(page.getByRole('status').getByText(words.valid('61')));
  await click(page.getByText(words.showCheckpoint));
  await seen(page.getByText('— svc/audit/a note'));
  service.answer({ verifyAudit: { verdict: 'NOT_VALID', entries: 59, fault: { seq: 60 } } });
  await click(check());
  await seen(page.getByRole('alert').getByText(words.notValid('60')));
  await gone(page.getByText(words.valid('61')));
});

it('shows a member the entries and their check, and no export', async () => {
  await openApp('/audit', ENTRIES, { role: 'MEMBER' });
  await expect.poll(() => rows().length).toBe(2);
  await seen(check());
  for (const name of [words.export, words.eventsCsv, words.eventsJson]) {
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  }
});

it('lists every entry, newest first, a page at a time', async () => {
  const entries = Array.from({ length: 61 }, (_, index) => ({
    seq: 61 - index,
    kind: 'decision.recorded',
    metadata: {},
  }));
  await openApp('/audit', { listAudit: pagesFrom(entries) });
  await seen(page.getByText(list.shownFirst('50')));
  await click(page.getByRole('button', { name: list.loadMore }));
  await seen(page.getByText(list.shown('61')));
  await gone(page.getByRole('button', { name: list.loadMore }));
});

it('finds an entry by what stands in it, and leads from it to its event and back to the search', async () => {
  const id = idOf(900);
  const entry = { seq: 7, kind: 'decision.recorded', subject: { type: 'event', id }, metadata: { decision: 'REVIEW' } };
  const service = await openApp('/audit', {
    listAudit: ({ query }) => (query.q === id ? { items: [entry] } : ENTRIES.listAudit),
  });
  await page.getByRole('searchbox').fill(id);
  await expect.poll(address).toBe(`/audit?q=${id}`);
  await seen(page.getByText(list.shown('1')));
  expect(service.last('listAudit')?.query).toMatchObject({ q: id });
  await click(page.getByRole('row').getByRole('link'));
  await seen(page.getByText('"decision": "REVIEW"'));
  const event = page.getByRole('link', { name: words.seeEvent });
  await expect.element(event).toHaveAttribute('href', expect.stringContaining(`/app/events/${id}`));
  await keys('{Escape}');
  await gone(event);
  await expect.element(page.getByRole('searchbox')).toHaveValue(id);
});
