// SPDX-License-Identifier: Apache-2.0
/** Limits of the provisioning by an organization's directory (SCIM). */
/** Tokens that work at once: the next one is made before the last one ends. */
export const SCIM_TOKENS_MAX = 2;
export const SCIM_TOKEN_DAYS_MIN = 1;
export const SCIM_TOKEN_DAYS_MAX = 730;
export const SCIM_TOKEN_DAYS_DEFAULT = 365;
/** People whom one directory names. */
export const SCIM_USERS_MAX = 100_000;
/** Resources of one page. */
export const SCIM_PAGE_MAX = 200;
export const SCIM_PAGE_DEFAULT = 100;
/** Users that a filter looks at which names none of them by an exact value. */
export const SCIM_FILTERED_USERS_MAX = 10_000;
export const SCIM_FILTER_CHARACTERS_MAX = 2_000;
export const SCIM_FILTER_TERMS_MAX = 20;
export const SCIM_FILTER_DEPTH_MAX = 10;
export const SCIM_PATCH_OPERATIONS_MAX = 1_000;
export const SCIM_TEXT_CHARACTERS_MAX = 255;
/** Members of groups that one answer or one request names. */
export const SCIM_MEMBERS_MAX = 10_000;
export const SCIM_BODY_BYTES_MAX = 1_048_576;
/** All requests of an organization, on each process. */
export const SCIM_REQUESTS_PER_ORGANIZATION_AND_MINUTE = 1_200;
export const SCIM_REQUESTS_PER_ADDRESS_AND_MINUTE = 2_400;
