// SPDX-License-Identifier: Apache-2.0
/** Sentences for a caller when the service fails: only who asked for a decision is told not to run the action. */
import { ERRORS } from '@svc/contract';

/** The addresses under which decisions are recorded. */
const ADDRESSES = [
  /^\/(?:v1\/(?:events|gateway\/(?:http|mcp))|access\/v1\/evaluations?|acs|authz)(?:\?|$)/,
  /^\/(?:authz|hooks|agentgateway|beta|copilot-studio)\//,
];

const OF_READS = {
  unavailable: 'The service cannot read this right now. Nothing was changed; ask again.',
  internal_error: 'Something failed on our side while this was read. Nothing was changed; ask again.',
};

const OF_CHANGES = {
  unavailable: 'The service could not finish this. Look whether it was done before you try again.',
  internal_error: 'Something failed on our side. Look whether this was done before you try again.',
};

/** @param url the address of the request, with its query */
export function faultSentence(code: keyof typeof OF_READS, method: string, url: string): string {
  if (ADDRESSES.some((address) => address.test(url))) return ERRORS[code].message;
  return method === 'GET' || method === 'HEAD' ? OF_READS[code] : OF_CHANGES[code];
}
