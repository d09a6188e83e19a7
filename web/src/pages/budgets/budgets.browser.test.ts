// SPDX-License-Identifier: Apache-2.0
/** The list of budgets and what lies beside it: making one, loosening it, more room in its window, and its end. */
import type { BudgetDetail } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  drawer,
  gone,
  hold,
  idOf,
  keys,
  NOW,
  openApp,
  pressInDialog,
  seen,
} from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const CURRENT = { start: NOW, end: NOW, bucket: '', agent: null, resource: null, used: 4, limit: 5, counts: 1 };
const READS: BudgetDetail = {
  ...{ id: idOf(5), name: 'Reads', measure: 'COUNT', limit: 5, window: 'DAY', per: 'AGENT', action: 'READ' },
  ...{ onExceed: 'REVIEW', enabled: true, resource: 'ANY', mode: 'ENFORCE', approverRoles: [] },
  ...{ createdAt: NOW, updatedAt: NOW, warnings: [], raised: null, current: { ...CURRENT, forecast: 9 } },
};
const PAST = { start: NOW, end: NOW, bucket: idOf(1), agent: { id: idOf(1), name: 'mailer' }, resource: null };
const link = () => page.getByRole('link', { name: READS.name });

it('makes a budget, asks before it is loosened, gives its window more room, and deletes it', async () => {
  const raised = {
    ...READS,
    current: { ...READS.current, limit: 7 },
    raised: { window: NOW, amount: 2, note: 'Closing' },
  };
  const service = await openApp('/budgets', {
    listBudgets: {},
    listGroups: { items: [{ id: idOf(8), name: 'dpo' }] },
    createBudget: changing(READS, { listBudgets: { items: [READS] } }),
    impactOfBudget: { complete: true, budgets: [{ name: 'Reads', stopped: 41, counts: 9, fullCounts: 3 }] },
    readBudget: READS,
    readBudgetUsage: { windows: [{ ...PAST, used: 5, limit: 5 }] },
    updateBudget: changing(READS, {}),
    raiseBudget: changing(raised, { readBudget: raised }),
    deleteBudget: changing(DONE, { listBudgets: {} }),
  });
  await seen(page.getByText(words.emptyTitle));
  await keys('c');
  await dialog().getByRole('textbox', { name: registry.name }).fill(READS.name);
  await dialog().getByRole('textbox', { name: words.limit }).fill('0');
  await pressInDialog(words.createAct);
  await seen(dialog().getByText(words.limitFault));
  await dialog().getByRole('textbox', { name: words.limit }).fill('5');
  await dialog().getByRole('combobox', { name: words.action, exact: true }).selectOptions('Read');
  await click(dialog().getByText('dpo'));
  await click(dialog().getByRole('button', { name: words.count }));
  await seen(dialog().getByText(words.wouldHave.REVIEW('41')));
  expect(service.last('impactOfBudget')?.body).toMatchObject({ budget: { limit: 5, action: 'READ' }, days: 30 });
  await pressInDialog(words.createAct);
  await seen(page.getByText(words.created(READS.name)));
  expect(service.last('createBudget')?.body).toMatchObject({
    name: 'Reads',
    limit: 5,
    action: 'READ',
    approverGroups: ['dpo'],
  });
  await click(link());
  await seen(drawer().getByText('mailer'));
  await seen(drawer().getByText(words.used('4', '5')));
  await click(drawer().getByRole('button', { name: registry.edit }));
  await dialog().getByRole('textbox', { name: words.limit }).fill('50');
  await pressInDialog(registry.save);
  await seen(page.getByText(words.limitUp('5', '50')));
  expect(service.calls('updateBudget')).toEqual([]);
  await click(page.getByRole('button', { name: registry.looser.act }));
  await seen(page.getByText(registry.saved));
  expect(service.last('updateBudget')?.body).toMatchObject({ limit: 50, updatedAt: NOW });
  await click(drawer().getByRole('button', { name: words.raise }));
  await dialog().getByRole('textbox', { name: words.amount }).fill('6');
  await dialog().getByRole('textbox', { name: words.note }).fill('Closing');
  await pressInDialog(words.raiseAct);
  await seen(dialog().getByText(words.amountFault('5')));
  await dialog().getByRole('textbox', { name: words.amount }).fill('2');
  await pressInDialog(words.raiseAct);
  await seen(drawer().getByText(words.used('4', '7')));
  expect(service.last('raiseBudget')?.body).toEqual({ amount: 2, note: 'Closing' });
  await click(drawer().getByRole('button', { name: registry.remove }));
  await hold(registry.confirmRemove);
  await seen(page.getByText(words.removed(READS.name)));
  await gone(link());
});
