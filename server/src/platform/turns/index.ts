// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the turns of the event loop: long work is done in them, owner by owner, with pauses for everything else. Bodies
 * are read, policy sets compiled and large sets evaluated in turns. It refuses to know the work.
 */
export { TURNS } from './turns.ts';
