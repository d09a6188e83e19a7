// SPDX-License-Identifier: Apache-2.0
/** Which part of the account is shown; absent: the profile. */
const PARTS = ['security', 'sessions', 'chats', 'activity', 'data'] as const;

export interface AccountSearch {
  part?: (typeof PARTS)[number];
}

export function accountSearchOf({ part }: Record<string, unknown>): AccountSearch {
  const known = PARTS.find((one) => one === part);
  return known === undefined ? {} : { part: known };
}
