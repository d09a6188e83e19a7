// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what becomes of an allowed act: its redemption, once and as it was decided, and the report of its outcome. It
 * refuses to know how an act is decided, and how a call is forwarded.
 */
export { eventIdOf, SELECT_ACTS } from './acting.ts';
export { type AwaitedEvent, awaitEvent } from './await-event.ts';
export { type ReadAct, readAct } from './read-act.ts';
export { redeemEvent } from './redeem.ts';
export { reportOutcome } from './report.ts';
