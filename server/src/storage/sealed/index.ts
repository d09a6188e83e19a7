// SPDX-License-Identifier: Apache-2.0
/**
 * Owns all columns with sealed secrets at once: whether the configured keys open them, and the change of the key.
 * Refuses to know what a secret opens.
 */
export { readSealedState } from './sealed-state.ts';

/** Loaded when it is called, once at a start. */
export const loadRewrap = () => import('./rewrap-secrets.ts');
