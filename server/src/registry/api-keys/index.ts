/**
 * Owns API keys as records: their form, their rows, their rules and what the audit chain says of them. It refuses to
 * know requests: whether a presented key may be used is asked elsewhere.
 */
export { createApiKey, revokeApiKey, updateApiKey } from './change-api-key.ts';
export { API_KEY_BEGINNINGS, hashOfKey, isApiKey, kindOfKey } from './key-form.ts';
export { type GivenApiKey, keyChanges, planApiKeys } from './plan-api-keys.ts';
export { forgetAgentOfRevokedKeys, selectApiKeys, selectKnownHashes, writeApiKeys } from './rows.ts';
