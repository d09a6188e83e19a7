// SPDX-License-Identifier: Apache-2.0
/** Makes, changes and deletes one policy for a person: checked and tested first, then one version with its entries. */
import {
  fieldFault,
  POLICIES_PER_ORGANIZATION_MAX,
  POLICY_SET_BYTES_MAX,
  type PolicyCreation,
  type PolicyDetail,
  type PolicySpec,
  type PolicyTestCase,
  type PolicyUpdate,
  readMoment,
} from '@svc/contract';
import { isSamePolicy, normalizePolicy } from '@svc/core/policy';
import { type OrganizationSnapshot, StaleRules } from '../../organization/organizations/index.ts';
import { type Changer, changePolicySet } from '../../people/memberships/index.ts';
import { ApiError, fieldsOfFindings, invalid } from '../../platform/errors/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { compositionFault, lineFault } from '../../registry/names/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { ChainedHead, Change } from '../../storage/heads/index.ts';
import {
  type AskedChange,
  alikeName,
  casesShown,
  type Guarded,
  isSameCases,
  type KeptCases,
  keptForm,
  type PolicyGuard,
  proposedSet,
  type StoredChange,
  selectCases,
  storeResolved,
  writeCases,
} from '../policies/index.ts';
import { readPolicy } from '../policy-jobs/index.ts';
import { noteOf } from '../policy-versions/index.ts';
import { checkSpec } from './check-for-people.ts';
import { type PolicyReadDeps, policyOf, readPolicyForPeople } from './read-for-people.ts';

export interface PolicySaveDeps extends PolicyReadDeps {
  policyGuard: PolicyGuard;
}

/**
 * @throws ApiError 400; 409 for a name that is taken, failing test cases, a broken guardrail, or a full set; 429;
 * StaleRules
 */
export async function createPolicy(
  deps: PolicySaveDeps,
  snapshot: OrganizationSnapshot,
  changer: Changer,
  creation: PolicyCreation,
): Promise<string> {
  const { tests, saveAnyway, note, ...spec } = creation;
  await checkName(deps, snapshot, spec.name, null);
  const cases = keptForm(tests ?? []);
  await check(deps, snapshot, { id: null, spec, cases, saveAnyway });
  checkSize(snapshot, spec, null);
  const policyId = uuidv7(deps.pool.clock.nowMs());
  const asked = askedBy(changer, 'createPolicy', null, creation);
  const guarded = await guard(deps, snapshot, { policy: spec }, asked);
  await write(deps, snapshot, { changer, guarded }, async (transaction, { nowMs, head }) => {
    const stored: StoredChange[] = [{ change: 'create', policyId, before: null, after: normalizePolicy(spec) }];
    return [
      ...(await storeOne(transaction, changer, { head, nowMs, stored, note })),
      ...(cases.length === 0 ? [] : await keep(transaction, changer, { policyId, name: spec.name, cases, nowMs })),
    ];
  });
  return policyId;
}

/** @throws ApiError as above, and 404; 409 `conflict` with the policy as it is when another change came between */
export async function updatePolicy(
  deps: PolicySaveDeps,
  snapshot: OrganizationSnapshot,
  changer: Changer,
  policyId: string,
  update: PolicyUpdate,
): Promise<void> {
  const record = policyOf(snapshot, policyId);
  const { id: _id, ...before } = readPolicy(record);
  if (readMoment(update.updatedAt) !== record.updatedAtMs) throw await changedMeanwhile(deps, snapshot, policyId);
  const spec = merged(before, update);
  if (spec.name !== before.name) await checkName(deps, snapshot, spec.name, policyId);
  const cases = update.tests === undefined ? null : keptForm(update.tests);
  const isSame = isSamePolicy(before, spec);
  const kept = await inTransaction(deps.pool, [snapshot.organizationId], (transaction) =>
    selectCases(transaction, snapshot.organizationId, policyId),
  );
  if (!isSeen(update.testsUpdatedAt, kept)) throw await changedMeanwhile(deps, snapshot, policyId);
  const tested = cases ?? (isSame ? [] : kept.cases);
  await check(deps, snapshot, { id: policyId, spec, cases: tested, saveAnyway: update.saveAnyway });
  if (!isSame) checkSize(snapshot, spec, record.text);
  const asked = askedBy(changer, 'updatePolicy', policyId, update);
  const guarded = isSame ? null : await guard(deps, snapshot, { id: policyId, policy: spec }, asked);
  await write(deps, snapshot, { changer, guarded }, async (transaction, { nowMs, head }) => {
    const stored: StoredChange[] = isSame
      ? []
      : [{ change: 'update', policyId, before: normalizePolicy(before), after: normalizePolicy(spec) }];
    // A policy that is saved twice in a millisecond still has two times.
    const at = Math.max(nowMs, record.updatedAtMs + 1);
    const changes = await storeOne(transaction, changer, { head, nowMs: at, stored, note: update.note });
    if (cases === null || isSameCases(cases, kept.cases)) return changes;
    return [...changes, ...(await keep(transaction, changer, { policyId, name: spec.name, cases, nowMs, kept }))];
  });
}

