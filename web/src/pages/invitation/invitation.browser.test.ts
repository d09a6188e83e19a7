/** The link of an invitation, where it opens nothing: each reason is explained. */
import { it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const LINK = `/invitation#token=${'A'.repeat(43)}`;

it('a link that was used, and an account that is not the invited one, are explained', async () => {
  await openApp(LINK, {
    openInvitation: { organizationName: 'Acme', email: 'rui@new.test', signedInAs: 'member@acme.test' },
  });
  await seen(page.getByText(words.otherAccount('rui@new.test', 'member@acme.test')));
  await openApp(LINK, { openInvitation: refused('not_found') });
  await seen(page.getByText(words.over.what));
});

it('a link that is not whole is said to be so', async () => {
  await openApp('/invitation#token=short');
  await seen(page.getByText(words.missing.what));
});
