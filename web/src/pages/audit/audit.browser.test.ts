// SPDX-License-Identifier: Apache-2.0
/** The entries and how one is found, the check of the chain as the page tells its result, and the acts of a member. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as list } from '../../list/page-words-en.ts';
import { pagesFrom } from '../../stand-in/events.ts';
import { address, click, focus, gone, idOf, keys, openApp, rows, savedFiles, seen } from '../../stand-in/index.ts';
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

const DECIDED = {
  agentName: 'billing-bot',
  resourceName: 'customers',
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
  recordsAffected: 1_200,
  decision: 'REVIEW',
  evaluatedDecision: 'REVIEW',
} as const;
const HASH = 'a'.repeat(64);

it('tells each entry as a sentence behind the shape of its outcome, and its hash under the pointer', async () => {
  await openApp('/audit', {
    listAudit: {
      items: [
        { seq: 4, kind: 'review.approved', metadata: {}, decision: DECIDED },
        { seq: 3, kind: 'decision.recorded', metadata: DECIDED, hash: HASH },
        { seq: 2, kind: 'policy.updated', metadata: { name: 'Deletions' } },
        { seq: 5, kind: 'anomaly.opened', metadata: { messageParams: { agent: 'crm-sync' } } },
        { seq: 1, kind: 'of.a.newer.service', metadata: { agentName: 7, action: 'FLY' } },
      ],
    },
  });
  await seen(page.getByText(`billing-bot ${words.answered.waiting}: export 1,200 records from customers`));
  await seen(page.getByText(`${words.kinds['review.approved']}: billing-bot, export 1,200 records from customers`));
  await seen(page.getByText(`${words.kinds['policy.updated']}: Deletions`));
  await seen(page.getByText(`${words.kinds['anomaly.opened']}: crm-sync`));
  await seen(page.getByText('of.a.newer.service', { exact: true }));
  expect(rows().map((row) => row.querySelectorAll('svg').length)).toEqual([1, 1, 0, 0, 0]);
  expect(rows()[1]?.querySelector('a')?.title).toContain(`${words.hash}: ${HASH}`);
});

const menu = async () => {
  await click(page.getByRole('button', { name: words.export, exact: true }));
  const items = page.getByRole('menuitem');
  await expect.poll(() => items.elements().length).toBeGreaterThan(0);
  return items.elements().map((item) => item.querySelector('span')?.firstChild?.textContent);
};
const { files } = words;

it('has one menu of files, each with what it is for; a member saves the rows alone', async () => {
  await openApp('/audit', ENTRIES, { role: 'MEMBER' });
  await expect.poll(() => rows().length).toBe(2);
  await seen(check());
  expect(await menu()).toEqual([files.rows(list.csv)]);
  const saved = savedFiles();
  await openApp('/audit', ENTRIES);
  await expect.poll(() => rows().length).toBe(2);
  expect(await menu()).toEqual([files.chain.name, files.eventsJson.name, files.eventsCsv.name, files.rows(list.csv)]);
  await seen(page.getByText(files.chain.about));
  await click(page.getByRole('menuitem', { name: files.rows(list.csv) }));
  await expect.poll(() => saved[0]?.text).toContain(words.kinds['organization.created']);
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
