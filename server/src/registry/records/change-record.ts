// SPDX-License-Identifier: Apache-2.0
/** Changes of one record by a person: made, changed or deleted, each with its audit entries and a new generation. */

import type { FieldFault, LooserRecord, Referrer, Role } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import type { ApiError } from '../../platform/errors/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { deletedEntry, type RecordKind } from './changes.ts';
import { checkNameIsFree, checkRoom, checkSeen, checkUnused, findRecord, refuseFaults, refuseName } from './checks.ts';
import type { Hold } from './hold.ts';
import { type Identified, planChange, type RecordFault, type RecordWrites } from './plan-records.ts';

type ByName<Values> = ReadonlyMap<string, Identified<Values>>;

/** The rows and rules of one kind of record. Everything runs under the lock of the organization's head. */
export interface RecordTable<Values, Shown, Stored extends { byName: ByName<Values> } = { byName: ByName<Values> }> {
  noun: string;
  /** The noun with its article: `an agent`. */
  aNoun: string;
  nouns: string;
  /** @returns the fault, as a phrase after the name of the field, or null */
  nameFault(name: string): FieldFault | null;
  /** Every record of the organization, and what `write` needs of them. */
  select(transaction: Transaction, organizationId: string): Promise<Stored>;
  /** One record as answers show it. @throws ApiError 404 */
  show(transaction: Transaction, organizationId: string, id: string): Promise<Shown>;
  write(where: RecordsUnderLock<Stored>, plan: RecordWrites<Values>): Promise<void>;
  /** Ends what a written change ends. @returns its audit entries */
  endWith?(where: RecordsUnderLock<Stored>, plan: RecordWrites<Values>): Promise<Change[]>;
  /** The audit entries of what was written. */
  changes(plan: RecordWrites<Values>): Change[];
  /** Tells why a record that is there cannot be changed any more. @throws ApiError 409 */
  refuseEnded?(transaction: Transaction, organizationId: string, id: string): Promise<void>;
  /** The parts of a change that let more through, which its author's `hold` is asked about. */
  looser?(where: RecordsUnderLock<Stored>, changed: RecordsChanged<Values>): LooserRecord[] | Promise<LooserRecord[]>;
}

/** One record before and after a change; null where there is none. */
interface RecordsChanged<Values> {
  before: Identified<Values> | null;
  after: Identified<Values> | null;
}

/** A table whose records can be deleted. */
export interface DeletableTable<Values, Shown, Stored extends { byName: ByName<Values> } = { byName: ByName<Values> }>
  extends RecordTable<Values, Shown, Stored> {
  kind: RecordKind<Values>;
  /** References to the record that forbid its deletion. */
  selectUsers(transaction: Transaction, organizationId: string, record: Identified<Values>): Promise<Referrer[]>;
  remove(transaction: Transaction, organizationId: string, id: string): Promise<void>;
}

/** A person whose changes may be held back: needed for those that let more through. */
type MaybeHeld = Changer & { hold?: Hold };

/** An organization's records of one kind, while its head is locked. */
export interface RecordsUnderLock<Stored> {
  transaction: Transaction;
  organizationId: string;
  accountId: string;
  role: Role;
  stored: Stored;
  nowMs: number;
  newId(): string;
}

/** Which record is to be changed, and what its author has seen of it. */
export interface Target {
  id: string;
  /** The new name, if given. */
  name: string | undefined;
  /** The `updatedAt` that was read, if given. */
  seen: string | undefined;
}

/**
 * @param plan plans one record of a name that is free
 * @returns the record as answers show it, and its plan
 * @throws ApiError 400 for an invalid name and for a fault of the plan, 401, 403, 409 for a name that another record
 * has and past the number of records
 */
export async function createRecord<
  Values,
  Shown,
  Stored extends { byName: ByName<Values> },
  Plan extends RecordWrites<Values> & { faults: readonly RecordFault[] },
>(
  pool: pg.Pool,
  changer: MaybeHeld,
  table: RecordTable<Values, Shown, Stored>,
  name: string,
  plan: (where: RecordsUnderLock<Stored>) => Plan | Promise<Plan>,
): Promise<{ shown: Shown; plan: Plan }> {
  refuseName(name, table.nameFault);
  return await underLock(pool, changer, table, async (where) => {
    const { byName } = where.stored;
    checkNameIsFree(table.aNoun, name, byName, null);
    checkRoom(table.nouns, byName.size);
    const planned = await plan(where);
    refuseFaults(planned.faults);
    const [record] = planned.creates;
    if (record === undefined) throw new Error(`${table.aNoun} with a free name was not planned`);
    return await unlessHeld(table, changer, where, { before: null, after: record }, async () => {
      await table.write(where, planned);
      const shown = await table.show(where.transaction, where.organizationId, record.id);
      return { result: { shown, plan: planned }, changes: table.changes(planned) };
    });
  });
}