/** @throws ApiError 404; 409 for a broken guardrail; 429; StaleRules */
export async function deletePolicy(
  deps: PolicySaveDeps,
  snapshot: OrganizationSnapshot,
  changer: Changer,
  policyId: string,
  note?: string,
): Promise<void> {
  const { id: _id, ...before } = readPolicy(policyOf(snapshot, policyId));
  const asked = askedBy(changer, 'deletePolicy', policyId, note === undefined ? {} : { note });
  const guarded = await guard(deps, snapshot, { id: policyId, policy: null }, asked);
  await write(deps, snapshot, { changer, guarded }, async (transaction, { nowMs, head }) => {
    const stored: StoredChange[] = [{ change: 'delete', policyId, before: normalizePolicy(before), after: null }];
    return await storeOne(transaction, changer, { head, nowMs, stored, note });
  });
}

/** @throws ApiError 409 when the set with this change breaks an enforcing guardrail */
async function guard(
  { pool, policyGuard }: PolicySaveDeps,
  snapshot: OrganizationSnapshot,
  change: { id?: string; policy: PolicySpec | null },
  asked: AskedChange,
): Promise<Guarded> {
  const proposed = async () => await TURNS.run(snapshot.organizationId, proposedSet(snapshot, { change }));
  return await policyGuard.check(snapshot, proposed, { nowMs: pool.clock.nowMs(), isPlan: false, asked });
}

const askedBy = (
  { accountId }: Changer,
  kind: AskedChange['kind'],
  subject: string | null,
  request: object,
): AskedChange => ({ kind, subject, request, author: { type: 'user', id: accountId } });

interface At {
  nowMs: number;
  head: ChainedHead;
}

/** The checks were made under the snapshot: they hold only while nothing else has changed. */
async function write(
  { pool }: PolicyReadDeps,
  snapshot: OrganizationSnapshot,
  { changer, guarded }: { changer: Changer; guarded: Guarded | null },
  change: (transaction: Transaction, at: At) => Promise<Change[]>,
): Promise<void> {
  await changePolicySet(pool, changer, async (transaction, at) => {
    if (at.head.generation !== snapshot.generation) throw new StaleRules();
    const changes = await change(transaction, at);
    const isSetChanged = changes.some(({ metadata }) => 'policySetVersion' in metadata);
    const policySetVersion = at.head.policySetVersion + (isSetChanged ? 1 : 0);
    const more = isSetChanged ? await guarded?.keep(transaction, policySetVersion) : [];
    return { result: undefined, changes: [...changes, ...(more ?? [])], policySetVersion };
  });
}

async function storeOne(
  transaction: Transaction,
  { accountId, organizationId }: Changer,
  { head, nowMs, stored, note }: At & { stored: readonly StoredChange[]; note: string | undefined },
): Promise<Change[]> {
  if (stored.length === 0) return [];
  const origin = { actor: { type: 'user' as const, id: accountId }, nowMs, source: 'app', keyPrefix: null };
  const version = head.policySetVersion + 1;
  return await storeResolved(transaction, { organizationId, version, origin, stored, note: noteOf(note) });
}

interface Keeping {
  policyId: string;
  name: string;
  cases: readonly PolicyTestCase[];
  nowMs: number;
  kept?: KeptCases;
}

