// SPDX-License-Identifier: Apache-2.0
/** A group as a request leaves it: its name, its id in the directory, and who comes and goes. */
import { SCIM_MEMBERS_MAX, UUID_PATTERN } from '@svc/contract';
import { badRequest } from './fault.ts';
import type { Filter } from './filter.ts';
import { documentOf, type PatchOperation, type ScimDocument } from './patch-request.ts';
import { parsePath, type ScimPath } from './path.ts';
import { lineOf } from './values.ts';

export interface GroupDraft {
  displayName: string | null;
  externalId: string | null;
  /** Members that come and go, by their ids. */
  members: ReadonlyMap<string, 'add' | 'remove'>;
  /** All others go. */
  isWhole: boolean;
}

export const EMPTY_GROUP: GroupDraft = { displayName: null, externalId: null, members: new Map(), isWhole: false };

/** A body without members has none. @throws ScimFault 400 */
export function groupOfBody(body: unknown): GroupDraft {
  return withMembers({ ...EMPTY_GROUP, isWhole: true }, documentOf(body), 'replace');
}

/** @throws ScimFault 400 */
export function patchedGroup(before: GroupDraft, operations: readonly PatchOperation[]): GroupDraft {
  return operations.reduce((draft, { op, path, value }) => {
    if (path === null) return withMembers(draft, documentOf(value), op);
    return changed(draft, path, { op, value, isPath: true });
  }, before);
}

function withMembers(draft: GroupDraft, members: ScimDocument, op: PatchOperation['op']): GroupDraft {
  return Object.entries(members).reduce((now, [name, value]) => {
    const path = parsePath(name);
    return changed(now, path, { op, value, isPath: false });
  }, draft);
}

interface Change {
  op: PatchOperation['op'];
  value: unknown;
  isPath: boolean;
}

function changed(draft: GroupDraft, path: ScimPath, { op, value, isPath }: Change): GroupDraft {
  const text = op === 'remove' ? null : value;
  switch (path.attribute) {
    case 'displayname':
      return { ...draft, displayName: lineOf('displayName', text) };
    case 'externalid':
      return { ...draft, externalId: lineOf('externalId', text) };
    case 'members':
      return membersChanged(draft, path, op, value);
    case 'id':
    case 'meta':
      if (isPath) throw badRequest('mutability', `${path.attribute} is written by the service alone.`);
      return draft;
    default:
      if (isPath && path.attribute !== 'schemas') {
        throw badRequest('invalidPath', `A group has no attribute ${path.attribute}.`);
      }
      return draft;
  }
}

function membersChanged(draft: GroupDraft, path: ScimPath, op: PatchOperation['op'], value: unknown): GroupDraft {
  const isNamed = path.filter !== null || (value !== undefined && value !== null);
  if (op === 'remove' && !isNamed) return { ...draft, members: new Map(), isWhole: true };
  const ids = path.filter === null ? idsOf(value) : idsOfFilter(path.filter);
  const members = op === 'replace' && path.filter === null ? new Map() : new Map(draft.members);
  for (const id of ids) members.set(id, op === 'remove' ? 'remove' : 'add');
  if (members.size > SCIM_MEMBERS_MAX) {
    throw badRequest('tooMany', `A request names at most ${SCIM_MEMBERS_MAX} members: send several.`);
  }
  return { ...draft, members, isWhole: draft.isWhole || (op === 'replace' && path.filter === null) };
}

const UUID = new RegExp(UUID_PATTERN);

function idsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  if (items.length > SCIM_MEMBERS_MAX) {
    throw badRequest('tooMany', `A request names at most ${SCIM_MEMBERS_MAX} members: send several.`);
  }
  return items.map((item) => idOf(typeof item === 'string' ? item : documentOf(item).value));
}

function idOf(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw badRequest('invalidValue', 'The value of a member is the id of a user of this organization.');
}

/** `members[value eq "…"]`, also for several. */
function idsOfFilter(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOfFilter);
  if (filter.kind === 'compare' && filter.by === 'eq' && filter.attribute === 'value') return [idOf(filter.value)];
  throw badRequest('invalidPath', 'Members are chosen by value eq "ID".');
}
