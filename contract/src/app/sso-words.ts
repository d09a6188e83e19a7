// SPDX-License-Identifier: Apache-2.0
/** Closed lists of the sign-in by an organization's directory. */
export const SSO_DEFAULT_ROLES = ['ADMIN', 'MEMBER'] as const;

/** Faults of a directory, for the owner who tries it. */
export const DIRECTORY_FAULTS = [
  'ADDRESS_REFUSED',
  'HTTP_ADDRESS',
  'NAME_UNKNOWN',
  'UNREACHABLE',
  'TLS',
  'TIME_OUT',
  'BUSY',
  'REDIRECT',
  'STATUS',
  'NOT_JSON',
  'TOO_LONG',
  'OTHER_ISSUER',
  'NO_ENDPOINTS',
  'NO_CODE_FLOW',
  'NO_PKCE',
  'NO_ALGORITHM',
  'NO_KEYS',
  'SECRET_UNREADABLE',
] as const;
export type DirectoryFaultCode = (typeof DIRECTORY_FAULTS)[number];

/** Why a sign-in by a directory was refused. */
export const SSO_REFUSALS = [
  'NOT_AVAILABLE',
  'START_AGAIN',
  'DIRECTORY_DENIED',
  'DIRECTORY_AWAY',
  'ANSWER_REFUSED',
  'NO_EMAIL',
  'EMAIL_UNVERIFIED',
  'DOMAIN_UNVERIFIED',
  'OTHER_PERSON',
  'NO_ROLE',
  'LAST_OWNER',
  'NOT_RECENT',
] as const;
export type SsoRefusal = (typeof SSO_REFUSALS)[number];
