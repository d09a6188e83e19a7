// SPDX-License-Identifier: Apache-2.0
/** The option `--records`. The service limits the size. */
import { Failure } from '../failure.ts';

/** @throws Failure when it is no whole number */
export function countOf(text: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) throw new Failure('usage', '--records must be a whole number, 0 or more.');
  return count;
}
