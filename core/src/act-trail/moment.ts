// SPDX-License-Identifier: Apache-2.0
/** With the same digits as the moments of entries, so that their texts compare. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
