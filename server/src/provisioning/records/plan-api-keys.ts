/** What to do about the keys of a file. A key that was revoked is never brought back: it may have leaked. */
import { hash } from 'node:crypto';
import { keyPrefix } from '../../api-keys/index.ts';
import { type Change, fieldsThatDiffer, type IdOf, kept } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { generateApiKey } from '../secrets.ts';
import { type ApiKeyEntry, type KeyTerms, kindOf, type StoredKey } from './api-keys.ts';

export interface KeyPlan {
  revokes: StoredKey[];
  creates: StoredKey[];
  updates: { key: StoredKey; changedFields: string[] }[];
  /** Values that the file left out, in clear: for the report alone. */
  generated: { name: string; kind: StoredKey['kind']; key: string }[];
  faults: Fault[];
  warnings: Fault[];
}

export interface KeysToPlan {
  entries: readonly ApiKeyEntry[];
  stored: readonly StoredKey[];
  /** Hashes that some organization, perhaps another, has or had. */
  knownHashes: ReadonlySet<string>;
  idOfAgent: IdOf;
  newId(): string;
}

export function planApiKeys({ entries, stored, knownHashes, idOfAgent, newId }: KeysToPlan): KeyPlan {
  const plan: KeyPlan = { revokes: [], creates: [], updates: [], generated: [], faults: [], warnings: [] };
  const currentOf = new Map(stored.filter((key) => !key.isRevoked).map((key) => [key.name, key]));
  const ofHash = new Map(stored.map((key) => [key.hash, key]));
  for (const entry of entries) {
    const current = currentOf.get(entry.name);
    const terms = termsOf(entry, current, idOfAgent);
    const valueHash = entry.key === undefined ? undefined : hashOf(entry.key);
    if (current !== undefined && (valueHash === undefined || valueHash === current.hash)) {
      planUpdate(plan, entry, current, terms);
      continue;
    }
    const refusal = valueHash === undefined ? null : refusalOf(ofHash.get(valueHash), knownHashes.has(valueHash));
    if (refusal !== null) {
      const finding = { position: entry.place.fields.key ?? entry.place.position, message: refusal.message };
      // A key that a person has revoked must not keep the service from starting; a new value for a key in use must fit.
      (refusal.isRevoked && current === undefined ? plan.warnings : plan.faults).push(finding);
      continue;
    }
    if (current !== undefined) plan.revokes.push(current);
    plan.creates.push(newKey(plan, entry, terms, newId()));
  }
  return plan;
}

function planUpdate(plan: KeyPlan, entry: ApiKeyEntry, current: StoredKey, terms: KeyTerms): void {
  if (entry.kind !== undefined && entry.kind !== current.kind) {
    const position = entry.place.fields.kind ?? entry.place.position;
    plan.faults.push({
      position,
      message: `the stored key of this name is ${current.kind}; a key's kind never changes`,
    });
    return;
  }
  const { agentId, allowedIps, expiresAt } = current;
  const changedFields = fieldsThatDiffer<KeyTerms>({ agentId, allowedIps, expiresAt }, terms);
  if (changedFields.length > 0) plan.updates.push({ key: { ...current, ...terms }, changedFields });
}

/** Why a value cannot be that of a new key; null when it can. */
function refusalOf(owner: StoredKey | undefined, isKnown: boolean): { message: string; isRevoked: boolean } | null {
  if (owner?.isRevoked) {
    return { message: 'this key was revoked and does not come back: give another value', isRevoked: true };
  }
  if (owner !== undefined) return { message: `this key is already that of ${owner.name}`, isRevoked: false };
  return isKnown ? { message: 'this key is already in use: give another value', isRevoked: false } : null;
}

/** A new value keeps the terms of the one before that the file does not change: it must not open what was closed. */
function termsOf(entry: ApiKeyEntry, current: KeyTerms | undefined, idOfAgent: IdOf): KeyTerms {
  return {
    agentId: kept(entry.agent, current?.agentId, idOfAgent),
    allowedIps: kept(entry.allowedIps, current?.allowedIps, (ranges) => ranges),
    expiresAt: kept(entry.expiresAt, current?.expiresAt, (atMs) => new Date(atMs).toISOString()),
  };
}

function newKey(plan: KeyPlan, entry: ApiKeyEntry, terms: KeyTerms, id: string): StoredKey {
  const { name } = entry;
  const value = entry.key ?? generateApiKey(entry.kind ?? 'LIVE');
  const kind = kindOf(value);
  if (entry.key === undefined) plan.generated.push({ name, kind, key: value });
  return { ...terms, id, name, kind, prefix: keyPrefix(value), hash: hashOf(value), isRevoked: false };
}

export function hashOf(value: string): string {
  return hash('sha256', value, 'hex');
}

export function keyChanges({ revokes, creates, updates }: KeyPlan): Change[] {
  const describe = ({ name, kind, prefix }: StoredKey) => ({ name, kind, keyPrefix: prefix });
  const change = (kind: string) => (key: StoredKey) => ({
    kind,
    subject: { type: 'key', id: key.id },
    metadata: describe(key),
  });
  return [
    ...revokes.map(change('key.revoked')),
    ...creates.map(change('key.created')),
    ...updates.map(({ key, changedFields }) => ({
      kind: 'key.updated',
      subject: { type: 'key', id: key.id },
      metadata: { ...describe(key), changedFields },
    })),
  ];
}
