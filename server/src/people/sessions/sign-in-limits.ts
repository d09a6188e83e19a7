// SPDX-License-Identifier: Apache-2.0
/** The limits of guesses at a password. */
import {
  SIGN_IN_DELAY_SECONDS,
  SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  SIGN_IN_FAILURES_PER_ACCOUNT_AND_HOUR,
  SIGN_IN_FAILURES_PER_ADDRESS,
  SIGN_IN_FAILURES_PER_HOUR,
  SIGN_IN_WINDOW_MINUTES,
} from '@svc/contract';
import type { AttemptLimits } from '../../storage/limits/index.ts';

/** Failures count, never a right password; and a right password takes no failure away. */
export const SIGN_IN: AttemptLimits = {
  name: 'sign-in',
  windowSeconds: SIGN_IN_WINDOW_MINUTES * 60,
  failuresPerAccountAndAddress: SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  failuresPerAddress: SIGN_IN_FAILURES_PER_ADDRESS,
  failuresPerAccountAndHour: SIGN_IN_FAILURES_PER_ACCOUNT_AND_HOUR,
  failuresPerHour: SIGN_IN_FAILURES_PER_HOUR,
  delaySeconds: SIGN_IN_DELAY_SECONDS,
};