/**
 * @param change gives the record after the change
 * @returns the record as answers show it. The same values change nothing, and leave no entry.
 * @throws ApiError 400 for an invalid name, 401, 403, 404, 409 for a name that another record has and when another
 * change came between
 */
export async function updateRecord<
  Values extends { name: string },
  Shown extends { updatedAt: string },
  Stored extends { byName: ByName<Values> },
>(
  pool: pg.Pool,
  changer: MaybeHeld,
  table: RecordTable<Values, Shown, Stored>,
  { id, name, seen }: Target,
  change: (
    before: Identified<Values>,
    where: RecordsUnderLock<Stored>,
  ) => Identified<Values> | Promise<Identified<Values>>,
): Promise<Shown> {
  return await underLock(pool, changer, table, async (where) => {
    const { transaction, organizationId, stored } = where;
    await table.refuseEnded?.(transaction, organizationId, id);
    const before = findRecord(table.noun, stored.byName, id);
    if (seen !== undefined) checkSeen(table.noun, seen, await table.show(transaction, organizationId, before.id));
    // A name from before a rule of names stays: only a new one must keep to it.
    if (name !== undefined && name !== before.name) {
      refuseName(name, table.nameFault);
      checkNameIsFree(table.aNoun, name, stored.byName, before.id);
    }
    const after = await change(before, where);
    const planned = planChange<Values>(before, after);
    return await unlessHeld(table, changer, where, { before, after }, async () => {
      await table.write(where, planned);
      const ended = (await table.endWith?.(where, planned)) ?? [];
      const shown = await table.show(transaction, organizationId, before.id);
      return { result: shown, changes: [...table.changes(planned), ...ended] };
    });
  });
}

/** @throws ApiError 401, 403, 404, 409 while something refers to the record */
export async function deleteRecord<Values, Shown, Stored extends { byName: ByName<Values> }>(
  pool: pg.Pool,
  changer: MaybeHeld,
  table: DeletableTable<Values, Shown, Stored>,
  id: string,
): Promise<void> {
  await underLock(pool, changer, table, async (where) => {
    const { transaction, organizationId, stored } = where;
    const record = findRecord(table.noun, stored.byName, id);
    checkUnused(table.noun, await table.selectUsers(transaction, organizationId, record));
    return await unlessHeld(table, changer, where, { before: record, after: null }, async () => {
      await table.remove(transaction, organizationId, record.id);
      return { result: undefined, changes: [deletedEntry(table.kind, record)] };
    });
  });
}

interface Made<Result> {
  result: Result;
  changes: Change[];
}

/** The change, or its refusal with the entries that tell of it. */
async function unlessHeld<Values, Shown, Stored extends { byName: ByName<Values> }, Result>(
  { looser, noun }: RecordTable<Values, Shown, Stored>,
  { hold }: MaybeHeld,
  where: RecordsUnderLock<Stored>,
  changed: RecordsChanged<Values>,
  make: () => Promise<Made<Result>>,
): Promise<Made<Result> | { refusal: ApiError; changes: Change[] }> {
  if (looser === undefined) return await make();
  const records = await looser(where, changed);
  if (hold === undefined) {
    if (records.length === 0) return await make();
    throw new Error(`a change of the ${noun} lets more through, and nothing holds it back`);
  }
  const { refusal, changes } = await hold(where, { records });
  if (refusal !== null) return { refusal, changes };
  const made = await make();
  return { ...made, changes: [...made.changes, ...changes] };
}

async function underLock<Values, Shown, Stored extends { byName: ByName<Values> }, Result>(
  pool: pg.Pool,
  changer: Changer,
  table: RecordTable<Values, Shown, Stored>,
  change: (where: RecordsUnderLock<Stored>) => Promise<Made<Result> | { refusal: ApiError; changes: Change[] }>,
): Promise<Result> {
  const { organizationId, accountId } = changer;
  const done = await changeAsAdmin(pool, changer, async (transaction, nowMs, role) => {
    const stored = await table.select(transaction, organizationId);
    const where = { transaction, organizationId, accountId, role, stored, nowMs, newId: () => uuidv7(nowMs) };
    const made = await change(where);
    return { result: made, changes: made.changes };
  });
  if ('refusal' in done) throw done.refusal;
  return done.result;
}
