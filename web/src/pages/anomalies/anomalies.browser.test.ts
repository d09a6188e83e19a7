// SPDX-License-Identifier: Apache-2.0
/** A person sees each anomaly and its cause, in their language, and closes it with a note; a member only looks. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as decision } from '../../decision/words-en.ts';
import { words as list } from '../../list/page-words-en.ts';
import { words as shell } from '../../shell/words-en.ts';
import { changing, click, dialog, drawer, focus, gone, idOf, keys, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

const VOLUME = {
  id: idOf(1),
  kind: 'VOLUME_SPIKE',
  agent: { name: 'billing-bot' },
  messageParams: { records: 8_000, usualRecords: 0 },
} as const;
const ACTION = {
  id: idOf(2),
  kind: 'NEW_ACTION',
  agent: { name: 'billing-bot' },
  messageParams: { action: 'DELETE_DATA', others: 0 },
} as const;
const BOTH = { listAnomalies: { items: [VOLUME, ACTION] } };
const phone = { isPhone: true } as const;
const rowOf = (kind: string) => page.getByRole('row').filter({ hasText: kind });

it('scans, and says what is unusual, on a phone', async () => {
  const service = await openApp('/reviews', { readAnomalyScan: { agentsCompared: 0 } }, phone);
  await click(page.getByRole('button', { name: shell.more }));
  await click(dialog().getByRole('link', { name: words.title }));
  await seen(page.getByRole('heading', { name: words.noneComparedTitle }));
  const scan = page.getByRole('button', { name: words.scan });
  service.answer({ scanForAnomalies: changing({ isComplete: true }, { readAnomalyScan: { agentsCompared: 1 } }) });
  await click(scan);
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await seen(page.getByText(words.compared(1)));
  service.answer({ scanForAnomalies: changing({ opened: [VOLUME, ACTION], isComplete: true }, BOTH) });
  await click(scan);
  await seen(page.getByText(words.scanned(2)));
  await seen(
    rowOf(words.kinds.VOLUME_SPIKE).getByText(words.messages.VOLUME_SPIKE({ records: '8,000', usualRecords: '0' })),
  );
});

it('is searched and filtered', async () => {
  await openApp('/anomalies', {
    readAnomalyScan: {},
    listAnomalies: ({ query }) => ({
      items: query.q === 'nobody' ? [] : [VOLUME, ACTION].filter(({ kind }) => (query.kind ?? kind) === kind),
    }),
  });
  await seen(rowOf(words.kinds.VOLUME_SPIKE));
  await page.getByRole('searchbox').fill('nobody');
  await seen(page.getByRole('heading', { name: list.noneTitle }));
  await click(page.getByRole('button', { name: list.takeAway(list.searchNamed('nobody')) }));
  await click(page.getByRole('button', { name: list.filter, exact: true }));
  const menu = page.getByRole('dialog', { name: list.filterBy });
  await click(menu.getByRole('button', { name: list.fields.kind ?? '' }));
  await click(menu.getByRole('button', { name: words.kinds.NEW_ACTION }));
  await seen(rowOf(words.kinds.NEW_ACTION));
  await gone(rowOf(words.kinds.VOLUME_SPIKE));
});

it('is closed with a note, with the keyboard on a phone', async () => {
  const closed = {
    ...ACTION,
    status: 'CLOSED',
    closedAt: '2026-11-24T12:00:00.000Z',
    closedBy: { name: 'Olivia Owner' },
    note: 'Planned. <b>&',
  } as const;
  const service = await openApp(
    '/anomalies',
    { ...BOTH, closeAnomaly: changing(closed, { listAnomalies: { items: [VOLUME, closed] } }) },
    phone,
  );
  await focus(rowOf(words.kinds.NEW_ACTION).getByRole('link'));
  await keys('{Enter}');
  const message = words.messages.NEW_ACTION({ action: decision.actions.DELETE_DATA, others: '0' });
  await seen(drawer().getByText(message));
  const close = drawer().getByRole('button', { name: words.close });
  await focus(close);
  await keys('{Enter}');
  await page.getByRole('dialog', { name: words.closeTitle }).getByLabelText(words.note).fill('Planned. <b>&');
  await keys('{Tab}{Tab}{Enter}');
  await seen(page.getByText(words.closedNow));
  await seen(drawer().getByText('Planned. <b>&'));
  await seen(drawer().getByText(words.closedBy('Olivia Owner', '').replace(/, $/, '')));
  await gone(close);
  expect(service.calls('closeAnomaly')).toEqual([
    { params: { id: ACTION.id }, query: {}, body: { note: closed.note } },
  ]);
});

it('lets a member look, in Portuguese, and offers nothing that is refused', async () => {
  await openApp('/anomalies?status=OPEN', BOTH, { role: 'MEMBER', language: 'pt-BR' });
  const open = rowOf(portuguese.kinds.VOLUME_SPIKE);
  await seen(open.getByText(portuguese.messages.VOLUME_SPIKE({ records: '8.000', usualRecords: '0' })));
  await click(open.getByRole('link'));
  await seen(drawer().getByText(portuguese.effect));
  for (const name of [portuguese.close, portuguese.scan]) {
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  }
});
