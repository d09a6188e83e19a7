// SPDX-License-Identifier: Apache-2.0
/** Changes of one guardrail by a person, each with its version, its audit entry and a new generation. */
import {
  GUARDRAIL_CLAIM_BYTES_MAX,
  type Guardrail,
  type GuardrailChange,
  type GuardrailCreation,
  type GuardrailRestore,
  type PolicyClaim,
} from '@svc/contract';
import { claimFaults } from '@svc/core/policy';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError, fieldsOfFindings, invalid } from '../../platform/errors/index.ts';
import { lineFault } from '../../registry/names/index.ts';
import {
  createRecord,
  type DeletableTable,
  deleteRecord,
  type HeldChanger,
  refuseName,
  updateRecord,
} from '../../registry/records/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { ChangeOrigin } from '../../storage/heads/index.ts';
import { checkGuardrailBudget } from './change-budget.ts';
import { looserGuardrail } from './looser-guardrail.ts';
import {
  claimOf,
  claimValues,
  GUARDRAIL,
  type GuardrailValues,
  guardrailChanges,
  planGuardrails,
  type StoredGuardrail,
} from './plan-guardrails.ts';
import { removeGuardrail, selectGuardrails, writeGuardrails } from './rows.ts';
import { noSuchGuardrail, noSuchVersion, selectLatestVersion, selectVersion } from './versions.ts';

/** A guardrail as a conflict shows it. */
type Shown = Pick<Guardrail, 'id' | 'name' | 'claim' | 'enforcing' | 'version' | 'createdAt' | 'updatedAt'>;

/** @throws ApiError 400; 409 for a name that is taken and past the number of guardrails; 429 */
export async function createGuardrail(
  pool: pg.Pool,
  changer: Changer,
  { claim, enforcing }: GuardrailCreation,
): Promise<string> {
  checkClaim(claim);
  const { shown } = await createRecord(pool, changer, tableOf(changer), claim.name, ({ stored, newId }) => {
    return refusingFull(planGuardrails([{ claim, enforcing }], stored.byName, newId));
  });
  return shown.id;
}

/** @throws ApiError 400; 404; 409 for a name that is taken and when another change came between; 429 */
export async function updateGuardrail(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { updatedAt: seen, claim, enforcing }: GuardrailChange,
): Promise<void> {
  if (claim !== undefined) checkClaim(claim);
  const target = { id, name: claim?.name, seen };
  await updateRecord(pool, changer, tableOf(changer), target, ({ id: own, ...before }) => ({
    id: own,
    name: before.name,
    claim: before.claim,
    ...(claim !== undefined && claimValues(claim)),
    enforcing: enforcing ?? before.enforcing,
  }));
}

/** Its versions stay, and it can come back. @throws ApiError 404; 429 */
export async function deleteGuardrail(pool: pg.Pool, changer: HeldChanger, id: string): Promise<void> {
  await deleteRecord(pool, changer, tableOf(changer), id);
}

/**
 * Brings a guardrail back to one of its versions, as a new version. One that was deleted is made again, with its id.
 * @throws ApiError 404; 409 when a later version was made than the caller has read, for a name that is taken since, and
 * past the number of guardrails; 429
 */
export async function restoreGuardrail(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { number, current }: GuardrailRestore,
): Promise<void> {
  const { organizationId } = changer;
  const { latest, state } = await inTransaction(pool, [organizationId], async (transaction) => ({
    latest: await selectLatestVersion(transaction, organizationId, id),
    state: await selectVersion(transaction, organizationId, id, number),
  }));
  if (latest === undefined || state === undefined || state.change === 'delete') throw noSuchVersion();
  checkLatest(latest.version, current);
  const table = tableOf(changer, number);
  const values: GuardrailValues = { name: state.name, claim: state.claim, enforcing: state.enforcing };
  const checkStillLatest = async (transaction: Transaction): Promise<void> => {
    checkLatest((await selectLatestVersion(transaction, organizationId, id))?.version ?? 0, latest.version);
  };
  if (latest.change !== 'delete') {
    const target = { id, name: state.name, seen: undefined };
    await updateRecord(pool, changer, table, target, async (before, { transaction }) => {
      await checkStillLatest(transaction);
      return { id: before.id, ...values };
    });
    return;
  }
  await createRecord(pool, changer, table, state.name, async ({ stored, transaction }) => {
    await checkStillLatest(transaction);
    const given = { claim: { name: state.name, ...state.claim }, enforcing: state.enforcing };
    return refusingFull(planGuardrails([given], stored.byName, () => id.toLowerCase()));
  });
}

