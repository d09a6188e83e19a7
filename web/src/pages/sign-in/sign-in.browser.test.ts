// SPDX-License-Identifier: Apache-2.0
/** The sign-in: what is missing or wrong, how long to wait, and that it leads to pages of the app alone. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as account } from '../../account/words-en.ts';
import { words as failures } from '../../api/words-en.ts';
import { address, changing, click, keys, openApp, refused, seen } from '../../stand-in/index.ts';
import { words as overview } from '../overview/words-en.ts';
import { words } from './words-en.ts';

const EMAIL = 'olivia@acme.test';
const email = () => page.getByRole('textbox', { name: account.email });
const password = () => page.getByLabelText(account.password, { exact: true });

async function signIn(): Promise<void> {
  await email().fill(EMAIL);
  await password().fill('correct horse battery');
  await keys('{Enter}');
}

it('says what is missing and what is wrong', async () => {
  const wrong = { signIn: refused('invalid_credentials') };
  const service = await openApp('/', wrong, { isVisitor: true });
  await expect.poll(address).toMatch(/^\/sign-in\?returnTo=/);
  await seen(page.getByRole('heading', { name: words.heading }));
  expect(document.title).toBe(`${words.title} · svc`);
  await click(page.getByRole('button', { name: words.submit }));
  await seen(page.getByText(account.missingEmail));
  await expect.element(email()).toHaveFocus();
  await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
  expect(service.calls('signIn')).toEqual([]);
  await signIn();
  await seen(page.getByRole('alert').getByText(failures.byCode.invalid_credentials.what));
  await expect.element(email()).toHaveValue(EMAIL);
});

it('says how long to wait after too many attempts', async () => {
  await openApp('/sign-in', { signIn: refused('rate_limited', { retryAfterSeconds: 42 }) }, { isVisitor: true });
  await signIn();
  const alert = page.getByRole('alert');
  await seen(alert.getByText(failures.byCode.rate_limited.what));
  await seen(alert.getByText(failures.rateLimited(42)));
});

const NOT_OURS = ['https://evil.example/', '//evil.example', '/app\\..\\evil', '/appendix', 'javascript:alert(1)'];

it.each(NOT_OURS)('leads nowhere else than to its own pages, whatever the address says: %s', async (returnTo) => {
  const organization = { name: 'Acme', role: 'OWNER' } as const;
  const me = { user: { email: EMAIL, name: 'Olivia Owner' }, organization, memberships: [organization] };
  const signedIn = {
    listReviews: {},
    listAnomalies: {},
    listAudit: {},
    readOrganization: {},
    readDashboard: { timeZone: 'UTC', usage: { month: '2026-11' } },
    readFirstSteps: { policy: { name: 'Review customer exports' } },
  };
  const service = await openApp(
    `/sign-in?returnTo=${encodeURIComponent(returnTo)}`,
    { signIn: changing({ organization }, { readSession: { present: true }, readMe: me }), ...signedIn },
    { isVisitor: true },
  );
  await signIn();
  await seen(page.getByRole('heading', { name: overview.title, level: 1 }));
  expect(location.pathname).toBe('/app/overview');
  expect(service.last('signIn')?.body).toEqual({ email: EMAIL, password: 'correct horse battery' });
});
