/**
 * Owns the use of API keys: which key a request presents, whose it is, and whether it may be used now and from
 * there. Refuses to know what a request asks for, and how keys are registered.
 */
export { boundAgentOf, checkReadableAgent } from './bound-agent.ts';
export { type Access, checkCaller, checkKey, checkOrgWideLiveKey } from './check-key.ts';
export { createKeyDirectory, type KeyDirectory } from './directory.ts';
export { type KeyHeader, presentedKeyHash } from './presented-key.ts';
