// SPDX-License-Identifier: Apache-2.0
/** Who is notified of what: changes are counted, faults stand at their field, and a member only reads. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as decision } from '../../decision/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import { changing, click, idOf, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const SLACK = { id: idOf(1), name: 'Slack', kind: 'CHAT_WEBHOOK' } as const;
const TICKETS = { id: idOf(2), name: 'tickets', kind: 'TICKET' } as const;
const PAGER = { id: idOf(3), name: 'on-call', kind: 'INCIDENT', provider: 'PAGERDUTY' } as const;
const STORED = {
  mails: { reviewPending: ['OWNER', 'ADMIN', 'MEMBER'], changeMade: ['OWNER'] },
  chatIntegrationId: SLACK.id,
  ticketIntegrationId: TICKETS.id,
} as const;
const ANSWERS = {
  readNotifications: STORED,
  listIntegrations: ({ query }: { query: Readonly<Record<string, string>> }) => ({
    items: [SLACK, TICKETS, PAGER].filter(({ kind }) => kind === query.kind),
  }),
};
const chat = () => page.getByLabelText(words.chat, { exact: true });
const { roles } = decision;

it('shows the chosen chat, and saves who is told of what', async () => {
  const service = await openApp('/notifications', {
    ...ANSWERS,
    updateNotifications: refused('validation_error', { fields: { quietHours: 'must not be empty' } }),
  });
  await expect.element(chat()).toHaveValue(SLACK.id);
  await page.getByLabelText(words.ticket, { exact: true }).selectOptions(words.nowhere);
  const mails = page.getByRole('table', { name: words.mails });
  await seen(mails.getByRole('columnheader', { name: roles.MEMBER }));
  await click(mails.getByRole('checkbox', { name: `${words.notices.reviewPending}: ${roles.MEMBER}` }));
  await click(mails.getByRole('checkbox', { name: `${words.notices.changeMade}: ${roles.ADMIN}` }));
  await page.getByLabelText(words.quietHours).selectOptions('yes');
  await page.getByLabelText(words.escalate, { exact: true }).selectOptions('50');
  const to = page.getByRole('group', { name: words.escalateTo, exact: true });
  await click(to.getByRole('checkbox', { name: roles.OWNER }));
  await page.getByLabelText(words.incidents).selectOptions(PAGER.name);
  await page.getByLabelText(words.until).fill('22:00');
  await seen(page.getByText(words.changes(7)));
  const save = page.getByRole('button', { name: words.save });
  await click(save);
  await seen(page.getByText(words.missingRole));
  expect(service.calls('updateNotifications')).toEqual([]);
  await click(to.getByRole('checkbox', { name: roles.ADMIN }));
  await click(save);
  await seen(page.getByText(words.noLength));
  service.answer({ updateNotifications: changing({}, {}) });
  await page.getByLabelText(words.until).fill('07:00');
  await click(save);
  await seen(page.getByText(words.saved).first());
  expect(service.last('updateNotifications')?.body).toMatchObject({
    mails: { reviewPending: ['OWNER', 'ADMIN'], changeMade: ['OWNER', 'ADMIN'] },
    ticketIntegrationId: null,
    quietHours: { from: '22:00', until: '07:00' },
    escalation: { afterPercent: 50, roles: ['ADMIN'], chatIntegrationId: null, incidentIntegrationId: PAGER.id },
  });
});

it('tries the chosen system, and says what it answered', async () => {
  const found = { host: 'tickets.example', status: 404, latencyMs: 7, messageFault: 'ADDRESS_GONE' } as const;
  const service = await openApp('/notifications', { ...ANSWERS, checkIntegration: found });
  await click(page.getByRole('button', { name: words.check(TICKETS.name) }));
  await seen(page.getByText(registry.check.answered(found.host, found.status, '7')));
  expect(service.last('checkIntegration')?.params).toEqual({ id: TICKETS.id });
});

it('is read by a member, who changes nothing', async () => {
  await openApp('/notifications', ANSWERS, { role: 'MEMBER' });
  await seen(page.getByText(words.readOnly));
  expect(page.getByRole('button', { name: words.save }).elements()).toEqual([]);
  await expect.element(chat()).toBeDisabled();
});
