// SPDX-License-Identifier: Apache-2.0
/** How a policy's reviews are approved: in the form, in the text, and as it is sent. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as policy } from '../../policy/words-en.ts';
import { words as policyInPortuguese } from '../../policy/words-pt-br.ts';
import { click, codeIn, idOf, openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const POLICY = {
  id: idOf(20),
  name: 'Bulk exports',
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  decision: 'REVIEW',
  enabled: true,
  canStandInFiles: true,
} as const;
const TWO = { ...POLICY, approvals: { count: 2, notAsker: true } } as const;
const open = (readPolicy: object, given = {}, options = {}) =>
  openApp(
    `/policies/${POLICY.id}`,
    { readPolicy, checkPolicy: {}, comparePolicies: { complete: true }, ...given },
    options,
  );
const code = () => page.getByRole('textbox', { name: policy.yamlLabel });
const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOptions(value);
const press = (name: string) => click(page.getByRole('button', { name, exact: true }));

it('asks for two, not the one who asked, for an hour, and is sent and taken away again', async () => {
  const service = await open(POLICY, { updatePolicy: TWO });
  const asker = page.getByRole('checkbox', { name: policy.notAsker });
  await expect.element(asker).not.toBeChecked();
  await choose(policy.approvalsLabel, policy.people(2));
  await expect.element(asker).toBeChecked();
  await choose(policy.validLabel, policy.valid('1 hour'));
  await click(page.getByRole('checkbox', { name: policy.signed }));
  await click(page.getByRole('checkbox', { name: policy.mayGrant }));
  await expect
    .poll(() => codeIn(code()))
    .toMatch(/approvals:\n\s+count: 2\n\s+notAsker: true\n\s+signed: true\n\s+validMinutes: 60\n\s+grants: true/);
  await seen(
    page.getByText(
      'ask two of an owner or admin, not the one who asked, signed by passkey, for 60 minutes, who may let the same ' +
        'through for a time',
    ),
  );
  await press(words.save);
  await seen(page.getByText(words.saved));
  const approvals = { count: 2, notAsker: true, signed: true, validMinutes: 60, grants: true };
  expect(service.last('updatePolicy')?.body).toMatchObject({ decision: 'REVIEW', approvals });
});

it('sends none with another decision', async () => {
  const service = await open(TWO, { updatePolicy: { ...POLICY, decision: 'BLOCK' } });
  await click(page.getByText(policy.decisions.BLOCK, { exact: true }));
  await expect.poll(() => codeIn(code())).not.toContain('approvals');
  await press(words.save);
  await seen(page.getByText(words.saved));
  expect(service.last('updatePolicy')?.body).toMatchObject({ decision: 'BLOCK', approvals: null });
});

it('fits the width of a phone, in Portuguese', async () => {
  await open(TWO, {}, { language: 'pt-BR', isPhone: true });
  const count = page.getByRole('combobox', { name: policyInPortuguese.approvalsLabel });
  await expect.element(count).toHaveValue('2');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
