// SPDX-License-Identifier: Apache-2.0
/** One attempt: signs the frozen body with its own time and calls the receiver. It never throws. */
import { SIGNATURE_HEADER, signDelivery } from '@svc/core/signature';
import type pg from 'pg';
import { type Egress, EgressFault } from '../../outgoing/egress/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { retryAfterMs } from '../../storage/outbox/index.ts';
import type { Claim } from './claim.ts';
import { keptAnswer } from './kept-answer.ts';
import { ANSWER_BYTES_MAX, ATTEMPT_TIMEOUT_MS, BUSY_AGAIN_MS } from './limits.ts';
import { type Verdict, verdictOf } from './retry-schedule.ts';
import { standardKey } from './secret-form.ts';
import { openSecret } from './secrets.ts';
import { standardHeaders } from './standard-headers.ts';

export interface Outcome {
  claim: Claim;
  atMs: number;
  /** `released`: broken off by a stop, or not begun. Another attempt is due soon, and the schedule is not spent. */
  verdict: Verdict | 'released';
  status: number | null;
  /** One of a closed list of texts. */
  error: string | null;
  latencyMs: number;
  answer: string | null;
  retryAfterMs: number | null;
}

export interface Sending {
  pool: Pick<pg.Pool, 'clock'>;
  egress: Egress;
  vault: Vault;
  signal: AbortSignal;
}

export async function sendDelivery({ pool, egress, vault, signal }: Sending, claim: Claim): Promise<Outcome> {
  const atMs = pool.clock.nowMs();
  const startedAt = performance.now();
  const failed = (error: string, verdict: Outcome['verdict'], waitMs: number | null = null): Outcome => {
    const latencyMs = Math.round(performance.now() - startedAt);
    return { claim, atMs, verdict, status: null, error, latencyMs, answer: null, retryAfterMs: waitMs };
  };
  const secret = openSecret(vault, claim.secret);
  if (secret === null) return failed('the secret of the endpoint cannot be opened', 'retry');
  const key = claim.isStandard ? standardKey(secret) : null;
  if (claim.isStandard && key === null) return failed('the secret is not base64: make a new one', 'retry');
  try {
    const answer = await egress.request({
      method: 'POST',
      url: claim.url,
      headers: headersOf(claim, secret, key, atMs),
      body: claim.body,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      signal,
      bodyBytesMax: ANSWER_BYTES_MAX,
      // The signature proves the secret and does not hold it.
      carriesCredential: false,
      owner: claim.organizationId,
      privateNetworks: claim.privateNetworks,
    });
    return {
      claim,
      atMs,
      verdict: verdictOf(answer.status),
      status: answer.status,
      error: answer.bodyFault?.message ?? null,
      latencyMs: answer.firstByteMs,
      answer: keptAnswer(answer),
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], pool.clock.nowMs()),
    };
  } catch (error) {
    const fault = error instanceof EgressFault ? error : null;
    if (fault?.code === 'aborted') return failed(fault.message, 'released');
    // Nothing was sent, and the receiver is not at fault.
    if (fault?.code === 'busy') return failed(fault.message, 'released', BUSY_AGAIN_MS);
    return failed(fault?.message ?? 'the delivery could not be sent', 'retry');
  }
}

const USER_AGENT = 'Svc-Webhooks/1.0';
const MS_PER_SECOND = 1_000;

function headersOf(claim: Claim, secret: string, key: Buffer | null, atMs: number): Record<string, string> {
  const atSeconds = Math.floor(atMs / MS_PER_SECOND);
  return {
    'Content-Type': claim.isCloudEvent ? 'application/cloudevents+json' : 'application/json',
    'User-Agent': USER_AGENT,
    [SIGNATURE_HEADER]: signDelivery(secret, atSeconds, claim.body),
    'X-Svc-Attempt': String(claim.attempt),
    'X-Svc-Event': claim.type,
    'X-Svc-Delivery': claim.deliveryId,
    ...(key !== null && standardHeaders(key, claim.deliveryId, atSeconds, claim.body)),
  };
}
