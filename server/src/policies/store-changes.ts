/** Writes a planned change of a policy set as one version: revisions that end and revisions that begin. */
import type { PolicySpec } from '@svc/contract';
import type { AuditActor } from '@svc/core/audit-chain';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';
import { type IdentifiedPolicy, type NormalizedPolicy, normalizePolicy, type PolicyChange } from '@svc/core/policy';
import { type Transaction, uuidv7 } from '../db/index.ts';
import { beginRevisions, endRevisions, insertVersion } from './stored-policies.ts';

/** Who changes the set, when and from where: kept with the version and in each audit entry. */
export interface ChangeOrigin {
  actor: AuditActor;
  nowMs: number;
  source: string;
  keyPrefix: string | null;
}

export interface PlannedChanges {
  organizationId: string;
  /** The version that the changes make. */
  version: number;
  origin: ChangeOrigin;
  changes: readonly PolicyChange[];
  current: readonly IdentifiedPolicy[];
  payload: readonly PolicySpec[];
}

export interface StoredChange {
  change: 'create' | 'update' | 'delete';
  policyId: string;
  before: NormalizedPolicy | null;
  after: NormalizedPolicy | null;
}

/** The caller holds the head's lock. A policy keeps its id for as long as its name stays in the set. */
export async function storeChanges(transaction: Transaction, planned: PlannedChanges): Promise<StoredChange[]> {
  const { organizationId, version, origin } = planned;
  const stored = resolveChanges(planned);
  const ended = stored.filter((one) => one.before !== null).map((one) => one.policyId);
  const begun = stored.flatMap(({ policyId, after }) => (after === null ? [] : [{ id: policyId, spec: after }]));
  await Promise.all([
    insertVersion(transaction, {
      organizationId,
      version,
      atMs: origin.nowMs,
      actor: origin.actor,
      source: origin.source,
      keyPrefix: origin.keyPrefix,
    }),
    endRevisions(transaction, organizationId, ended, version),
    beginRevisions(transaction, organizationId, begun, version, origin.nowMs),
  ]);
  return stored;
}

function resolveChanges({ changes, current, payload, origin }: PlannedChanges): StoredChange[] {
  const currentOf = new Map(current.map((policy) => [policy.name, policy]));
  const payloadOf = new Map(payload.map((policy) => [policy.name, policy]));
  return changes.flatMap(({ name, op }): StoredChange[] => {
    if (op === 'unchanged') return [];
    const before = currentOf.get(name);
    const after = payloadOf.get(name);
    return [
      {
        change: op,
        policyId: before?.id ?? uuidv7(origin.nowMs),
        before: before === undefined ? null : normalizePolicy(before),
        after: op === 'delete' || after === undefined ? null : normalizePolicy(after),
      },
    ];
  });
}

/** Names of the fields that differ, in alphabetical order. */
export function changedFields(before: NormalizedPolicy, after: NormalizedPolicy): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as (keyof NormalizedPolicy)[];
  return names.filter((name) => textOf(before[name]) !== textOf(after[name]));
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value as JsonValue);
}
