// SPDX-License-Identifier: Apache-2.0
/**
 * A user as a request leaves it. Whole bodies and single changes set attributes by the same table. Attributes of RFC
 * 7643 that we do not keep are passed over. Unknown ones are refused where a path names them.
 */
import { badRequest, type ScimFault } from './fault.ts';
import { documentOf, type PatchOperation, type ScimDocument } from './patch-request.ts';
import { parsePath, type ScimPath } from './path.ts';
import { lineOf, truthOf } from './values.ts';

export interface UserDraft {
  userName: string | null;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** The one address that is kept: the primary one. */
  email: string | null;
  active: boolean;
  /** Null: the role stays as it is. */
  roles: readonly string[] | null;
}

const EMPTY_USER: UserDraft = {
  userName: null,
  externalId: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  email: null,
  active: true,
  roles: null,
};

/**
 * @param active the state of a user whose body does not say it
 * @throws ScimFault 400
 */
export function draftOfBody(body: unknown, active: boolean): UserDraft {
  return withMembers({ ...EMPTY_USER, active }, documentOf(body));
}

/** @throws ScimFault 400 */
export function patchedUser(before: UserDraft, operations: readonly PatchOperation[]): UserDraft {
  const draft = { ...before };
  for (const { op, path, value } of operations) {
    if (path === null) Object.assign(draft, withMembers(draft, documentOf(value)));
    else Object.assign(draft, changeAt(draft, path, op === 'remove' ? null : value, REFUSED));
  }
  return draft;
}

/**
 * Members that only the service writes, and unknown ones, are passed over: directories send back what they read. A name
 * that stays that of a schema holds an extension, or a part of one.
 */
function withMembers(before: UserDraft, members: ScimDocument): UserDraft {
  const draft = { ...before };
  for (const [name, value] of Object.entries(members)) {
    const path = parsePath(name);
    if (!path.attribute.startsWith('urn:')) Object.assign(draft, changeAt(draft, path, value, PASSED_OVER));
  }
  return draft;
}

type Others = (attribute: string) => void;
const PASSED_OVER: Others = () => undefined;
const REFUSED: Others = (attribute) => {
  if (READ_ONLY.has(attribute)) throw badRequest('mutability', `${attribute} is written by the service alone.`);
  if (!KNOWN.has(attribute) && !attribute.startsWith(ENTERPRISE)) throw unknown(attribute);
};

const unknown = (attribute: string): ScimFault => badRequest('invalidPath', `A user has no attribute ${attribute}.`);

const READ_ONLY = new Set(['id', 'meta', 'groups']);
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
/** Attributes of RFC 7643 that we do not keep. A password is among them: no sign-in takes one of a directory. */
const KNOWN = new Set([
  ...['schemas', 'nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone'],
  ...['password', 'phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'x509certificates'],
]);

/** @param value null to remove it */
function changeAt(draft: UserDraft, path: ScimPath, value: unknown, others: Others): Partial<UserDraft> {
  const { attribute, part } = path;
  switch (attribute) {
    case 'username':
      return { userName: lineOf('userName', only(path, value)) };
    case 'externalid':
      return { externalId: lineOf('externalId', only(path, value)) };
    case 'displayname':
      return { displayName: lineOf('displayName', only(path, value)) };
    case 'active':
      return { active: truthOf('active', only(path, value)) };
    case 'name':
      return nameChange(part === null ? value : { [part]: value }, part !== null);
    case 'emails':
      return emailChange(draft, path, value);
    case 'roles':
      return { roles: rolesOf(path, value) };
    default:
      others(attribute);
      return {};
  }
}

/** For an attribute without parts. */
function only({ attribute, part, filter }: ScimPath, value: unknown): unknown {
  if (part === null && filter === null) return value;
  throw badRequest('invalidPath', `${attribute} has no parts.`);
}

const NAME_PARTS: Readonly<Record<string, 'formattedName' | 'givenName' | 'familyName' | null>> = {
  formatted: 'formattedName',
  givenname: 'givenName',
  familyname: 'familyName',
  middlename: null,
  honorificprefix: null,
  honorificsuffix: null,
};

/** @param isPath an unknown part is refused, and the others stay */
function nameChange(value: unknown, isPath: boolean): Partial<UserDraft> {
  if (value === null) return { formattedName: null, givenName: null, familyName: null };
  const change: Partial<UserDraft> = {};
  for (const [name, text] of Object.entries(documentOf(value))) {
    const key = Object.hasOwn(NAME_PARTS, name.toLowerCase()) ? NAME_PARTS[name.toLowerCase()] : undefined;
    if (key === undefined && isPath) throw badRequest('invalidPath', `name has no part ${name}.`);
    if (key !== undefined && key !== null) change[key] = lineOf(`name.${name}`, text);
  }
  return change;
}

function emailChange(draft: UserDraft, { filter, part }: ScimPath, value: unknown): Partial<UserDraft> {
  // A list of one: another type is another address, which is not kept.
  if (filter !== null && asksForOther(filter)) return {};
  if (part === null) return { email: primaryOf(value) ?? (value === null ? null : draft.email) };
  if (part === 'value') return { email: lineOf('emails.value', value) };
  if (['type', 'primary', 'display'].includes(part)) return {};
  throw badRequest('invalidPath', `emails has no part ${part}.`);
}

/** A choice by type names the address for work, which is the one that is kept. */
function asksForOther(filter: NonNullable<ScimPath['filter']>): boolean {
  if (filter.kind === 'and') return filter.parts.some(asksForOther);
  if (filter.kind !== 'compare' || filter.by !== 'eq') return false;
  if (filter.attribute === 'type') return String(filter.value).toLowerCase() !== 'work';
  return filter.attribute === 'primary' && String(filter.value).toLowerCase() !== 'true';
}

const EMAILS_MAX = 50;

function primaryOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const items = Array.isArray(value) ? value : [value];
  if (items.length > EMAILS_MAX) throw badRequest('tooMany', `A user has at most ${EMAILS_MAX} addresses.`);
  const emails = items.map((item) => (typeof item === 'string' ? { value: item } : documentOf(item)));
  const chosen =
    emails.find((one) => 'primary' in one && String(one.primary).toLowerCase() === 'true') ??
    emails.find((one) => 'type' in one && String(one.type).toLowerCase() === 'work') ??
    emails[0];
  return lineOf('emails.value', chosen?.value);
}

const ROLES_MAX = 200;

function rolesOf({ part }: ScimPath, value: unknown): readonly string[] | null {
  if (part !== null && part !== 'value') return null;
  if (value === null) return [];
  const items = Array.isArray(value) ? value : [value];
  if (items.length > ROLES_MAX) throw badRequest('tooMany', `A user has at most ${ROLES_MAX} roles.`);
  return items.flatMap((item) => {
    const text = lineOf('roles.value', typeof item === 'string' ? item : documentOf(item).value);
    return text === null ? [] : [text];
  });
}
