// SPDX-License-Identifier: Apache-2.0
/** A person sees each standing permission with exactly what it lets through, and ends one or all of an agent. */
import type { Grant } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as grant } from '../../decision/grant-words-en.ts';
import { words as grantInPortuguese } from '../../decision/grant-words-pt-br.ts';
import { words as why } from '../../decision/why-words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  drawer,
  focus,
  gone,
  idOf,
  keys,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words as uiInPortuguese } from '../../ui/words-pt-br.ts';
import { words } from './words-en.ts';
import { words as portuguese } from './words-pt-br.ts';

const UNTIL = '2026-11-25T12:00:00.000Z';
const GRANT = {
  id: idOf(1),
  status: 'LIVE',
  agent: { id: idOf(11), name: 'billing-bot' },
  action: 'EXPORT_DATA',
  resource: { id: idOf(21), name: 'customers' },
  destination: 'INTERNAL',
  call: null,
  dlpTypes: ['EMAIL'],
  recordsAffectedMax: 4_000,
  policy: { id: idOf(31), name: 'Exports' },
  until: UNTIL,
  usesMax: 5,
  uses: 2,
  eventId: idOf(41),
  madeAt: '2026-11-24T12:00:00.000Z',
  madeBy: { id: idOf(51), name: 'Ana Admin' },
  note: 'Nightly <b>',
  endedAt: null,
  endedReason: null,
  endedBy: null,
  endNote: null,
  mayEnd: true,
} as const satisfies Partial<Grant>;
const OTHER = { ...GRANT, id: idOf(2), action: 'READ_DATA', usesMax: null, note: null } as const;
const ENDED = {
  ...GRANT,
  status: 'ENDED',
  mayEnd: false,
  endedAt: UNTIL,
  endedReason: 'REVOKED',
  endedBy: { id: idOf(52), name: 'Olivia Owner' },
  endNote: 'No longer needed.',
} as const;
const PROPOSED = {
  reviews: 20,
  answered: 12,
  items: [
    {
      agent: GRANT.agent,
      action: 'SEND_EMAIL',
      resource: GRANT.resource,
      destination: 'EXTERNAL_EMAIL',
      call: null,
      dlpTypes: [],
      recordsAffectedMax: 1,
      policy: null,
      answers: 12,
      eventId: idOf(71),
      isAllowed: false,
    },
  ],
} as const;
const NOT_PROPOSED = { reviews: 0, answered: 0, items: [] } as const;
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

it('tells in one sentence what a grant lets through, and ends it with a reason, with the keyboard', async () => {
  const service = await openApp('/grants', {
    listGrants: { items: [GRANT] },
    readGrantProposals: PROPOSED,
    endGrant: changing(DONE, { listGrants: { items: [ENDED] } }),
  });
  await seen(rowOf('billing-bot').getByText('Export up to 4,000 from customers inside the organization'));
  await seen(rowOf('billing-bot').getByText(words.usesOf('2', '5')));
  await focus(rowOf('billing-bot').getByRole('link'));
  await keys('{Enter}');
  const sentence =
    /billing-bot may export up to 4,000 records at a time from customers inside the organization without/;
  await seen(drawer().getByText(sentence));
  await seen(drawer().getByText('5 times in all.', { exact: false }));
  await seen(drawer().getByText('Nightly <b>'));
  await focus(drawer().getByRole('button', { name: words.end }));
  await keys('{Enter}');
  await page.getByRole('dialog', { name: words.endTitle }).getByLabelText(words.reason).fill('No longer needed.');
  await keys('{Tab}{Tab}{Enter}');
  await seen(page.getByText(words.ended));
  expect(service.last('endGrant')).toMatchObject({ params: { id: GRANT.id }, body: { reason: 'No longer needed.' } });
  await seen(drawer().getByText(words.endedBy('Olivia Owner'), { exact: false }));
  await gone(drawer().getByRole('button', { name: words.end }));
});

it('ends all of an agent at once', async () => {
  const service = await openApp('/grants?agent=billing-bot&status=LIVE', {
    listGrants: { items: [GRANT, OTHER] },
    endGrant: DONE,
  });
  await click(page.getByRole('button', { name: words.endAll(2) }));
  await seen(dialog().getByText(words.endAllText(2)));
  await pressInDialog(words.endAll(2));
  await seen(page.getByText(words.endedAll(2)));
  expect(service.calls('endGrant').map(({ params }) => params.id)).toEqual([GRANT.id, OTHER.id]);
});

it('lets a member look, in Portuguese and on a phone, and says where there are none', async () => {
  const service = await openApp(
    '/grants',
    { listGrants: { items: [{ ...OTHER, mayEnd: false }] }, readGrantProposals: NOT_PROPOSED },
    { role: 'MEMBER', language: 'pt-BR', isPhone: true },
  );
  await click(rowOf('billing-bot').getByRole('link'));
  await seen(drawer().getByText(/billing-bot pode ler até 4.000 registros por vez de customers dentro da organização/));
  expect(page.getByRole('button', { name: portuguese.end }).elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(grantInPortuguese.choice).not.toBe(grant.choice);
  service.answer({ listGrants: { items: [] } });
});

it('is empty with a word on how a grant is made', async () => {
  await openApp('/grants', { listGrants: { items: [] }, readGrantProposals: PROPOSED });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await seen(page.getByText(words.proposals.text('12', '20')));
  await seen(page.getByText('E-mail up to 1 from customers to an outside address', { exact: false }));
  await seen(page.getByRole('link', { name: words.proposals.settings }));
  const help = page.getByRole('link', { name: ui.howItWorks });
  expect(help.element().getAttribute('href')).toBe('/docs/guides/grants.html');
});

it('leads from a failure to what to do about it', async () => {
  await openApp(
    '/grants',
    { listGrants: refused('plan_limit'), readGrantProposals: NOT_PROPOSED },
    { language: 'pt-BR' },
  );
  await click(page.getByText(uiInPortuguese.details));
  const remedy = page.getByRole('link', { name: uiInPortuguese.whatToDo });
  expect(remedy.element().getAttribute('href')).toBe('/docs/pt-BR/reference/errors.html#plan_limit');
});

it('is reached from a decision that one let through, however far down the list it stands', async () => {
  const cause = { by: 'GRANT', threshold: null, underFullEnforcement: null } as const;
  const event = {
    id: idOf(61),
    decision: 'ALLOW',
    finalDecision: 'ALLOW',
    agent: GRANT.agent,
    resource: { ...GRANT.resource, classification: 'CUSTOMER_PII' },
    action: 'EXPORT_DATA',
    cause,
    grant: { id: GRANT.id, until: UNTIL, usesLeft: 2 },
    review: null,
  } as const;
  await openApp(`/events/${event.id}`, {
    readEventDetail: { event, review: null },
    readEventWaysOut: {},
    listGrants: { items: [OTHER] },
    readGrantProposals: NOT_PROPOSED,
    readGrant: GRANT,
  });
  await click(page.getByRole('link', { name: why.seeGrant }).first());
  await seen(drawer().getByText('Nightly <b>'));
});
