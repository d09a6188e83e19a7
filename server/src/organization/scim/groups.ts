// SPDX-License-Identifier: Apache-2.0
/** Groups of a directory. Those that owners and admins made in the app are theirs: a directory does not see them. */
import { GROUP_NAME_CHARACTERS_MAX, SCIM_MEMBERS_MAX } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { changeMembers, createGroup, deleteGroup, renameGroup, selectGroupMembers } from '../groups/index.ts';
import {
  badRequest,
  EMPTY_GROUP,
  type GroupDraft,
  groupOfBody,
  type Listing,
  listDocument,
  notFound,
  parsePatch,
  patchedGroup,
  ScimFault,
  type Shown,
  shownPart,
} from '../scim-protocol/index.ts';
import { addressOf, changeByDirectory, type ScimCaller, type ScimDeps } from './deps.ts';
import { groupDocument } from './group-resource.ts';
import {
  changeWaiting,
  clearWaiting,
  type GroupUser,
  type ScimGroupRow,
  selectGroupUsers,
  selectNamedUsers,
  selectScimGroup,
  selectScimGroups,
} from './group-rows.ts';

type Document = Readonly<Record<string, unknown>>;

/** @throws ScimFault 400, 404 */
export async function readScimGroup(
  deps: ScimDeps,
  { organizationId }: ScimCaller,
  id: string,
  shown: Shown,
): Promise<Document> {
  return await inTransaction(deps.pool, [organizationId], async (transaction) => {
    const row = await found(transaction, organizationId, id);
    const users = await usersOf(transaction, organizationId, [row], shown);
    return shownPart(groupDocument(row, users, addressOf(deps)), shown);
  });
}

/** @throws ScimFault 400 */
export async function listScimGroups(
  deps: ScimDeps,
  { organizationId }: ScimCaller,
  listing: Listing,
): Promise<Document> {
  const base = addressOf(deps);
  return await inTransaction(deps.pool, [organizationId], async (transaction) => {
    const { rows, total } = await selectScimGroups(transaction, organizationId, listing);
    const users = await usersOf(transaction, organizationId, rows, listing.shown);
    const resources = rows.map((row) => shownPart(groupDocument(row, users, base), listing.shown));
    return listDocument(resources, { total, startIndex: listing.startIndex });
  });
}

/** @throws ScimFault 400, 409 */
export async function createScimGroup(deps: ScimDeps, caller: ScimCaller, body: unknown): Promise<Document> {
  const draft = groupOfBody(body);
  const { organizationId } = caller;
  return await changeByDirectory(deps.pool, caller, async (transaction) => {
    const given = { name: nameOf(draft), source: 'SCIM', claim_value: null, external_id: draft.externalId } as const;
    const { id, changes } = await asUnique(createGroup(transaction, organizationId, given));
    const others = await changeUsers(
      transaction,
      organizationId,
      { id, name: given.name },
      { ...draft, isWhole: false },
    );
    return { result: await shownWhole(deps, transaction, organizationId, id), changes: [...changes, ...others] };
  });
}

/** @throws ScimFault 400, 404, 409 */
export async function replaceScimGroup(
  deps: ScimDeps,
  caller: ScimCaller,
  id: string,
  body: unknown,
): Promise<Document> {
  const draft = groupOfBody(body);
  return await changeGroup(deps, caller, id, () => draft);
}

/** @throws ScimFault 400, 404, 409 */
export async function patchScimGroup(deps: ScimDeps, caller: ScimCaller, id: string, body: unknown): Promise<Document> {
  const operations = parsePatch(body);
  return await changeGroup(deps, caller, id, ({ name, external_id: externalId }) =>
    patchedGroup({ ...EMPTY_GROUP, displayName: name, externalId }, operations),
  );
}

/** Its people answer no review by it any more. @throws ScimFault 404 */
export async function deleteScimGroup(deps: ScimDeps, caller: ScimCaller, id: string): Promise<void> {
  const { organizationId } = caller;
  await changeByDirectory(deps.pool, caller, async (transaction) => {
    const row = await found(transaction, organizationId, id);
    await clearWaiting(transaction, organizationId, row.id);
    return { result: undefined, changes: await deleteGroup(transaction, organizationId, row) };
  });
}

