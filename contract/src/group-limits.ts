// SPDX-License-Identifier: Apache-2.0
/** Limits of groups of members. */
/** Groups of members that one organization has. */
export const GROUPS_PER_ORGANIZATION_MAX = 1_000;
export const GROUP_NAME_CHARACTERS_MAX = 100;
export const GROUP_CLAIM_CHARACTERS_MAX = 255;
/** Members that one request adds to a group, or takes out of it. */
export const GROUP_MEMBERS_CHANGED_MAX = 100;
/** Groups that one policy asks. */
export const APPROVER_GROUPS_MAX = 10;