async function keep(
  transaction: Transaction,
  { organizationId }: Changer,
  { policyId, name, cases, nowMs, kept }: Keeping,
): Promise<Change[]> {
  await writeCases(transaction, organizationId, { policyId, cases, at: new Date(nowMs) });
  const metadata = { name, before: casesShown(kept?.cases ?? []), after: casesShown(cases) };
  return [{ kind: 'policy.tests_changed', subject: { type: 'policy', id: policyId }, metadata }];
}

/** Omitted fields keep their value; null takes a description, a condition or the approvals away. */
function merged(before: PolicySpec, update: PolicyUpdate): PolicySpec {
  const { updatedAt: _at, tests: _tests, testsUpdatedAt: _testsAt, saveAnyway: _save, note: _note, ...fields } = update;
  const { description, condition, approvals, ...others } = { ...before, ...fields };
  return {
    ...others,
    ...(description != null && { description }),
    ...(condition != null && { condition }),
    ...(approvals != null && { approvals }),
  };
}

interface Asked {
  id: string | null;
  spec: PolicySpec;
  cases: readonly PolicyTestCase[];
  saveAnyway: boolean | undefined;
}

async function check(deps: PolicyReadDeps, snapshot: OrganizationSnapshot, asked: Asked): Promise<void> {
  const { errors: found, results } = await checkSpec(deps.policyThreads, snapshot, asked, deps.pool.clock.nowMs());
  // A kept case may name an agent that is gone by now.
  const errors = asked.saveAnyway === true ? found.filter(({ path }) => !path.startsWith('tests[')) : found;
  const [first] = errors;
  if (first !== undefined) {
    throw new ApiError('validation_error', {
      message: `${first.path}: ${first.message}`,
      fields: fieldsOfFindings(errors),
    });
  }
  if (asked.saveAnyway !== true && results.some(({ pass }) => pass === false)) {
    throw new ApiError('tests_failed', { results });
  }
}

async function checkName(
  deps: PolicyReadDeps,
  snapshot: OrganizationSnapshot,
  name: string,
  ownId: string | null,
): Promise<void> {
  const fault = lineFault(name) ?? compositionFault(name);
  if (fault !== null) throw invalid('name', fault);
  const taken = alikeName(snapshot, name, ownId);
  if (taken === null) return;
  const { id } = snapshot.policies.find((one) => one.name === taken) ?? { id: '' };
  const how = taken === name ? 'this name' : 'this name, but for letter case, Unicode form or spaces';
  const message = `The policy "${taken}" has ${how}; choose another one.`;
  const current = await readPolicyForPeople(deps, snapshot, id);
  throw new ApiError('conflict', { message, conflict: { reason: 'NAME_TAKEN', current } });
}

function checkSize({ policies, policyBytes }: OrganizationSnapshot, spec: PolicySpec, replaced: string | null): void {
  const count = policies.length + (replaced === null ? 1 : 0);
  if (replaced === null && count > POLICIES_PER_ORGANIZATION_MAX) {
    throw new ApiError('conflict', {
      message: `An organization has at most ${POLICIES_PER_ORGANIZATION_MAX} policies; delete one first.`,
      conflict: { reason: 'LIST_FULL' },
    });
  }
  const bytes = Buffer.byteLength(JSON.stringify(normalizePolicy(spec)));
  const before = replaced === null ? 0 : Buffer.byteLength(replaced);
  if (bytes <= before || policyBytes - before + bytes <= POLICY_SET_BYTES_MAX) return;
  throw invalid('condition', fieldFault('SET_TOO_LARGE', { max: POLICY_SET_BYTES_MAX }));
}

/** True unless other test cases were kept since the caller read them. */
function isSeen(testsUpdatedAt: PolicyUpdate['testsUpdatedAt'], { updatedAt }: KeptCases): boolean {
  return testsUpdatedAt === undefined || (updatedAt?.getTime() ?? null) === momentOf(testsUpdatedAt);
}

const momentOf = (text: string | null): number | null => (text === null ? null : readMoment(text));

async function changedMeanwhile(deps: PolicyReadDeps, snapshot: OrganizationSnapshot, policyId: string) {
  const current: PolicyDetail = await readPolicyForPeople(deps, snapshot, policyId);
  const message = 'Someone else changed this policy meanwhile; look at both, and save again.';
  return new ApiError('conflict', { message, conflict: { current } });
}
