/** The check of the chain as the page tells its result, and the acts that a member has. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { click, focus, gone, keys, openApp, rows, seen } from '../../stand-in/index.ts';
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