/** @throws ApiError 409 */
function checkLatest(latest: number, seen: number | undefined): void {
  if (seen === undefined || seen === latest) return;
  const message = `Version ${latest} of the guardrail was made by now; look at it, and restore again.`;
  throw new ApiError('conflict', { message });
}

/** @throws ApiError 409 for the one that is too many: the request itself has no fault */
function refusingFull(plan: ReturnType<typeof planGuardrails>): ReturnType<typeof planGuardrails> {
  const [fault] = plan.faults;
  if (fault === undefined) return plan;
  const message = `Delete one first: ${fault.message}.`;
  throw new ApiError('conflict', { message, conflict: { reason: 'LIST_FULL' } });
}

/** @throws ApiError 400 with the path of each fault */
export function checkClaim(claim: PolicyClaim): void {
  refuseName(claim.name, lineFault, 'claim.name');
  const faults = claimFaults(claim, 'claim');
  const [first] = faults;
  if (first !== undefined) {
    const fields = fieldsOfFindings(faults);
    throw new ApiError('validation_error', { message: `${first.path}: ${first.message}`, fields });
  }
  if (Buffer.byteLength(JSON.stringify(claim)) <= GUARDRAIL_CLAIM_BYTES_MAX) return;
  throw invalid('claim', `must be at most ${GUARDRAIL_CLAIM_BYTES_MAX} bytes as JSON`);
}

/** @param restoredFrom the version that comes back */
function tableOf({ accountId }: Changer, restoredFrom?: number): DeletableTable<GuardrailValues, Shown> {
  const originAt = (nowMs: number): ChangeOrigin => ({
    actor: { type: 'user', id: accountId },
    nowMs,
    source: 'app',
    keyPrefix: null,
  });
  return {
    noun: 'guardrail',
    aNoun: 'a guardrail',
    nouns: 'guardrails',
    kind: GUARDRAIL,
    nameFault: lineFault,
    select: async (transaction, organizationId) => ({ byName: await selectGuardrails(transaction, organizationId) }),
    show: showGuardrail,
    write: async ({ transaction, organizationId, nowMs }, plan) => {
      if (plan.creates.length + plan.updates.length === 0) return;
      await checkGuardrailBudget(transaction, organizationId, nowMs);
      await writeGuardrails(transaction, organizationId, plan, { origin: originAt(nowMs), restoredFrom });
    },
    changes: (plan) => guardrailChanges(plan, restoredFrom),
    looser: (_where, changed) => looserGuardrail(changed),
    selectUsers: async () => [],
    remove: async (transaction, organizationId, id) => {
      const nowMs = transaction.clock.nowMs();
      await checkGuardrailBudget(transaction, organizationId, nowMs);
      await removeGuardrail(transaction, organizationId, id, originAt(nowMs));
    },
  };
}

async function showGuardrail(transaction: Transaction, organizationId: string, id: string): Promise<Shown> {
  const [row] = await transaction.query<ShownRow & Record<string, unknown>>(SELECT_SHOWN, [organizationId, id]);
  if (row === undefined) throw noSuchGuardrail();
  const { created_at, updated_at, name, claim, ...rest } = row;
  const times = { createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
  return { ...rest, name, claim: claimOf({ name, claim }), ...times };
}

interface ShownRow extends StoredGuardrail {
  created_at: Date;
  updated_at: Date;
}

const SELECT_SHOWN = `
  SELECT id, name, claim, enforcing, version, created_at, updated_at FROM svc.guardrails
  WHERE organization_id = $1 AND id = $2`;
