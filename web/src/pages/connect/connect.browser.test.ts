// SPDX-License-Identifier: Apache-2.0
/** An app asks to act for a person: who asks, what it may do, and the answer, which says what was chosen. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { click, gone, idOf, openApp, PERSON, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const REQUEST = 'request-of-an-app';
const ASKED = {
  client: { name: 'Test assistant', isOnDevice: true, returnsTo: 'http://127.0.0.1:33418/callback' },
  scopes: ['decisions:read', 'decisions:write', 'policies:read', 'policies:test'],
  person: { id: PERSON.id, email: PERSON.email },
  organizations: [{ id: idOf(5), name: 'Acme', role: 'OWNER', assistantApprovals: true }],
} as const;
/** Within the page, where the browser would go back to the app. */
const answered = { continueAt: '#answered' };
const scope = (name: string) => page.getByRole('checkbox', { name });
const writes = () => scope(words.scope['decisions:write'].name);
const ask = (answers: Parameters<typeof openApp>[1], changes = {}) =>
  openApp(`/connect/${REQUEST}`, { readAuthorization: { ...ASKED, ...changes }, ...answers });

it('says who asks, and that nobody has checked it; allows what the person leaves', async () => {
  const organizations = [{ ...ASKED.organizations[0], assistantApprovals: false }];
  const service = await ask({ approveAuthorization: answered }, { organizations });
  await seen(page.getByRole('heading', { name: words.onDevice }));
  const { what, remedy } = words.device;
  const told = [what, remedy, words.callsItself(ASKED.client.name), words.signedInAs(PERSON.email), words.never];
  for (const text of told) await seen(page.getByText(text));
  // The organization lets no app ask.
  expect(scope(words.mayAsk).elements()).toEqual([]);
  await click(writes());
  await click(page.getByRole('button', { name: words.allow(3) }));
  await expect.poll(() => location.hash).toBe(answered.continueAt);
  expect(service.last('approveAuthorization')).toMatchObject({
    params: { requestId: REQUEST },
    body: {
      personId: PERSON.id,
      organizationId: idOf(5),
      scopes: ['decisions:read', 'policies:read', 'policies:test'],
      mayAsk: false,
    },
  });
});

it('may ask its person to resolve reviews where the person marks it, and takes decisions', async () => {
  const service = await ask({ approveAuthorization: answered });
  await seen(page.getByText(words.never));
  await expect.element(scope(words.mayAsk)).not.toBeChecked();
  // Without decisions there is nothing to ask about.
  await click(writes());
  await gone(scope(words.mayAsk));
  await click(writes());
  await click(scope(words.mayAsk));
  await seen(page.getByText(words.neverPolicies));
  await click(page.getByRole('button', { name: words.allow(4) }));
  await expect.poll(() => service.last('approveAuthorization')?.body.mayAsk).toBe(true);
});

it('is refused at a press, and allows nothing without a scope', async () => {
  const service = await ask({ denyAuthorization: answered }, { scopes: ['decisions:write'] });
  await click(writes());
  await seen(page.getByText(words.none));
  await expect.element(page.getByRole('button', { name: words.allow(0) })).toBeDisabled();
  await click(page.getByRole('button', { name: words.refuse }));
  await expect.poll(() => location.hash).toBe(answered.continueAt);
  expect(service.last('denyAuthorization')?.params).toEqual({ requestId: REQUEST });
});

it.each([
  ['not_found', words.over],
  ['mfa_setup_required', words.factor],
  ['forbidden', words.elsewhere],
] as const)('says what to do about a request that cannot be answered: %s', async (code, { what, remedy }) => {
  await ask({ readAuthorization: refused(code) });
  await seen(page.getByText(what));
  await seen(page.getByText(remedy));
});
