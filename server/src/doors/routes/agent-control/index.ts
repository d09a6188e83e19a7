// SPDX-License-Identifier: Apache-2.0
/** The OWASP Agent Control Standard 0.1.0, level ACS-Core: one route of JSON-RPC 2.0. */
export { registerAgentControlRoutes } from './register.ts';
