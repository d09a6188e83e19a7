// SPDX-License-Identifier: Apache-2.0
/** The rate of deliveries that people cause by hand: tests, retries and recoveries of one organization. */
import { WEBHOOK_SENDS_BY_HAND_PER_MINUTE } from '@svc/contract';
import { hitSharedWindow } from '../../../storage/limits/index.ts';
import type { AppRouteDeps } from './deps.ts';

const RULE = { name: 'webhook sends by hand', hitsMax: WEBHOOK_SENDS_BY_HAND_PER_MINUTE, windowSeconds: 60 };

/** @throws ApiError 429 */
export async function countSendByHand({ pool }: AppRouteDeps, organizationId: string): Promise<void> {
  await hitSharedWindow(pool, RULE, organizationId);
}