async function changeGroup(
  deps: ScimDeps,
  caller: ScimCaller,
  id: string,
  draftFor: (row: ScimGroupRow) => GroupDraft,
): Promise<Document> {
  const { organizationId } = caller;
  return await changeByDirectory(deps.pool, caller, async (transaction) => {
    const row = await found(transaction, organizationId, id);
    const draft = draftFor(row);
    const given = { name: nameOf(draft), claim_value: null, external_id: draft.externalId };
    const changes = [
      ...(await asUnique(renameGroup(transaction, organizationId, row, given))),
      ...(await changeUsers(transaction, organizationId, { id: row.id, name: given.name }, draft)),
    ];
    return { result: await shownWhole(deps, transaction, organizationId, row.id), changes };
  });
}

/** @throws ScimFault 400 for an id that is no user of the organization */
async function changeUsers(
  transaction: Transaction,
  organizationId: string,
  group: { id: string; name: string },
  { members, isWhole }: GroupDraft,
): Promise<Change[]> {
  const users = await selectNamedUsers(transaction, organizationId, [...members.keys()]);
  const known = new Set(users.map(({ id }) => id));
  const strange = [...members].some(([id, what]) => what === 'add' && !known.has(id));
  if (strange) {
    throw badRequest(
      'invalidValue',
      'A member is no user of this organization: provision the person before the group.',
    );
  }
  const [come, go] = (['add', 'remove'] as const).map((what) => users.filter(({ id }) => members.get(id) === what));
  if (isWhole) await clearWaiting(transaction, organizationId, group.id);
  const idsOf = (ones: typeof users = [], active: boolean) =>
    ones.filter((one) => one.active === active).map(({ id, account_id: accountId }) => (active ? accountId : id));
  await changeWaiting(transaction, organizationId, group.id, { add: idsOf(come, false), remove: idsOf(go, false) });
  const add = idsOf(come, true);
  const staying = new Set(add);
  const remove = isWhole
    ? (await membersBefore(transaction, organizationId, group.id)).filter((accountId) => !staying.has(accountId))
    : idsOf(go, true);
  return await changeMembers(transaction, organizationId, group, { add, remove });
}

/** @throws ScimFault 400 for a group that is too large to be sent as a whole */
async function membersBefore(transaction: Transaction, organizationId: string, groupId: string): Promise<string[]> {
  const members = await selectGroupMembers(transaction, organizationId, groupId, SCIM_MEMBERS_MAX + 1);
  if (members.length > SCIM_MEMBERS_MAX) throw tooLarge('Send who comes and who goes instead of all members.');
  return members;
}

const tooLarge = (instead: string) =>
  badRequest('tooMany', `The groups have more than ${SCIM_MEMBERS_MAX} members. ${instead}`);

/** The same name as another group is a fault of uniqueness. */
async function asUnique<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') throw new ScimFault(409, 'uniqueness', error.message);
    throw error;
  }
}

function nameOf({ displayName }: GroupDraft): string {
  if (displayName === null) throw badRequest('invalidValue', 'displayName is missing: each group has one.');
  if (displayName.length <= GROUP_NAME_CHARACTERS_MAX) return displayName;
  throw badRequest('invalidValue', `displayName has more than ${GROUP_NAME_CHARACTERS_MAX} characters.`);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function found(transaction: Transaction, organizationId: string, id: string): Promise<ScimGroupRow> {
  const row = UUID.test(id) ? await selectScimGroup(transaction, organizationId, id) : null;
  if (row === null) throw notFound('group');
  return row;
}

/** None where the answer does not show them. @throws ScimFault 400 for more than one answer has */
async function usersOf(
  transaction: Transaction,
  organizationId: string,
  rows: readonly ScimGroupRow[],
  { attributes, excluded }: Shown,
): Promise<GroupUser[]> {
  const isShown =
    !excluded.has('members') && (attributes === null || [...attributes].some((one) => /^members\b/.test(one)));
  if (!isShown || rows.length === 0) return [];
  if (rows.reduce((total, { members }) => total + members, 0) > SCIM_MEMBERS_MAX) {
    throw tooLarge('Ask with excludedAttributes=members, or for fewer groups.');
  }
  const ids = rows.map(({ id }) => id);
  return await selectGroupUsers(transaction, organizationId, ids, SCIM_MEMBERS_MAX);
}

/** A change of a large group answers without its members. */
async function shownWhole(
  deps: ScimDeps,
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<Document> {
  const row = await found(transaction, organizationId, id);
  const isLarge = row.members > SCIM_MEMBERS_MAX;
  const users = isLarge ? [] : await selectGroupUsers(transaction, organizationId, [id], SCIM_MEMBERS_MAX);
  const document = groupDocument(row, users, addressOf(deps));
  return isLarge ? shownPart(document, { attributes: null, excluded: new Set(['members']) }) : document;
}
