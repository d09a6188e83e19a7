// SPDX-License-Identifier: Apache-2.0
/** The overlays of the page: one at a time. */
export type Overlay = 'palette' | 'account' | 'organizations' | 'more' | 'keys';
