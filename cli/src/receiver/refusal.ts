// SPDX-License-Identifier: Apache-2.0
/** Why a request is no delivery of the endpoint. The decision is that of the client library; this gives the reason. */
import type { IncomingHttpHeaders } from 'node:http';
import { signatureFault } from '@svc/core/signature';
import { verifyWebhook } from '@svc/sdk';
import { DELIVERY_BYTES_MAX } from './read-body.ts';

export interface Refusal {
  readonly code: 'too_long' | 'no_signature' | 'malformed_header' | 'signature_mismatch' | 'timestamp_out_of_tolerance';
  readonly message: string;
  readonly status: 400 | 413;
}

const SENTENCES: Readonly<Record<Refusal['code'], string>> = {
  too_long: `The body is longer than ${DELIVERY_BYTES_MAX} bytes.`,
  no_signature: 'There is no header X-Svc-Signature: svc did not send this.',
  malformed_header: 'X-Svc-Signature has another form than t=<unix seconds>,v1=<64 hex digits>.',
  signature_mismatch:
    'The signature is not of this secret and these bytes: the endpoint has another secret, or the body was changed.',
  timestamp_out_of_tolerance: 'The timestamp of the signature is more than 300 seconds away from the clock here.',
};

/** Null for a delivery of the endpoint with this secret. */
export function refusalOf(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): Refusal | null {
  if (body.length > DELIVERY_BYTES_MAX) return refused('too_long');
  const header = headers['x-svc-signature'];
  if (verifyWebhook(body, header, secret, { now })) return null;
  if (header === undefined) return refused('no_signature');
  const nowSeconds = now.getTime() / 1_000;
  return refused(signatureFault({ secret, header: String(header), rawBody: body, nowSeconds }) ?? 'signature_mismatch');
}

function refused(code: Refusal['code']): Refusal {
  return { code, message: SENTENCES[code], status: code === 'too_long' ? 413 : 400 };
}
