// SPDX-License-Identifier: Apache-2.0
/**
 * Owns API keys as records: their form, their rows, their rules, their audit entries, and what people see of them. It
 * refuses to know requests: other rooms check presented keys.
 */
export { ASKED_BY, isAskedBy } from './askers.ts';
export { createApiKey, revokeApiKey, updateApiKey } from './change-api-key.ts';
export { API_KEY_BEGINNINGS, hashOfKey, isApiKey, kindOfKey } from './key-form.ts';
export { type GivenApiKey, keyChanges, planApiKeys } from './plan-api-keys.ts';
export { keyStatus, listApiKeys, readApiKey } from './read-api-keys.ts';
export { noteRetiredKeys, rotateApiKey } from './rotate-api-key.ts';
export { forgetAgentOfRevokedKeys, selectApiKeys, selectKnownHashes, writeApiKeys } from './rows.ts';
