// SPDX-License-Identifier: Apache-2.0
/** A request as people wrote it, to a system of which nothing is known. */
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { type Calling, callOnce } from './slack-calls.ts';
import { callerOf, type Sent, stateOf } from './system.ts';

interface JsonCall {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: readonly { name: string; value: string }[];
  body: string;
}

/** The key is the same for every attempt of a state: receivers that know such keys make one of two. */
export async function sendJson(calling: Calling, claim: PostClaim, facts: ReviewFacts, call: JsonCall): Promise<Sent> {
  const result = await callOnce(calling, {
    method: call.method,
    url: call.url,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': `${claim.id}-${stateOf(facts)}`,
      ...Object.fromEntries(call.headers.map(({ name, value }) => [name, value])),
    },
    body: call.body,
    ...callerOf(claim, facts),
  });
  return result.outcome === 'done' ? { outcome: 'done', answer: { ts: 'sent', channel: 'sent' } } : result;
}
