// SPDX-License-Identifier: Apache-2.0
/** Changes that wait for a second person: what each lets through, and who may answer it. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changing, click, gone, idOf, openApp, refused, seen } from '../../stand-in/index.ts';
import { words as policies } from '../policies/words-en.ts';
import { words } from './words-en.ts';

const SETTINGS = {
  id: idOf(1),
  kind: 'updateOrganization',
  status: 'PENDING',
  subject: null,
  request: { riskReviewAt: 70 },
  looser: { policies: null, settings: [{ field: 'riskReviewAt', before: 50, after: 70 }], records: [] },
  note: null,
  author: { type: 'user', id: idOf(8), name: 'Olivia' },
  answeredBy: null,
  answeredAt: null,
  mayAnswer: true,
  mayWithdraw: false,
} as const;
const answers = (proposal: object) => ({
  listProposals: { items: [proposal], pending: 1 },
  readProposal: proposal,
});
const act = (name: string) => page.getByRole('button', { name, exact: true });

it('shows what a change lets through, and makes it when it is accepted', async () => {
  const accepted = { ...SETTINGS, status: 'ACCEPTED', mayAnswer: false } as const;
  const service = await openApp('/policies/proposals', {
    ...answers(SETTINGS),
    acceptProposal: changing(accepted, answers(accepted)),
  });
  await seen(page.getByText(words.settings.riskReviewAt));
  await seen(page.getByText(words.from('50', '70')));
  await click(act(words.accept));
  await seen(page.getByText(words.accepted));
  await gone(act(words.accept));
  expect(service.last('acceptProposal')?.params).toEqual({ id: SETTINGS.id });
});

it('shows what a change of an agent and of a claim lets through', async () => {
  const records = [
    {
      type: 'agent',
      name: 'billing-bot',
      field: 'permissions',
      before: [{ action: 'READ', resource: 'customers' }],
      after: null,
    },
    { type: 'guardrail', name: 'No exports', field: 'enforcing', before: true, after: false },
  ] as const;
  const looser = { policies: null, settings: [], records };
  await openApp('/policies/proposals', answers({ ...SETTINGS, kind: 'updateAgent', subject: idOf(2), looser }));
  await seen(page.getByText(words.record(words.types.agent, 'billing-bot', words.fields.permissions)));
  await seen(page.getByText(words.from('READ customers', words.unrestricted)));
  await seen(page.getByText(words.record(words.types.guardrail, 'No exports', words.fields.enforcing)));
  await seen(page.getByText(words.from(words.yes, words.no)));
});

it('leaves an own change to others, and lets it be withdrawn', async () => {
  const own = { ...SETTINGS, mayAnswer: false, mayWithdraw: true };
  await openApp(`/policies/proposals?open=${own.id}`, { ...answers(own), withdrawProposal: refused('conflict') });
  await seen(page.getByText(words.own));
  await gone(act(words.accept));
  await click(act(words.withdraw));
  await seen(page.getByRole('alert'));
});

it('is found from the policies while a change waits', async () => {
  await openApp('/policies', { ...answers(SETTINGS), listPolicies: {}, analysePolicies: { complete: true } });
  await seen(page.getByRole('link', { name: policies.waiting('1') }));
});
