// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the use of API keys: which key a request presents, whose it is, and whether it may do that now and from there.
 * Refuses to know bodies of requests, and how keys are registered.
 */
export { boundAgentOf, checkReadableAgent } from './bound-agent.ts';
export { type Access, checkCaller, checkKey, checkKeyFor } from './check-key.ts';
export { createKeyDirectory, type KeyDirectory } from './directory.ts';
export { type KeyHeader, presentedKey, presentedKeyHash } from './presented-key.ts';
