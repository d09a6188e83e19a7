// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the sharing of what all organizations of a process use: places, the line behind them, and who counts as one
 * holder. Every shared place is a row of `SHARED_PLACES`. Refuses to know what is done in a place.
 */
export { type HolderRow, holderOf, isHolderKnown, noteHolder } from './holders.ts';
export { type Place, type PlaceLimits, Places, placesOfOne } from './places.ts';
export { busyFor, createSharedWork, type Refusal, type SharedWork } from './shared-work.ts';
export { SHARED_PLACES, type SharedPlace } from './table.ts';
