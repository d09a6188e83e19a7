// SPDX-License-Identifier: Apache-2.0
/** The entries and how one is found, the check of the chain as the page tells its result, and the acts of a member. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as list } from '../../list/page-words-en.ts';
import { pagesFrom } from '../../stand-in/events.ts';
import { address, click, focus, gone, idOf, keys, openApp, rows, savedFiles, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

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
  await focus(page.getByRole('button', { name: words.export, exact: true }));
  await keys('{Enter}');
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

const { again } = words;
const NONE = { entries: 9, alike: 0, differing: 0, first: [], undecided: [] };
const answered = (outcome: object) => ({
  replayAudit: [{ progress: { entries: 3, entriesTotal: 9, decisions: 2 } }, { outcome: { ...NONE, ...outcome } }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
});
const decide = () => click(page.getByRole('button', { name: again.run }));

it('has the decisions of a time decided again, and tells each outcome', async () => {
  const service = await openApp('/audit', { ...ENTRIES, ...answered({ verdict: 'ALIKE', alike: 1_204 }) });
  await decide();
  await seen(page.getByRole('status').getByText(again.alike('1,204')));
  const asked = () => Date.parse(service.last('replayAudit')?.query.from ?? '');
  const ofWeek = asked();
  await click(page.getByText(again.days[30], { exact: true }));
  await decide();
  await expect.poll(() => Math.round((ofWeek - asked()) / 86_400_000)).toBe(23);
  await click(page.getByText(again.days.all, { exact: true }));
  service.answer(answered({ verdict: 'ALIKE' }));
  await decide();
  await seen(page.getByText(again.none));
  expect(service.last('replayAudit')?.query).toEqual({});
  const first = [{ seq: 60, field: 'decision', recorded: 'ALLOW', follows: 'BLOCK' }];
  const undecided = [{ reason: 'LACKS_FACT', of: 'dlpFindings', count: 3, firstSeq: 12 }];
  service.answer(answered({ verdict: 'DIFFERS', alike: 8, differing: 1, first, undecided }));
  await decide();
  await seen(page.getByRole('alert').getByText(again.differs('1', '12', true)));
  await seen(page.getByText(again.differing('60', 'decision', '"ALLOW"', '"BLOCK"')));
  await seen(page.getByText(again.counted('3', '12', again.reasons.LACKS_FACT('dlpFindings'))));
  service.answer(answered({ verdict: 'UNDECIDED', alike: 8, undecided }));
  await decide();
  await seen(page.getByRole('status').getByText(again.undecided('3', '11')));
  service.answer(answered({ verdict: 'NOT_VALID' }));
  await decide();
  await seen(page.getByRole('alert').getByText(again.notValid));
});

it('says so when the answer breaks off before its outcome', async () => {
  const [progress = ''] = answered({}).replayAudit.split(/(?<=\n)/);
  await openApp('/audit', { ...ENTRIES, replayAudit: progress });
  await decide();
  await seen(page.getByRole('alert'));
});

it('tells it on a phone, in Portuguese, and no wider than the screen', async () => {
  const first = [{ seq: 60, field: 'agentName', recorded: 'x'.repeat(200), follows: 'billing-bot' }];
  const outcome = answered({ verdict: 'DIFFERS', alike: 8, differing: 1, first });
  await openApp('/audit', { ...ENTRIES, ...outcome }, { isPhone: true, language: 'pt-BR', role: 'MEMBER' });
  await click(page.getByRole('button', { name: portuguese.again.run }));
  await seen(page.getByRole('alert').getByText(portuguese.again.differs('1', '9', true)));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
