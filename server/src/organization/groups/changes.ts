// SPDX-License-Identifier: Apache-2.0
/** Changes of groups, by the app, a file or the directory. Each returns its entries; none where nothing changes. */
import { fieldFault, GROUPS_PER_ORGANIZATION_MAX } from '@svc/contract';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { alikeForm, lineFault } from '../../registry/names/index.ts';
import { changedEntry, createdEntry, deletedEntry, type RecordKind, refuseName } from '../../registry/records/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import {
  deleteGroupMembers,
  deleteGroupRows,
  type GroupRow,
  insertGroup,
  insertGroupMembers,
  type NewGroup,
  selectGroups,
  selectGroupsOf,
  writeGroup,
} from './rows.ts';

/** @throws ApiError 400 for a bad name, 409 for one that another group has or that looks like it, and for too many */
export async function createGroup(
  transaction: Transaction,
  organizationId: string,
  given: Omit<NewGroup, 'id'>,
): Promise<{ id: string; changes: Change[] }> {
  const others = await selectGroups(transaction, organizationId);
  if (others.length >= GROUPS_PER_ORGANIZATION_MAX) {
    throw new ApiError('conflict', { message: `An organization has at most ${GROUPS_PER_ORGANIZATION_MAX} groups.` });
  }
  checkFree(others, given, null);
  const id = uuidv7(transaction.clock.nowMs());
  await insertGroup(transaction, organizationId, { id, ...given });
  return { id, changes: [createdEntry(GROUP, { id, ...given })] };
}

/**
 * Gives it another name, or another value of the claim. Policies that name it by the old name ask it no more.
 * @throws ApiError as `createGroup` does
 */
export async function renameGroup(
  transaction: Transaction,
  organizationId: string,
  group: GroupRow,
  given: Pick<NewGroup, 'name' | 'claim_value' | 'external_id'>,
): Promise<Change[]> {
  const after = { ...given, id: group.id, source: group.source };
  const [shownBefore, shownAfter] = [GROUP.shown(group), GROUP.shown(after)];
  const changedFields = Object.keys(shownAfter).filter((field) => shownBefore[field] !== shownAfter[field]);
  if (changedFields.length === 0 && group.external_id === given.external_id) return [];
  checkFree(await selectGroups(transaction, organizationId), given, group.id);
  await writeGroup(transaction, organizationId, after);
  return changedFields.length === 0 ? [] : [changedEntry(GROUP, { before: group, record: after, changedFields })];
}

export async function deleteGroup(
  transaction: Transaction,
  organizationId: string,
  group: GroupRow,
): Promise<Change[]> {
  await deleteGroupRows(transaction, organizationId, group.id);
  return [deletedEntry(GROUP, group)];
}

/**
 * Adds members and takes others out. People who are not members of the organization are left out: the caller checks
 * them where they are a fault.
 */
export async function changeMembers(
  transaction: Transaction,
  organizationId: string,
  { id, name }: Pick<GroupRow, 'id' | 'name'>,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<Change[]> {
  const added = add.length === 0 ? [] : await insertGroupMembers(transaction, organizationId, id, add);
  const removed = remove.length === 0 ? [] : await deleteGroupMembers(transaction, organizationId, id, remove);
  if (added.length === 0 && removed.length === 0) return [];
  const subject = { type: 'group', id };
  return chunks(added, removed).map((part) => ({
    kind: 'group.members_changed',
    subject,
    metadata: { ...part, name },
  }));
}

/** The groups of a member that a claim fills become those with these values. */
export async function followClaims(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  values: readonly string[],
): Promise<Change[]> {
  const now = (await selectGroupsOf(transaction, organizationId, accountId)).filter(({ source }) => source === 'CLAIM');
  const all = (await selectGroups(transaction, organizationId)).filter(({ source }) => source === 'CLAIM');
  const wanted = all.filter(({ claim_value: value }) => value !== null && values.includes(value));
  const changes: Change[] = [];
  for (const group of now.filter(({ id }) => !wanted.some((one) => one.id === id))) {
    changes.push(...(await changeMembers(transaction, organizationId, group, { remove: [accountId] })));
  }
  for (const group of wanted.filter(({ id }) => !now.some((one) => one.id === id))) {
    changes.push(...(await changeMembers(transaction, organizationId, group, { add: [accountId] })));
  }
  return changes;
}

/** @param ownId the id of the group that is to have the name; null for a new one */
function checkFree(
  groups: readonly GroupRow[],
  { name, claim_value: claimValue }: Pick<NewGroup, 'name' | 'claim_value'>,
  ownId: string | null,
): void {
  refuseName(name, lineFault);
  if (claimValue !== null && claimValue.trim() === '') throw invalid('claimValue', fieldFault('EMPTY'));
  const others = groups.filter(({ id }) => id !== ownId);
  const alike = others.find((group) => alikeForm(group.name) === alikeForm(name));
  if (alike !== undefined) {
    const message = `There is already a group with the name ${alike.name}, or it looks the same; choose another name.`;
    throw new ApiError('conflict', { message, conflict: { reason: 'NAME_TAKEN' } });
  }
  const same = others.find((group) => claimValue !== null && group.claim_value === claimValue);
  if (same !== undefined) throw new ApiError('conflict', { message: `The group "${same.name}" follows that value.` });
}

/** As the chain tells it. */
const GROUP: RecordKind<Omit<NewGroup, 'id' | 'external_id'>> = {
  type: 'group',
  describe: ({ name }) => ({ name }),
  shown: ({ name, source, claim_value: claimValue }) => ({ claimValue, name, source }),
};

/** Ids that one entry names. */
const IDS_PER_ENTRY = 100;

/** An entry stays short, however many people a directory moves. */
function chunks(added: readonly string[], removed: readonly string[]): { added: string[]; removed: string[] }[] {
  const count = Math.ceil(Math.max(added.length, removed.length) / IDS_PER_ENTRY);
  return Array.from({ length: count }, (_, index) => {
    const part = (ids: readonly string[]) => ids.slice(index * IDS_PER_ENTRY, (index + 1) * IDS_PER_ENTRY);
    return { added: part(added), removed: part(removed) };
  });
}
