// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a fault that lasts does not fill the log, and nothing new in it is missed. */
import { expect, it, vi } from 'vitest';
import { Outages } from './index.ts';

function watched() {
  const log = { error: vi.fn(), info: vi.fn() };
  const outages = new Outages(log);
  const fail = (error: unknown, work = 'counting') => outages.failed(work, error, { work }, 'failed');
  const succeed = (work = 'counting') => outages.worked(work, { work }, 'works again');
  return { log, fail, succeed };
}

const fault = (code: string) => Object.assign(new Error('with values'), { code });

it('is told at its beginning, and at its end with the number of failures', () => {
  const { log, fail, succeed } = watched();
  for (let count = 0; count < 5; count += 1) fail(fault('ECONNREFUSED'));
  expect(log.error.mock.calls).toEqual([
    [{ work: 'counting', fault: 'Error', code: 'ECONNREFUSED', stack: expect.any(Array) }, 'failed'],
  ]);
  expect(JSON.stringify(log.error.mock.calls)).not.toContain('with values');
  succeed();
  succeed();
  expect(log.info.mock.calls).toEqual([[{ work: 'counting', failures: 5 }, 'works again']]);
  fail(fault('ECONNREFUSED'));
  expect(log.error).toHaveBeenCalledTimes(2);
});

it('is told again for another fault, though two take turns, and for a bounded number of them', () => {
  const { log, fail } = watched();
  for (let count = 0; count < 3; count += 1) for (const code of ['57P01', 'ECONNREFUSED']) fail(fault(code));
  expect(log.error).toHaveBeenCalledTimes(2);
  for (let count = 0; count < 100; count += 1) fail(fault(`code ${count}`));
  expect(log.error).toHaveBeenCalledTimes(10);
});

it('of one work hides none of another', () => {
  const { log, fail, succeed } = watched();
  fail(fault('ECONNREFUSED'));
  fail(fault('ECONNREFUSED'), 'mail');
  succeed('mail');
  fail(fault('ECONNREFUSED'));
  expect(log.error).toHaveBeenCalledTimes(2);
  expect(log.info.mock.calls).toEqual([[{ work: 'mail', failures: 1 }, 'works again']]);
});
