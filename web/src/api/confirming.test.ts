// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a question whose page is gone holds up no other. */
import { expect, it, vi } from 'vitest';
import { askToConfirmBy, confirmPerson } from './confirming.ts';

const never = () => new Promise<boolean>(() => undefined);

it('is given up with the page that shows it, and the next page asks again', async () => {
  const end = askToConfirmBy(never);
  const unanswered = confirmPerson();
  end();
  expect(await unanswered).toBe(false);
  const ask = vi.fn(async () => true);
  const endNext = askToConfirmBy(ask);
  expect(await Promise.all([confirmPerson(), confirmPerson()])).toEqual([true, true]);
  expect(ask).toHaveBeenCalledTimes(1);
  endNext();
  expect(await confirmPerson()).toBe(false);
});
