// SPDX-License-Identifier: Apache-2.0
/** Users of a directory: one who is active is a member of the organization, and one who is not is none. */
import { SCIM_USERS_MAX } from '@svc/contract';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import {
  badRequest,
  draftOfBody,
  type Listing,
  listDocument,
  notFound,
  parsePatch,
  patchedUser,
  ScimFault,
  type Shown,
  shownPart,
  type UserDraft,
} from '../scim-protocol/index.ts';
import { accountForAddress, hasProvenAddress, organizationsToClaim } from '../sso/index.ts';
import { enter, leave } from './access.ts';
import { addressOf, changeByDirectory, type ScimCaller, type ScimDeps } from './deps.ts';
import { accountName, draftOfRow, userDocument, valuesOf } from './user-resource.ts';
import {
  countUsers,
  eraseUser,
  insertUser,
  selectUser,
  selectUsers,
  takenValue,
  type UserRow,
  type UserValues,
  updateUser,
} from './user-rows.ts';

type Document = Readonly<Record<string, unknown>>;

/** @throws ScimFault 400, 404 */
export async function readUser(
  deps: ScimDeps,
  { organizationId }: ScimCaller,
  id: string,
  shown: Shown,
): Promise<Document> {
  const row = await inTransaction(deps.pool, [organizationId], (transaction) => found(transaction, organizationId, id));
  return shownPart(userDocument(row, addressOf(deps)), shown);
}

/** @throws ScimFault 400 */
export async function listUsers(deps: ScimDeps, { organizationId }: ScimCaller, listing: Listing): Promise<Document> {
  const { rows, total } = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectUsers(transaction, organizationId, listing),
  );
  const base = addressOf(deps);
  const resources = rows.map((row) => shownPart(userDocument(row, base), listing.shown));
  return listDocument(resources, { total, startIndex: listing.startIndex });
}

/**
 * The account of the address becomes a user: one who is a member already stays one.
 * @throws ScimFault 400, 409
 */
export async function createUser(deps: ScimDeps, caller: ScimCaller, body: unknown): Promise<Document> {
  const draft = draftOfBody(body, true);
  const values = valuesOf(draft);
  const { organizationId } = caller;
  const ownIds = await organizationsToClaim(deps.pool, values.email);
  const row = await changeByDirectory(
    deps.pool,
    caller,
    async (transaction, ownHeads) => {
      await checkAddress(transaction, organizationId, values.email);
      await checkFree(transaction, organizationId, values, null);
      if ((await countUsers(transaction, organizationId)).users >= SCIM_USERS_MAX) {
        throw new ScimFault(409, null, `A directory names at most ${SCIM_USERS_MAX} users here.`);
      }
      const person = { email: values.email, name: accountName(draft, values.email), client: null };
      const { accountId, isNew } = await accountForAddress(transaction, person, ownHeads);
      if (await isUser(transaction, organizationId, accountId)) throw taken('emails');
      const id = uuidv7(transaction.clock.nowMs());
      await insertUser(transaction, organizationId, { id, accountId, values });
      const made = { kind: 'scim.user_created', subject: subjectOf(accountId), metadata: { newAccount: isNew } };
      const changes = [
        made,
        ...(await follow(transaction, organizationId, await found(transaction, organizationId, id), draft)),
      ];
      return { result: await found(transaction, organizationId, id), changes };
    },
    ownIds,
  );
  return userDocument(row, addressOf(deps));
}

/** A role that the body does not name stays. @throws ScimFault 400, 404, 409 */
export async function replaceUser(deps: ScimDeps, caller: ScimCaller, id: string, body: unknown): Promise<Document> {
  return await changeUser(deps, caller, id, (row) => draftOfBody(body, row.role !== null));
}

/** @throws ScimFault 400, 404, 409 */
export async function patchUser(deps: ScimDeps, caller: ScimCaller, id: string, body: unknown): Promise<Document> {
  const operations = parsePatch(body);
  return await changeUser(deps, caller, id, (row) => patchedUser(draftOfRow(row), operations));
}

