// SPDX-License-Identifier: Apache-2.0
/** Plans records against a payload, and writes the plan. */
import type { ChangeOperation, LooserRecord } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import type pg from 'pg';
import {
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../../organization/organizations/index.ts';
import { ApiError, fieldsOfFindings } from '../../platform/errors/index.ts';
import {
  deletedEntry,
  type Hold,
  type Identified,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
} from '../../registry/records/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { type Change, type ChangeOrigin, changeOrganization, entriesOf } from '../../storage/heads/index.ts';

/** One kind of records that files bring along. Writers run under the lock of the organization's head. */
export interface AppliedKind<Given extends { name: string }, Values extends { name: string }> {
  /** The member of the payload: `budgets`. */
  member: string;
  kind: RecordKind<Values>;
  /** As the snapshot has them, by name. */
  storedIn(snapshot: OrganizationSnapshot): ReadonlyMap<string, Identified<Values>>;
  faultsOf(given: Given, place: number): RecordFault[];
  plan(
    given: readonly Given[],
    stored: ReadonlyMap<string, Identified<Values>>,
    newId: () => string,
    nowMs: number,
  ): RecordPlan<Values>;
  looser(changed: { before: Values | null; after: Values | null }): LooserRecord[];
  write(transaction: Transaction, organizationId: string, plan: RecordWrites<Values>, nowMs: number): Promise<void>;
  remove(transaction: Transaction, organizationId: string, id: string): Promise<void>;
  changes(plan: RecordWrites<Values>): Change[];
}

export interface ApplyRequest<Given> {
  given: readonly Given[];
  prune?: boolean | undefined;
  dryRun?: boolean | undefined;
}

type Changes = { name: string; op: ChangeOperation }[];

/**
 * @param hold asked about what lets more through
 * @returns the changes in the order of the payload, deletions after them by name
 * @throws ApiError 400 with the paths of the faults; 409 past the number of records; what `hold` refuses with
 * @throws StaleRules when the snapshot is older than the database
 */
export async function applyRecords<Given extends { name: string }, Values extends { name: string }>(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots },
  snapshot: OrganizationSnapshot,
  applied: AppliedKind<Given, Values>,
  request: ApplyRequest<Given>,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<Changes> {
  refuseFaults(applied, request.given);
  const plan = planAt(snapshot, applied, request, origin.nowMs);
  const isChange = plan.changes.some(({ op }) => op !== 'unchanged');
  if (request.dryRun === true || !isChange) await deps.snapshots.assertCurrent(snapshot);
  else await write(deps.pool, snapshot, applied, request, origin, hold);
  return plan.changes;
}

/** @throws ApiError 400 */
function refuseFaults<Given extends { name: string }, Values extends { name: string }>(
  { member, faultsOf }: AppliedKind<Given, Values>,
  given: readonly Given[],
): void {
  const places = new Map<string, number>();
  const faults = given.flatMap((one, place) => {
    const first = places.get(one.name);
    places.set(one.name, first ?? place);
    const path = `${member}[${place}]`;
    const twice = { path: `${path}.name`, message: `The name is already that of ${member}[${first}].` };
    const own = faultsOf(one, place).map(({ fields, message }) => ({
      path: [path, ...fields].join('.'),
      message: `${message}`,
    }));
    return first === undefined ? own : [twice, ...own];
  });
  refuse(faults);
}

function refuse(faults: readonly { path: string; message: string }[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const fields = fieldsOfFindings(faults);
  throw new ApiError('validation_error', { message: `${first.path}: ${first.message}`, fields });
}

interface AppliedPlan<Values> extends RecordWrites<Values> {
  deletes: Identified<Values>[];
  changes: Changes;
}

function planAt<Given extends { name: string }, Values extends { name: string }>(
  snapshot: OrganizationSnapshot,
  applied: AppliedKind<Given, Values>,
  { given, prune = false }: ApplyRequest<Given>,
  nowMs: number,
): AppliedPlan<Values> {
  const stored = applied.storedIn(snapshot);
  const named = new Set(given.map(({ name }) => name));
  const deletes = prune ? [...stored.values()].filter(({ name }) => !named.has(name)) : [];
  const left = new Map([...stored].filter(([, record]) => !deletes.includes(record)));
  const { creates, updates, faults } = applied.plan(given, left, () => uuidv7(nowMs), nowMs);
  const tooMany = faults.find(({ fields }) => fields.length === 0);
  if (tooMany !== undefined) throw listFull(`${tooMany.message}`);
  refuse(
    faults.map(({ index, fields, message }) => ({
      path: [`${applied.member}[${index}]`, ...fields].join('.'),
      message: `${message}`,
    })),
  );
  deletes.sort((one, other) => compareCodePoints(one.name, other.name));
  const updated = new Set(updates.map(({ record }) => record.name));
  const opOf = (name: string) => (stored.has(name) ? (updated.has(name) ? 'update' : 'unchanged') : 'create');
  const changes: Changes = [
    ...given.map(({ name }) => ({ name, op: opOf(name) }) as const),
    ...deletes.map(({ name }) => ({ name, op: 'delete' }) as const),
  ];
  return { creates, updates, deletes, changes };
}

export const listFull = (fault: string): ApiError =>
  new ApiError('conflict', { message: `Delete one first: ${fault}.`, conflict: { reason: 'LIST_FULL' } });

async function write<Given extends { name: string }, Values extends { name: string }>(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  applied: AppliedKind<Given, Values>,
  request: ApplyRequest<Given>,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<void> {
  const { organizationId } = snapshot;
  const refusal = await changeOrganization(pool, organizationId, async (transaction, head) => {
    // The plan was made, and the key checked, under the snapshot: both hold only while nothing else has changed.
    if (head.generation !== snapshot.generation) throw new StaleRules();
    const nowMs = transaction.clock.nowMs();
    const plan = planAt(snapshot, applied, request, nowMs);
    const records = [
      ...plan.creates.flatMap((record) => applied.looser({ before: null, after: record })),
      ...plan.updates.flatMap(({ before, record }) => applied.looser({ before, after: record })),
      ...plan.deletes.flatMap((before) => applied.looser({ before, after: null })),
    ];
    const held = await hold({ transaction, organizationId, accountId: origin.actor.id }, { records });
    const made = held.refusal === null ? await make(transaction, organizationId, applied, plan, nowMs) : [];
    const entries = entriesOf(organizationId, [...made, ...held.changes], { ...origin, nowMs });
    return { result: held.refusal, entries };
  });
  if (refusal !== null) throw refusal;
}

async function make<Given extends { name: string }, Values extends { name: string }>(
  transaction: Transaction,
  organizationId: string,
  applied: AppliedKind<Given, Values>,
  plan: AppliedPlan<Values>,
  nowMs: number,
): Promise<Change[]> {
  for (const { id } of plan.deletes) await applied.remove(transaction, organizationId, id);
  await applied.write(transaction, organizationId, plan, nowMs);
  return [...applied.changes(plan), ...plan.deletes.map((record) => deletedEntry(applied.kind, record))];
}
