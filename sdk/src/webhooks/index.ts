// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the check of webhook deliveries. It is synchronous on purpose: a forgotten await would make a promise count as
 * true.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_TOLERANCE_SECONDS_DEFAULT } from '../limits.ts';

export interface VerifyOptions {
  /** The tolerance between the two clocks, in either direction; 300 s by default. */
  toleranceSeconds?: number;
  /** The receiver's clock. */
  now?: Date;
}

/**
 * Tells whether a delivery comes from the holder of a secret. The header is `t=<unix seconds>,v1=<64 lowercase hex>`,
 * and the HMAC-SHA256 of `<t>.<raw body>` must be right (compared in constant time). The clocks must agree. Never
 * throws.
 * @param rawBody the bytes before any parsing; parse them only when this is true
 * @param header the value of `X-Svc-Signature`; anything but one string is refused
 * @param secrets the whole endpoint secret, `whsec_` included; several while one is being replaced
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secrets: string | readonly string[],
  { toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS_DEFAULT, now = new Date() }: VerifyOptions = {},
): boolean {
  const [, timestamp, digest] = typeof header === 'string' ? (HEADER_GRAMMAR.exec(header) ?? []) : [];
  if (timestamp === undefined || digest === undefined) return false;
  const claimed = Buffer.from(digest, 'hex');
  let isSigned = false;
  // Every secret is tried, so that the time does not reveal which one matched.
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    // An empty secret, such as an unset variable, lets any sender sign.
    if (typeof secret !== 'string' || secret === '') continue;
    const right = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
    if (timingSafeEqual(claimed, right)) isSigned = true;
  }
  // Written so that a clock or a tolerance that is not a number is refused.
  return isSigned && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds;
}

/** Up to 15 digits without leading zeros: every such number is exact. Without the `m` flag `$` is the very end. */
const HEADER_GRAMMAR = /^t=(0|[1-9][0-9]{0,14}),v1=([0-9a-f]{64})$/;