/** The membership ends, and nothing of the person is kept but the account. @throws ScimFault 404, 409 */
export async function deleteUser(deps: ScimDeps, caller: ScimCaller, id: string): Promise<void> {
  const { organizationId } = caller;
  await changeByDirectory(deps.pool, caller, async (transaction) => {
    const row = await found(transaction, organizationId, id);
    const { changes } = await leave(transaction, organizationId, row);
    await eraseUser(transaction, organizationId, id);
    const deleted = { kind: 'scim.user_deleted', subject: subjectOf(row.account_id), metadata: {} };
    return { result: undefined, changes: [...changes, deleted] };
  });
}

async function changeUser(
  deps: ScimDeps,
  caller: ScimCaller,
  id: string,
  draftFor: (row: UserRow) => UserDraft,
): Promise<Document> {
  const { organizationId } = caller;
  const row = await changeByDirectory(deps.pool, caller, async (transaction) => {
    const before = await found(transaction, organizationId, id);
    const draft = draftFor(before);
    const values = valuesOf(draft);
    if (values.email !== before.email) await checkAddress(transaction, organizationId, values.email);
    const changedFields = Object.entries(FIELDS).flatMap(([column, name]) =>
      before[column] === values[column as keyof UserValues] ? [] : [name],
    );
    const changes: Change[] = [];
    if (changedFields.length > 0) {
      await checkFree(transaction, organizationId, values, id);
      await updateUser(transaction, organizationId, { id, values, waitingGroups: before.waiting_groups });
      const subject = subjectOf(before.account_id);
      changes.push({ kind: 'scim.user_updated', subject, metadata: { changedFields: changedFields.sort() } });
    }
    changes.push(...(await follow(transaction, organizationId, { ...before, ...values }, draft)));
    return { result: await found(transaction, organizationId, id), changes };
  });
  return userDocument(row, addressOf(deps));
}

const FIELDS: Readonly<Record<keyof UserValues, string>> = {
  user_name: 'userName',
  external_id: 'externalId',
  email: 'emails',
  display_name: 'displayName',
  formatted_name: 'name.formatted',
  given_name: 'name.givenName',
  family_name: 'name.familyName',
};

/** Membership and role become those of the draft. @param row as it is written by now, with the role from before */
async function follow(
  transaction: Transaction,
  organizationId: string,
  row: UserRow,
  { active, roles }: UserDraft,
): Promise<Change[]> {
  const { changes, waitingGroups } = active
    ? await enter(transaction, organizationId, row, roles)
    : await leave(transaction, organizationId, row);
  if (changes.length > 0) {
    await updateUser(transaction, organizationId, { id: row.id, values: row, waitingGroups });
  }
  return changes;
}

const subjectOf = (accountId: string) => ({ type: 'member', id: accountId });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function found(transaction: Transaction, organizationId: string, id: string): Promise<UserRow> {
  const row = UUID.test(id) ? await selectUser(transaction, organizationId, id) : null;
  if (row === null) throw notFound('user');
  return row;
}

async function checkAddress(transaction: Transaction, organizationId: string, email: string): Promise<void> {
  if (await hasProvenAddress(transaction, organizationId, email)) return;
  throw badRequest(
    'invalidValue',
    'The organization has not proved the domain of the address: an owner does that in the settings.',
  );
}

async function checkFree(
  transaction: Transaction,
  organizationId: string,
  values: UserValues,
  id: string | null,
): Promise<void> {
  const name = await takenValue(transaction, organizationId, values, id);
  if (name !== null) throw taken(name);
}

const taken = (name: string) =>
  new ScimFault(409, 'uniqueness', `Another user of the organization has this value of ${name}.`);

async function isUser(transaction: Transaction, organizationId: string, accountId: string): Promise<boolean> {
  return (await transaction.query(SELECT_USER, [organizationId, accountId])).length > 0;
}

const SELECT_USER = `
  SELECT 1 FROM svc.scim_users WHERE organization_id = $1 AND account_id = $2 AND deleted_at IS NULL`;
