/** Writes a planned change of a policy set as one version: revisions that end and revisions that begin. */

import type { PolicySpec } from '@svc/contract';
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/core/canonical-json';
import { type IdentifiedPolicy, type NormalizedPolicy, normalizePolicy, type PolicyChange } from '@svc/core/policy';
import { type Transaction, uuidv7 } from '../db/index.ts';
import type { Change, ChangeOrigin } from '../heads/index.ts';
import { beginRevisions, endRevisions, insertVersion } from './stored-policies.ts';

export interface PlannedChanges {
  organizationId: string;
  /** The version that the changes make. */
  version: number;
  origin: ChangeOrigin;
  changes: readonly PolicyChange[];
  current: readonly IdentifiedPolicy[];
  payload: readonly PolicySpec[];
}

interface StoredChange {
  change: 'create' | 'update' | 'delete';
  policyId: string;
  before: NormalizedPolicy | null;
  after: NormalizedPolicy | null;
}

/**
 * The caller holds the head's lock. A policy keeps its id for as long as its name stays in the set.
 * @returns the audit entries
 */
export async function storeChanges(transaction: Transaction, planned: PlannedChanges): Promise<Change[]> {
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
  return stored.map((one) => changeOf(one, version));
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

const KIND_OF_OPERATION = { create: 'policy.created', update: 'policy.updated', delete: 'policy.deleted' } as const;

function changeOf({ change, policyId, before, after }: StoredChange, policySetVersion: number): Change {
  const name = (after ?? before)?.name ?? '';
  return {
    kind: KIND_OF_OPERATION[change],
    subject: { type: 'policy', id: policyId },
    metadata: { name, policySetVersion, ...difference(before, after) },
  };
}

/** A new or deleted policy appears whole, a changed one with its changed fields. */
function difference(before: NormalizedPolicy | null, after: NormalizedPolicy | null): JsonObject {
  if (before === null || after === null) {
    return { ...(before !== null && { before: fieldsOf(before) }), ...(after !== null && { after: fieldsOf(after) }) };
  }
  const fields = changedFields(before, after);
  return { changedFields: fields, before: fieldsOf(before, fields), after: fieldsOf(after, fields) };
}

/** The present fields, as JSON. */
function fieldsOf(policy: NormalizedPolicy, names: readonly string[] = Object.keys(policy)): JsonObject {
  const values = policy as unknown as Record<string, JsonValue | undefined>;
  return Object.fromEntries(names.map((name): [string, JsonValue] => [name, values[name] ?? null]));
}

/** Names of the fields that differ, in alphabetical order. */
function changedFields(before: NormalizedPolicy, after: NormalizedPolicy): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as (keyof NormalizedPolicy)[];
  return names.filter((name) => textOf(before[name]) !== textOf(after[name]));
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value as JsonValue);
}
