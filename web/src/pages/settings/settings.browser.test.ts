// SPDX-License-Identifier: Apache-2.0
/** The settings of an organization: faults at their field, a question before what weakens it, and no loss by leaving. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import { words as shell } from '../../shell/words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  gone,
  keys,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const ORGANIZATION = {
  name: 'Acme',
  timeZone: 'UTC',
  reviewExpiryMinutes: 1_440,
  approvalValidMinutes: 1_440,
  outcomeMinutes: 60,
  contextKept: true,
  reviewDefaults: { count: 2, notAsker: true, grants: true, validMinutes: 30 },
  grantHoursMax: 0,
  riskReviewAt: 50,
  riskBlockAt: 90,
} as const;
const reviewAt = () => page.getByRole('textbox', { name: words.riskReviewAt });

it('settings are saved by Ctrl S, faults stand at their field, and monitor mode asks first', async () => {
  const monitored = { ...ORGANIZATION, enforcement: 'MONITOR', riskReviewAt: 40, assistantApprovals: true } as const;
  const service = await openApp(
    '/settings',
    {
      readOrganization: ORGANIZATION,
      readDataRights: {},
      updateOrganization: refused('validation_error', { fields: { riskReviewAt: 'must not be above riskBlockAt' } }),
    },
    { role: 'ADMIN' },
  );
  await reviewAt().fill('95');
  await keys('{Control>}s{/Control}');
  await seen(page.getByText(words.badOrder));
  const faults = service.calls('updateOrganization').length;
  service.answer({ updateOrganization: changing(monitored, { readOrganization: monitored }) });
  await reviewAt().fill('40');
  await seen(page.getByRole('img', { name: words.axis(40, 90) }));
  await page.getByRole('combobox', { name: words.enforcement }).selectOptions('MONITOR');
  await page.getByRole('combobox', { name: words.assistants }).selectOptions(words.places.yes);
  await keys('{Control>}s{/Control}');
  await seen(dialog().getByText(words.monitorText));
  await seen(dialog().getByText(words.looser.assistants));
  expect(service.calls('updateOrganization')).toHaveLength(faults);
  await pressInDialog(registry.looser.act);
  await seen(page.getByText(words.saved));
  const sent = { enforcement: 'MONITOR', riskReviewAt: 40, assistantApprovals: true };
  expect(service.last('updateOrganization')?.body).toMatchObject(sent);
  await reviewAt().fill('45');
  await seen(page.getByText(words.changes(1)));
  await click(page.getByRole('link', { name: shell.pages.members, exact: true }));
  await pressInDialog(ui.cancel);
  await reviewAt().fill('40');
  await gone(page.getByText(words.changes(1)));
});

it('what lets more through is asked once, with what gets through; what holds more back is not', async () => {
  const service = await openApp('/settings', {
    readOrganization: { ...ORGANIZATION, requireMfa: true },
    readDataRights: {},
    updateOrganization: {},
  });
  await reviewAt().fill('70');
  await page.getByRole('combobox', { name: words.requireMfa }).selectOptions('no');
  await expect.poll(() => [...document.querySelectorAll('[data-changed]')].length).toBe(2);
  await keys('{Control>}s{/Control}');
  const { risk, outcomes, withoutFactor } = words.looser;
  await seen(dialog().getByText(risk(50, 69, outcomes.asked, outcomes.allowed)));
  await seen(dialog().getByText(withoutFactor));
  await pressInDialog(ui.cancel);
  await gone(dialog());
  expect(service.calls('updateOrganization')).toEqual([]);
  await reviewAt().fill('30');
  await page.getByRole('combobox', { name: words.requireMfa }).selectOptions('yes');
  await keys('{Control>}s{/Control}');
  await expect.poll(() => service.calls('updateOrganization').length).toBe(1);
});

it('says how long an allowed act is good for, asks before it is longer, and lets a person confirm themselves', async () => {
  const service = await openApp('/settings', {
    readOrganization: ORGANIZATION,
    readDataRights: {},
    listPasskeys: {},
    updateOrganization: refused('reauthentication_required'),
    reauthenticate: changing(DONE, { updateOrganization: {} }),
  });
  const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOptions(value);
  await choose(words.valid, words.durations(10_080));
  await choose(words.outcome, words.durations(240));
  await choose(words.context, words.kept.no);
  await choose(words.approvals, words.approvers(1));
  await choose(words.signature, words.signatures.yes);
  await choose(words.grantHours, words.durations(1_440));
  await click(page.getByRole('button', { name: words.save }));
  await seen(dialog().getByText(words.looser.validLonger(words.durations(1_440), words.durations(10_080))));
  await seen(dialog().getByText(words.looser.approvals));
  await seen(dialog().getByText(words.looser.grantsLonger(words.durations(1_440))));
  await pressInDialog(registry.looser.act);
  await page.getByRole('dialog', { name: account.confirm.title }).getByLabelText(account.password).fill('a password');
  await keys('{Enter}');
  await expect.poll(() => service.calls('updateOrganization')).toHaveLength(2);
  const sent = {
    approvalValidMinutes: 10_080,
    outcomeMinutes: 240,
    contextKept: false,
    reviewDefaults: { count: 1, notAsker: true, signed: true, grants: true, validMinutes: 30 },
    grantHoursMax: 24,
  };
  expect(service.last('updateOrganization')?.body).toMatchObject(sent);
});

it('a member reads them, and changes nothing', async () => {
  await openApp('/settings', { readOrganization: ORGANIZATION, readDataRights: {} }, { role: 'MEMBER' });
  await seen(page.getByText(words.readOnly));
  expect(page.getByRole('button', { name: words.save }).elements()).toEqual([]);
});

const NAME = 'Acme';
const deleting = () => page.getByRole('button', { name: words.deleteOpen });

it('an owner deletes the organization by its name and the password', async () => {
  const service = await openApp('/settings', {
    readOrganization: ORGANIZATION,
    readDataRights: { deleteOrganization: true },
    deleteOrganization: refused('invalid_credentials'),
  });
  await click(deleting());
  await dialog().getByLabelText(account.password, { exact: true }).fill('wrong');
  await dialog()
    .getByRole('textbox', { name: words.deleteName(NAME) })
    .fill('acme');
  await keys('{Enter}');
  await seen(dialog().getByText(words.otherName));
  expect(service.calls('deleteOrganization')).toEqual([]);
  await dialog()
    .getByRole('textbox', { name: words.deleteName(NAME) })
    .fill(NAME);
  await keys('{Enter}');
  await seen(dialog().getByText(words.wrongPasswordOrCode));
  expect(service.last('deleteOrganization')?.body).toEqual({ confirmName: NAME, password: 'wrong' });
});

it('who requires a second factor of everybody has one first', async () => {
  await openApp('/settings', {
    readOrganization: ORGANIZATION,
    readDataRights: {},
    updateOrganization: refused('conflict'),
  });
  await page.getByRole('combobox', { name: words.requireMfa }).selectOptions(words.factors.yes);
  await click(page.getByRole('button', { name: words.save }));
  await seen(page.getByText(words.ownFactorFirst));
});

it('an admin has the export alone', async () => {
  await openApp('/settings', { readOrganization: ORGANIZATION, readDataRights: {} }, { role: 'ADMIN' });
  await seen(page.getByRole('button', { name: words.exportAct }));
  expect(deleting().elements()).toEqual([]);
});
