// SPDX-License-Identifier: Apache-2.0
/** The plan for given keys, and its audit entries. A revoked key never comes back: it may have leaked. */
import { type FieldFault, fieldFault, KEY_PERMISSIONS, type KeyKind, type KeyPermission } from '@svc/contract';
import type { Change } from '../../storage/heads/index.ts';
import {
  changedEntry,
  createdEntry,
  fieldsThatDiffer,
  kept,
  type RecordFault,
  type RecordKind,
} from '../records/index.ts';
import { generateApiKey, hashOfKey, keyPrefix, kindOfKey } from './key-form.ts';

/** The parts of a key that can change while it stays the same key. Times are RFC 3339 and compare as text. */
interface KeyTerms {
  name: string;
  /** null: the key is valid for every agent. */
  agentId: string | null;
  /** In the order of the contract. */
  permissions: readonly KeyPermission[];
  /** null: the key is valid from every address. */
  allowedIps: readonly string[] | null;
  expiresAt: string | null;
}

export interface StoredKey extends KeyTerms {
  id: string;
  kind: KeyKind;
  prefix: string;
  /** SHA-256, lower-case hex. */
  hash: string;
  isRevoked: boolean;
  /** Another key has its name, and it works for some hours more. */
  isRetiring: boolean;
}

/** An omitted field keeps its stored value; a key without a value is generated once. */
export interface GivenApiKey {
  readonly name: string;
  readonly key?: string | undefined;
  readonly kind?: KeyKind | undefined;
  readonly agentId?: string | null | undefined;
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly allowedIps?: readonly string[] | null | undefined;
  /** RFC 3339. */
  readonly expiresAt?: string | null | undefined;
}

export interface KeyPlan {
  revokes: StoredKey[];
  creates: StoredKey[];
  updates: { before: StoredKey; record: StoredKey; changedFields: string[] }[];
  /** Generated values, in clear: shown only once. */
  generated: { name: string; kind: KeyKind; key: string }[];
  faults: RecordFault[];
  warnings: RecordFault[];
}

export interface KeysToPlan {
  given: readonly GivenApiKey[];
  stored: readonly StoredKey[];
  /** Hashes of keys that any organization has or had. */
  knownHashes: ReadonlySet<string>;
  newId(): string;
}

/** Its name is taken. */
export function isCurrent({ isRevoked, isRetiring }: StoredKey): boolean {
  return !isRevoked && !isRetiring;
}

export function planApiKeys({ given, stored, knownHashes, newId }: KeysToPlan): KeyPlan {
  const plan: KeyPlan = { revokes: [], creates: [], updates: [], generated: [], faults: [], warnings: [] };
  const currentOf = new Map(stored.filter(isCurrent).map((key) => [key.name, key]));
  const ofHash = new Map(stored.map((key) => [key.hash, key]));
  given.forEach((one, index) => {
    const current = currentOf.get(one.name);
    const valueHash = one.key === undefined ? undefined : hashOfKey(one.key);
    const same = valueHash === undefined || valueHash === current?.hash ? current : undefined;
    const kind = same?.kind ?? (one.key === undefined ? (one.kind ?? 'LIVE') : kindOfKey(one.key));
    const terms = termsOf(one, current, kind);
    const message = permissionsFault({ ...terms, kind });
    if (message !== null) plan.faults.push({ index, fields: ['permissions'], message });
    if (same !== undefined) {
      planUpdate(plan, index, one.kind, same, terms);
      return;
    }
    const refusal = valueHash === undefined ? null : refusalOf(ofHash.get(valueHash), knownHashes.has(valueHash));
    if (refusal !== null) {
      const finding = { index, fields: ['key'], message: refusal.message };
      // A revoked key must not keep the service from starting; a new value for a key in use must be valid.
      (refusal.isRevoked && current === undefined ? plan.warnings : plan.faults).push(finding);
      return;
    }
    if (current !== undefined) plan.revokes.push(current);
    plan.creates.push(newKey(plan, one, terms, newId()));
  });
  return plan;
}

function planUpdate(
  plan: KeyPlan,
  index: number,
  kind: KeyKind | undefined,
  current: StoredKey,
  terms: KeyTerms,
): void {
  if (kind !== undefined && kind !== current.kind) {
    const message = `the stored key of this name is ${current.kind}; a key's kind never changes`;
    plan.faults.push({ index, fields: ['kind'], message });
    return;
  }
  plan.updates.push(...keyUpdates(current, terms));
}

