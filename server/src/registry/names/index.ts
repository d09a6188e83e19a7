// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the rules of names, lines and texts that people give to records, and of addresses that are called. It refuses to
 * know any kind of record.
 */
export { agentNameFault, alikeForm, compositionFault, lineFault, resourceNameFault, textFault } from './names.ts';
export { checkReachable } from './reachable.ts';
