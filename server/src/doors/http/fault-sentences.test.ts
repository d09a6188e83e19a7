// SPDX-License-Identifier: Apache-2.0
/** Guarantee: only who asks for a decision is told that none was recorded. */
import { expect, it } from 'vitest';
import { faultSentence } from './fault-sentences.ts';

const NOT_RECORDED = /cannot record a decision.*Do not run the action/;

it.each([
  ['POST', '/v1/events', NOT_RECORDED],
  ['POST', '/v1/events?x=1', NOT_RECORDED],
  ['POST', '/v1/gateway/http', NOT_RECORDED],
  ['POST', '/v1/gateway/mcp', NOT_RECORDED],
  ['POST', '/access/v1/evaluation', NOT_RECORDED],
  ['POST', '/access/v1/evaluations', NOT_RECORDED],
  ['GET', '/authz?resource=orders', NOT_RECORDED],
  ['GET', '/authz/envoy/orders/-/items?x=1', NOT_RECORDED],
  ['POST', '/access/v1/requests', /Look whether it was done/],
  ['GET', '/v1/events/018f0000-0000-7000-8000-000000000001', /cannot read this.*ask again/],
  ['GET', '/events?q=x', /cannot read this.*ask again/],
  ['GET', '/v1/policies', /cannot read this.*ask again/],
  ['POST', '/v1/policies/apply', /Look whether it was done/],
  ['POST', '/auth/login', /Look whether it was done/],
  ['POST', '/reviews/018f0000-0000-7000-8000-000000000001/approve', /Look whether it was done/],
] as const)('%s %s', (method, url, sentence) => {
  expect(faultSentence('unavailable', method, url)).toMatch(sentence);
  if (sentence !== NOT_RECORDED) expect(faultSentence('internal_error', method, url)).not.toMatch(/decision|action/);
});
