// SPDX-License-Identifier: Apache-2.0
/** A user as SCIM shows them, and the values of a draft that are kept. */
import { EMAIL_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { isMailAddress } from '../../platform/addresses/index.ts';
import { badRequest, USER_SCHEMA, type UserDraft } from '../scim-protocol/index.ts';
import type { UserRow, UserValues } from './user-rows.ts';

/** @param base the address of the service for SCIM */
export function userDocument(row: UserRow, base: string): Record<string, unknown> {
  const { id, external_id: externalId, display_name: displayName, role, email } = row;
  const name = {
    ...(row.formatted_name !== null && { formatted: row.formatted_name }),
    ...(row.family_name !== null && { familyName: row.family_name }),
    ...(row.given_name !== null && { givenName: row.given_name }),
  };
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName: row.user_name,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== null && { displayName }),
    active: role !== null,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(role !== null && { roles: [{ value: role, primary: true }] }),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}

/** Roles stay out: a change that names none leaves them. */
export const draftOfRow = (row: UserRow): UserDraft => ({
  userName: row.user_name,
  externalId: row.external_id,
  displayName: row.display_name,
  formattedName: row.formatted_name,
  givenName: row.given_name,
  familyName: row.family_name,
  email: row.email,
  active: row.role !== null,
  roles: null,
});

/**
 * The address is the primary one, else the user name where that is an address.
 * @throws ScimFault 400 `invalidValue`
 */
export function valuesOf(draft: UserDraft): UserValues {
  if (draft.userName === null) throw badRequest('invalidValue', 'userName is missing: each user has one.');
  const email = draft.email ?? draft.userName;
  if (!isMailAddress(email) || email.length > EMAIL_CHARACTERS_MAX) {
    const where =
      draft.email === null
        ? 'The user has no address in emails, and userName is none.'
        : 'The address in emails is none that mail can be sent to.';
    throw badRequest('invalidValue', `${where} Map the address of the person to emails[type eq "work"].value.`);
  }
  return {
    user_name: draft.userName,
    external_id: draft.externalId,
    email,
    display_name: draft.displayName,
    formatted_name: draft.formattedName,
    given_name: draft.givenName,
    family_name: draft.familyName,
  };
}

/** The name of a new account: its person may change it. */
export function accountName({ displayName, formattedName, givenName, familyName }: UserDraft, email: string): string {
  const whole = [givenName, familyName].filter((part) => part !== null).join(' ');
  const name = displayName ?? formattedName ?? (whole === '' ? email.slice(0, email.lastIndexOf('@')) : whole);
  return [...name].slice(0, NAME_CHARACTERS_MAX).join('').trim();
}
