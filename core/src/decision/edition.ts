// SPDX-License-Identifier: Apache-2.0
/**
 * The edition of the tables and rules by which this build decides. The same facts under the same policies have one
 * outcome in one edition. An audit entry names its edition from the second on; without a name it is of the first.
 */
export const DECISION_EDITION = 1;
