// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what keys and people do with tool rules beside changing one set: applying files, and reading a pasted call. It
 * refuses to know how a call is decided.
 */
export { applyToolRules, listToolRulesForKeys } from './apply-tool-rules.ts';
export { listUnlistedTools } from './list-unlisted-tools.ts';
export { readToolCall } from './read-tool-call.ts';