/** None when the key has these terms already. */
function keyUpdates(current: StoredKey, terms: KeyTerms): KeyPlan['updates'] {
  const record = { ...current, ...terms };
  const changedFields = fieldsThatDiffer(current, record);
  return changedFields.length === 0 ? [] : [{ before: current, record, changedFields }];
}

/** The reason against a value for a new key; null when it is valid. */
function refusalOf(owner: StoredKey | undefined, isKnown: boolean): { message: string; isRevoked: boolean } | null {
  if (owner?.isRevoked) {
    return { message: 'this key was revoked and does not come back: give another value', isRevoked: true };
  }
  if (owner?.isRetiring) {
    return { message: 'this key was replaced and does not come back: give another value', isRevoked: true };
  }
  if (owner !== undefined) return { message: `this key is already that of ${owner.name}`, isRevoked: false };
  return isKnown ? { message: 'this key is already in use: give another value', isRevoked: false } : null;
}

/** A new value keeps the omitted terms of the old one: it must not open closed access. */
function termsOf(given: GivenApiKey, current: KeyTerms | undefined, kind: KeyKind): KeyTerms {
  const agentId = kept(given.agentId, current?.agentId);
  const left = current?.permissions ?? KEY_PERMISSIONS;
  const permissions = given.permissions ?? (isOrgWideLive({ kind, agentId }) ? left : left.filter(isHarmless));
  return {
    name: given.name,
    agentId,
    permissions: inOrder(permissions),
    allowedIps: kept(given.allowedIps, current?.allowedIps),
    expiresAt: kept(given.expiresAt, current?.expiresAt),
  };
}

const isOrgWideLive = ({ kind, agentId }: Pick<StoredKey, 'kind' | 'agentId'>) => kind === 'LIVE' && agentId === null;
const isHarmless = (permission: KeyPermission) => permission !== 'apply';

/** A set has one spelling, so that two of them compare as lists. */
export function inOrder(permissions: readonly KeyPermission[]): KeyPermission[] {
  return KEY_PERMISSIONS.filter((one) => permissions.includes(one));
}

/** The fault of the permissions of a key, as a phrase after the name of the field, or null. */
export function permissionsFault(key: Pick<StoredKey, 'kind' | 'agentId' | 'permissions'>): FieldFault | null {
  if (key.permissions.length === 0) return fieldFault('NO_PERMISSIONS');
  if (isOrgWideLive(key) || key.permissions.every(isHarmless)) return null;
  return fieldFault('APPLY_WITHOUT_LIVE');
}

function newKey(plan: KeyPlan, given: GivenApiKey, terms: KeyTerms, id: string): StoredKey {
  const value = given.key ?? generateApiKey(given.kind ?? 'LIVE');
  const kind = kindOfKey(value);
  if (given.key === undefined) plan.generated.push({ name: given.name, kind, key: value });
  return { ...terms, id, kind, prefix: keyPrefix(value), hash: hashOfKey(value), ...FRESH };
}

const FRESH = { isRevoked: false, isRetiring: false };

/** A new key with the name and the terms of another one. */
export function replacementOf(old: StoredKey, id: string): { record: StoredKey; key: string } {
  const key = generateApiKey(old.kind);
  return { record: { ...old, id, prefix: keyPrefix(key), hash: hashOfKey(key), ...FRESH }, key };
}

export const KEY: RecordKind<StoredKey> = {
  type: 'key',
  describe: ({ name, kind, prefix }) => ({ name, kind, keyPrefix: prefix }),
  shown: ({ name, kind, agentId, permissions, allowedIps, expiresAt }) => {
    const addresses = allowedIps === null ? null : [...allowedIps];
    return { name, kind, agentId, permissions: [...permissions], allowedIps: addresses, expiresAt };
  },
};

export function keyChanges({ revokes, creates, updates }: Pick<KeyPlan, 'revokes' | 'creates' | 'updates'>): Change[] {
  return [
    ...revokes.map((key) => ({
      kind: 'key.revoked',
      subject: { type: 'key', id: key.id },
      metadata: { ...KEY.describe(key), before: KEY.shown(key) },
    })),
    ...creates.map((key) => createdEntry(KEY, key)),
    ...updates.map((update) => changedEntry(KEY, update)),
  ];
}
