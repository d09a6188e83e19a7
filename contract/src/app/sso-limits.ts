// SPDX-License-Identifier: Apache-2.0
/** Limits of the sign-in by an organization's directory. */
export const SSO_ISSUER_CHARACTERS_MAX = 500;
export const SSO_CLAIM_CHARACTERS_MAX = 255;
export const SSO_SECRET_CHARACTERS_MAX = 2_000;
export const SSO_DOMAIN_CHARACTERS_MAX = 253;
export const SSO_CODE_CHARACTERS_MAX = 4_096;
export const SSO_SCOPES_MAX = 20;
export const SSO_ROLES_MAX = 200;
export const SSO_BREAK_GLASS_MAX = 20;
export const SSO_DOMAINS_MAX = 50;
/** A session of a directory ends after so many hours, however often it is used. */
export const SSO_SESSION_HOURS_MIN = 1;
export const SSO_SESSION_HOURS_MAX = 720;
export const SSO_SESSION_HOURS_DEFAULT = 12;
/** From the start of a sign-in to the return from the directory. */
export const SSO_TRANSACTION_MINUTES = 10;
