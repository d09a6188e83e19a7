// SPDX-License-Identifier: Apache-2.0
/** Plan and usage: a month past its quota, the question before a smaller plan, and who may change it. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changing, click, dialog, openApp, pressInDialog, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const USAGE = { events: 2, eventsPerMonth: 1, quotaExceeded: true, plan: 'TEAM' } as const;
const BILLING = {
  change: 'free',
  plan: 'TEAM',
  plans: [
    { name: 'DEVELOPER', priceUsd: 0, agents: 3, retentionDays: 7 },
    { name: 'TEAM', priceUsd: 99, agents: 20, retentionDays: 90 },
  ],
} as const;
const choose = () => page.getByRole('button', { name: words.chooseOf(words.names.DEVELOPER) });

it('shows a month past its quota, and takes another plan after a question that says what goes', async () => {
  const changed = { ...BILLING, plan: 'DEVELOPER' } as const;
  const service = await openApp('/plan', {
    readUsage: USAGE,
    readBilling: BILLING,
    changePlan: changing(changed, { readBilling: changed }),
  });
  await seen(page.getByText(words.overText));
  await seen(page.getByRole('img', { name: words.bar('2', '1') }));
  await click(choose());
  await seen(dialog().getByText(words.smaller(words.days(7))));
  expect(service.calls('changePlan')).toEqual([]);
  await pressInDialog(words.changeAct);
  await seen(page.getByText(words.changed(words.names.DEVELOPER)));
  await seen(page.getByRole('row', { name: new RegExp(`${words.names.DEVELOPER}.*${words.current}`) }));
  expect(service.last('changePlan')?.body).toEqual({ plan: 'DEVELOPER' });
});

it('says to others who may change the plan', async () => {
  await openApp('/plan', { readUsage: USAGE, readBilling: BILLING }, { role: 'MEMBER' });
  await seen(page.getByText(words.ownersOnly));
  expect(choose().elements()).toEqual([]);
});

it('has prices only where they are paid through the processor, and names the command of the operator', async () => {
  await openApp('/plan', { readUsage: USAGE, readBilling: { ...BILLING, change: 'billing' } });
  await seen(page.getByText(words.taxes));
  expect(page.getByText(words.aMonth('99')).elements()).not.toEqual([]);
  await openApp('/plan', { readUsage: USAGE, readBilling: { ...BILLING, change: 'off' } });
  const command = page.getByRole('region', { name: words.operatorsCommand });
  await expect.element(command).toHaveTextContent(/^svc-server organization plan [\da-f-]{36} PLAN$/);
  await expect.element(page.getByText(words.aMonth('99'))).not.toBeInTheDocument();
  await expect.element(page.getByText(words.taxes)).not.toBeInTheDocument();
});
