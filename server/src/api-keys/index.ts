/**
 * Owns the use of API keys: which key a request presents, which organization it belongs to, whether it may be used now,
 * from where and for which agent. Refuses to know what a request asks for, and how keys are registered.
 */
export { boundAgentOf, checkReadableAgent } from './bound-agent.ts';
export { type Access, checkKey, checkOrgWideLiveKey } from './check-key.ts';
export { createKeyDirectory, type KeyDirectory } from './directory.ts';
export { presentedKeyHash } from './presented-key.ts';
