// SPDX-License-Identifier: Apache-2.0
export const IS_THOROUGH = process.env.SVC_TEST_THOROUGH === '1';

/** A guarantee is never held by a clock: these bounds only end what hangs, on a machine that runs much else. */
export const WITHIN = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};
/** For `vi.waitFor`, which asks the configuration for nothing. */
export const PATIENTLY = { timeout: WITHIN.expect.poll.timeout, interval: 20 };
/** A run of every case holds in one test what others hold in many. */
export const THOROUGH_WITHIN = { ...WITHIN, testTimeout: 600_000, hookTimeout: 600_000 };
/** For a program that a test runs, or its step: it ends before the test does, so that a failure tells its output. */
export const PROGRAM_WITHIN_MS = (IS_THOROUGH ? THOROUGH_WITHIN : WITHIN).testTimeout - 10_000;
