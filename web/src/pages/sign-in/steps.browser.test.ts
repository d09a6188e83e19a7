// SPDX-License-Identifier: Apache-2.0
/** The further steps of a sign-in: a second factor, and the first organization of a person who has none. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { words as accountPt } from '../../account/words-pt-br.ts';
import { changing, inTurn, keys, me, openApp, refused, seen } from '../../stand-in/index.ts';
import { words as first } from './first-organization-words-en.ts';
import { words as newPt } from './first-organization-words-pt-br.ts';
import { words as factor } from './second-factor-words-en.ts';
import { words as factorPt } from './second-factor-words-pt-br.ts';
import { words } from './words-en.ts';

const CREDENTIALS = { email: 'olivia@acme.test', password: 'correct horse battery' };
const VISITOR = { isVisitor: true };
/** The app reads it once the person is in. */
const SIGNED_IN = {
  listReviews: {},
  listAnomalies: {},
  listAudit: {},
  readOrganization: {},
  readFirstSteps: {},
};
const entering = () => changing({ organization: { name: 'Acme' } }, { readSession: { present: true }, readMe: me({}) });

async function signIn(names: { email: string; password: string } = account): Promise<void> {
  await page.getByRole('textbox', { name: names.email }).fill(CREDENTIALS.email);
  await page.getByLabelText(names.password, { exact: true }).fill(CREDENTIALS.password);
  await keys('{Enter}');
}

it('asks for the code of an app, says that one is wrong, and starts anew after too many', async () => {
  const answers = [refused('mfa_required'), refused('invalid_credentials'), refused('rate_limited')] as const;
  const service = await openApp('/sign-in', { signIn: inTurn(...answers) }, VISITOR);
  await signIn();
  const code = page.getByRole('textbox', { name: factor.mfaCode });
  await seen(page.getByRole('heading', { name: factor.heading }));
  await expect.element(code).toHaveFocus();
  await keys('000000{Enter}');
  await seen(page.getByText(factor.wrongCode.what));
  expect(service.last('signIn')?.body).toEqual({ ...CREDENTIALS, mfaCode: '000000' });
  await code.fill('000001');
  await keys('{Enter}');
  await seen(page.getByText(words.guessed.what));
  await seen(page.getByRole('heading', { name: words.heading }));
  await expect.element(page.getByLabelText(account.password, { exact: true })).toHaveValue('');
});

it('asks a person without an organization for its name', async () => {
  const bad = refused('validation_error', { fields: { organizationName: 'must not have such marks' } });
  const service = await openApp('/sign-in', { signIn: inTurn(refused('no_organization'), bad), ...SIGNED_IN }, VISITOR);
  await signIn();
  await seen(page.getByRole('heading', { name: first.heading }));
  const name = page.getByRole('textbox', { name: first.name });
  await expect.element(name).toHaveFocus();
  await keys('{Enter}');
  await seen(page.getByText(first.missingName));
  expect(service.calls('signIn')).toHaveLength(1);
  await name.fill('a\u202eb');
  await keys('{Enter}');
  await seen(page.getByText(first.badName));
  service.answer({ signIn: entering() });
  await name.fill('Rita & filhas');
  await keys('{Enter}');
  await expect.poll(() => location.pathname).toBe('/app/first-steps');
  expect(service.last('signIn')?.body).toEqual({ ...CREDENTIALS, organizationName: 'Rita & filhas' });
});

it('asks a person with an app for another code then, in Portuguese on a phone', async () => {
  const service = await openApp(
    '/sign-in',
    { signIn: inTurn(refused('mfa_required'), refused('no_organization')), ...SIGNED_IN },
    { ...VISITOR, isPhone: true, language: 'pt-BR' },
  );
  await signIn(accountPt);
  const code = page.getByRole('textbox', { name: factorPt.mfaCode });
  await code.fill('000001');
  await keys('{Enter}');
  await seen(page.getByRole('heading', { name: newPt.heading }));
  await page.getByRole('textbox', { name: newPt.name }).fill('Padaria do Saulo');
  await keys('{Enter}');
  await seen(page.getByText(factorPt.again));
  service.answer({ signIn: entering() });
  await code.fill('000002');
  await keys('{Enter}');
  await expect.poll(() => location.pathname).toBe('/app/first-steps');
  const body = { ...CREDENTIALS, organizationName: 'Padaria do Saulo', mfaCode: '000002' };
  expect(service.last('signIn')?.body).toEqual(body);
});
