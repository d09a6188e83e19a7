/** The link that proves an address: it works once, and one that has ended leads on. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, DONE, openApp, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const TOKEN = 'A'.repeat(43);
const VISITOR = { isVisitor: true };

it('proves the address once, and takes the token out of the address', async () => {
  const service = await openApp(`/verify#token=${TOKEN}`, { verifyEmail: DONE }, VISITOR);
  await seen(page.getByRole('heading', { name: words.doneHeading }));
  expect(service.calls('verifyEmail').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect([address(), location.hash]).toEqual(['/verify', '']);
});

it.each([`/verify#token=${TOKEN}`, '/verify'])(
  'says that a link has ended, and leads to the account: %s',
  async (link) => {
    await openApp(link, { verifyEmail: refused('validation_error') }, VISITOR);
    await seen(page.getByRole('heading', { name: words.overHeading }));
    await seen(page.getByRole('link', { name: words.account }));
  },
);
