// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the way of messages between an MCP client and a server. All pass as they are, but calls and lists of tools: svc
 * decides a call first, and a list leaves out what would be denied. It refuses to know what is decided.
 */
export { deciderOf } from './decide.ts';
export { openCommand, openUrl } from './upstream.ts';
export { type WrapSettings, wrap } from './wrap.ts';
