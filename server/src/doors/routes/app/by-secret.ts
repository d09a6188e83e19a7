// SPDX-License-Identifier: Apache-2.0
/** Work by a secret that a stranger presents. Refused ones are bounded: they cost the database little. */
import { ApiError } from '../../../platform/errors/index.ts';
import type { AppRouteDeps } from './deps.ts';

/**
 * @param presented the client's address, and the text that opens something or nothing
 * @throws ApiError the refusal of the work; 429 without it, after too many refused ones
 */
export async function bySecret<Result>(
  { lookUps }: Pick<AppRouteDeps, 'lookUps'>,
  presented: { address: string; secret: string },
  work: () => Promise<Result>,
): Promise<Result> {
  let refusal: ApiError | null = null;
  const found = await lookUps.find(presented, async () => {
    try {
      return { result: await work() };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refusal = error;
      return null;
    }
  });
  if (found !== null) return found.result;
  throw refusal ?? new Error('a look-up found nothing and gave no reason');
}
