// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the signature of webhook deliveries: `t=<unix seconds>,v1=<64 lowercase hex>`. It is an HMAC-SHA256 over
 * `<t>.<raw body>`, with the whole endpoint secret, prefix included, as the key. It refuses to know the clock.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_CLOCK_TOLERANCE_SECONDS } from '@svc/contract';

export const SIGNATURE_HEADER = 'X-Svc-Signature';

/**
 * The header value for a delivery. `timestampSeconds` is an integer of Unix seconds, and `rawBody` holds the bytes to
 * send (a string counts as its UTF-8). Throws a RangeError when the timestamp is not a safe integer of 0 or more.
 */
export function signDelivery(secret: string, timestampSeconds: number, rawBody: string | Uint8Array): string {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError(`not a timestamp in Unix seconds: ${timestampSeconds}`);
  }
  const timestamp = String(timestampSeconds);
  return `t=${timestamp},v1=${digestOf(secret, timestamp, rawBody).toString('hex')}`;
}

export interface DeliveryToVerify {
  readonly secret: string;
  /** The value of X-Svc-Signature as received. */
  readonly header: string;
  /** The body before any parsing. */
  readonly rawBody: string | Uint8Array;
  /** The receiver's clock in Unix seconds; a fraction counts. */
  readonly nowSeconds: number;
}

/** The reason for refusing a signature; null when it holds. */
export type SignatureFault = 'malformed_header' | 'signature_mismatch' | 'timestamp_out_of_tolerance' | null;

/**
 * Checks a delivery. The header has exactly one timestamp and one v1, and the digest is right (compared in constant
 * time). The two clocks differ by 300 seconds at most, in either direction. Never throws.
 */
export function signatureFault({ secret, header, rawBody, nowSeconds }: DeliveryToVerify): SignatureFault {
  const [, timestamp, digest] = HEADER_GRAMMAR.exec(header) ?? [];
  if (timestamp === undefined || digest === undefined) return 'malformed_header';
  const claimed = Buffer.from(digest, 'hex');
  if (!timingSafeEqual(claimed, digestOf(secret, timestamp, rawBody))) return 'signature_mismatch';
  // Written so that a clock that is not a number is refused.
  const isNear = Math.abs(nowSeconds - Number(timestamp)) <= WEBHOOK_CLOCK_TOLERANCE_SECONDS;
  return isNear ? null : 'timestamp_out_of_tolerance';
}

/** Tells whether a delivery's signature holds: see `signatureFault`. */
export function verifyDelivery(delivery: DeliveryToVerify): boolean {
  return signatureFault(delivery) === null;
}

/** Up to 15 digits without leading zeros: every such number is exact. Without the `m` flag `$` is the very end. */
const HEADER_GRAMMAR = /^t=(0|[1-9][0-9]{0,14}),v1=([0-9a-f]{64})$/;

function digestOf(secret: string, timestamp: string, rawBody: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
}
