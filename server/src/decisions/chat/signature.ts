// SPDX-License-Identifier: Apache-2.0
/** The signature of a request of Slack: HMAC-SHA256 over `v0`, the time and the raw body. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_AGE_SECONDS_MAX } from './limits.ts';

export interface SignedRequest {
  /** As it was received, to the byte. */
  body: Buffer;
  /** The header `X-Slack-Request-Timestamp`. */
  timestamp: string | undefined;
  /** The header `X-Slack-Signature`. */
  signature: string | undefined;
}

export function isSignedBySlack({ body, timestamp, signature }: SignedRequest, secret: string, nowMs: number): boolean {
  if (timestamp === undefined || !/^\d{1,11}$/.test(timestamp)) return false;
  if (signature === undefined || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > SIGNATURE_AGE_SECONDS_MAX) return false;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice('v0='.length), 'hex'));
}

/** Names a signed request: the same one again has the same signature. */
export function digestOfRequest({ signature }: SignedRequest): Buffer {
  return createHash('sha256')
    .update(signature ?? '')
    .digest();
}
