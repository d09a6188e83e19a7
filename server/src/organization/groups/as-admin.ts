// SPDX-License-Identifier: Apache-2.0
/** Groups as owners and admins see and change them. */
import { fieldFault, type Group, type GroupChange, type GroupCreation, type GroupList } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAs } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { changeMembers, createGroup, deleteGroup, renameGroup } from './changes.ts';
import { type GroupRow, selectGroup, selectPage } from './rows.ts';

/** The oldest first. @param search part of a name */
export async function listGroups(
  pool: pg.Pool,
  organizationId: string,
  page: Page,
  search: string | undefined,
): Promise<GroupList> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    selectPage(transaction, organizationId, page, search),
  );
  return pageAnswer(rows, page, ({ id }) => id, groupOf);
}

/** @throws ApiError 400 for a bad name, 409 for one that is taken */
export async function makeGroup(pool: pg.Pool, changer: Changer, given: GroupCreation): Promise<Group> {
  const { organizationId } = changer;
  const { name, claimValue = null } = given;
  return await changeAs(pool, changer, ADMINS, async (transaction) => {
    const source = claimValue === null ? 'APP' : 'CLAIM';
    const group = { name, source, claim_value: claimValue, external_id: null } as const;
    const { id, changes } = await createGroup(transaction, organizationId, group);
    return { result: groupOf(await existing(transaction, organizationId, id)), changes };
  });
}

/**
 * Reviews that wait see it at once: groups are read with each answer.
 * @throws ApiError 404 for no group; 400 for a bad name, and for a person who is no member; 409 for a name that is
 *   taken, and for people of a group that follows the directory
 */
export async function updateGroup(pool: pg.Pool, changer: Changer, id: string, given: GroupChange): Promise<Group> {
  const { organizationId } = changer;
  return await changeAs(pool, changer, ADMINS, async (transaction) => {
    const group = await existing(transaction, organizationId, id);
    const { name = group.name, claimValue = group.claim_value, add = [], remove = [] } = given;
    checkSource(group, given);
    await checkMembers(transaction, organizationId, add);
    const values = { name, claim_value: claimValue, external_id: group.external_id };
    const changes = [
      ...(await renameGroup(transaction, organizationId, group, values)),
      ...(await changeMembers(transaction, organizationId, { id, name }, { add, remove })),
    ];
    return { result: groupOf(await existing(transaction, organizationId, id)), changes };
  });
}

/** Its people answer no review by it any more. @throws ApiError 404 for no group */
export async function removeGroup(pool: pg.Pool, changer: Changer, id: string): Promise<void> {
  await changeAs(pool, changer, ADMINS, async (transaction) => {
    const group = await existing(transaction, changer.organizationId, id);
    return { result: undefined, changes: await deleteGroup(transaction, changer.organizationId, group) };
  });
}

const ADMINS = ['OWNER', 'ADMIN'] as const;

async function existing(transaction: Transaction, organizationId: string, id: string): Promise<GroupRow> {
  const group = await selectGroup(transaction, organizationId, id);
  if (group === null) throw new ApiError('not_found', { message: 'The organization has no such group.' });
  return group;
}

/** The people of a directory's group are changed in the directory. */
function checkSource({ source }: GroupRow, { name, claimValue, add, remove }: GroupChange): void {
  const isChanged = add !== undefined || remove !== undefined;
  if (source !== 'APP' && isChanged) {
    throw new ApiError('conflict', { message: 'The directory says who is in this group: change it there.' });
  }
  if (source === 'SCIM' && name !== undefined) {
    throw new ApiError('conflict', { message: 'The directory names this group: rename it there.' });
  }
  if (claimValue === undefined) return;
  if (source !== 'CLAIM') throw new ApiError('conflict', { message: 'This group follows no claim: make another one.' });
  if (claimValue === null) throw invalid('claimValue', fieldFault('EMPTY'));
}

async function checkMembers(transaction: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction.query<{ id: string }>(SELECT_MEMBERS, [organizationId, ids]);
  const members = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !members.has(id.toLowerCase()))) {
    throw invalid('add', fieldFault('NO_SUCH_RECORD', { noun: 'member' }));
  }
}

const SELECT_MEMBERS = `
  SELECT account_id AS id FROM svc.memberships WHERE organization_id = $1 AND account_id = ANY ($2::uuid[])`;

function groupOf(row: GroupRow): Group {
  const { id, name, source, claim_value: claimValue, members } = row;
  const [createdAt, updatedAt] = [row.created_at.toISOString(), row.updated_at.toISOString()];
  return { id, name, source, claimValue, members, createdAt, updatedAt };
}
