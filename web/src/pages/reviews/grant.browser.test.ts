// SPDX-License-Identifier: Apache-2.0
/** With an approval a person lets the same through for a time: they read exactly what, and how much that would be. */
import type { GrantOutlook, Review } from '@svc/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as grant } from '../../decision/grant-words-en.ts';
import { words as grantInPortuguese } from '../../decision/grant-words-pt-br.ts';
import { words as answers } from '../../review/words-en.ts';
import { click, gone, idOf, keys, refused, seen } from '../../stand-in/index.ts';
import { APPROVALS, openReview, PENDING } from '../../stand-in/waiting-review.ts';

const EVENT = {
  agent: { id: idOf(11), name: 'billing-bot' },
  destination: 'INTERNAL',
  recordsAffected: 100,
  dlpFindings: [],
} as const;
const GRANTED = { ...APPROVALS, grants: true };
const outlook = (over: Partial<GrantOutlook> = {}): GrantOutlook => ({
  hindrance: null,
  guardrail: null,
  untilMax: PENDING.expiresAt,
  recordsAffectedMax: 100,
  call: null,
  alike: 7,
  ...over,
});
const open = (review: Partial<Review> = {}, given: object = {}, options: object = {}) =>
  openReview({
    event: EVENT,
    review: { approvals: GRANTED, agentPaused: false, ...review },
    answers: { readGrantOutlook: outlook(), ...given },
    options,
  });
const box = () => page.getByRole('checkbox', { name: grant.choice });

it('is asked for with its bounds, and the sentence follows them', async () => {
  const service = await open({}, { approveReview: { review: { ...PENDING, status: 'APPROVED' } } });
  await click(box());
  await seen(
    page.getByText(/billing-bot may export up to 100 records at a time from customers inside the organization/),
  );
  await seen(page.getByText(grant.alike('7', false)));
  await page.getByRole('combobox', { name: grant.until }).selectOptions(grant.inHours(4));
  await page.getByRole('combobox', { name: grant.uses }).selectOptions(grant.times(10));
  await page.getByRole('textbox', { name: grant.records }).fill('101');
  await seen(page.getByText(grant.badRecords('100')));
  await page.getByRole('textbox', { name: grant.records }).fill('50');
  await seen(page.getByText(/up to 50 records .*10 times in all/));
  await click(page.getByRole('button', { name: answers.approve, exact: true }));
  await seen(page.getByText(answers.grantText));
  await keys('{Enter}');
  await expect.poll(() => service.calls('approveReview')).toHaveLength(1);
  expect(service.last('approveReview')?.body).toMatchObject({
    grant: { until: '2026-11-24T16:00:00.000Z', usesMax: 10, recordsAffectedMax: 50 },
  });
});

it('is not sent unless it is chosen, and a refusal says that nothing was approved', async () => {
  const service = await open({}, { approveReview: refused('grant_not_allowed') });
  await seen(box());
  await keys('a');
  await seen(page.getByText(answers.approveText));
  await keys('{Enter}');
  await expect.poll(() => service.calls('approveReview')).toHaveLength(1);
  expect(service.last('approveReview')?.body).toEqual({});
  await seen(page.getByText('No grant may be made for this act. Nothing was approved.'));
});

it('says why none may be made, and shows nothing where the policy allows none', async () => {
  await open({}, { readGrantOutlook: outlook({ hindrance: 'GUARDRAIL', guardrail: 'Exports are asked for' }) });
  await seen(page.getByText(grant.guardrail('Exports are asked for')));
  expect(box().elements()).toEqual([]);
  const service = await open({ approvals: { ...GRANTED, grants: false } });
  await seen(page.getByRole('button', { name: answers.approve, exact: true }));
  expect(service.calls('readGrantOutlook')).toEqual([]);
});

it('shows the others of several what the first asked for, in Portuguese on a phone', async () => {
  const asked = { until: PENDING.expiresAt, usesMax: 3, recordsAffectedMax: 40, note: null };
  const approvals = { ...GRANTED, needed: 2, given: 1, grant: asked };
  await open({ approvals }, {}, { language: 'pt-BR', isPhone: true });
  await seen(page.getByText(grantInPortuguese.asked));
  await seen(page.getByText(/billing-bot pode exportar até 40 registros por vez de customers .*3 vezes ao todo/));
  await gone(page.getByRole('checkbox', { name: grantInPortuguese.choice }));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
