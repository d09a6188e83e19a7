// SPDX-License-Identifier: Apache-2.0
/** Keyed hashes of the fields of one record of the file, and how they differ from earlier ones. */
import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';
import { plainValue } from '@svc/documents';
import { type Vault, VaultError } from '../../../platform/vault/index.ts';
import type { Place } from '../reading/index.ts';

/** The lists of an organization in the file, and the organization's own settings. */
const RECORD_KINDS = [
  'organization',
  'users',
  'resources',
  'agents',
  'apiKeys',
  'integrations',
  'httpRoutes',
  'mcpRoutes',
  'webhooks',
  'policies',
  'guardrails',
  'budgets',
  'toolRules',
] as const;
export type RecordKindName = (typeof RECORD_KINDS)[number];

/** One record of the file: what tells it from others of its kind, and where it stands. */
export interface FileRecord {
  readonly kind: RecordKindName;
  readonly key: string;
  readonly place: Place;
}

/** The hashes of a record's fields by their names, under the encryption key of this id. */
export interface SaidFields {
  readonly keyId: string;
  readonly fields: Readonly<Record<string, string>>;
}

const PURPOSE = 'provisioned-field';
/** Half of the hash: enough to tell two values apart, and 10,000 records stay small. */
const MAC_BYTES = 16;

export function recordDigest({ key }: Pick<FileRecord, 'key'>): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The lists of records inside an organization are records of their own. */
function fieldsIn({ kind, place }: FileRecord): [string, JsonValue][] {
  const lists: readonly string[] = RECORD_KINDS;
  return [...place.node.entries]
    .filter(([name]) => kind !== 'organization' || !(name === 'name' || lists.includes(name)))
    .map(([name, { value }]) => [name, plainValue(value) as JsonValue]);
}

/** The hash is bound to its record: equal passwords of two people have different ones. */
function textOf(organizationId: string, record: FileRecord, name: string, value: JsonValue): string {
  return canonicalJson([organizationId, record.kind, record.key, name, value]);
}

/** The id of the encryption key under which new hashes are made. */
export function hashKeyId(vault: Vault): string {
  return vault.keyedHash(PURPOSE, '').keyId;
}

export function saidFields(vault: Vault, organizationId: string, record: FileRecord): SaidFields {
  const fields = fieldsIn(record).map(([name, value]) => {
    const { mac } = vault.keyedHash(PURPOSE, textOf(organizationId, record, name, value));
    return [name, encoded(mac)];
  });
  return { keyId: hashKeyId(vault), fields: Object.fromEntries(fields) };
}

/**
 * The fields that the file gives now, and gave otherwise or not at all before. A field that it gives no longer counts
 * too. A setting that it gives no longer stays, and does not count.
 * @returns null when the encryption key of the earlier hashes is gone: then no difference can be told
 */
export function fieldsChangedSince(
  vault: Vault,
  organizationId: string,
  record: FileRecord,
  before: SaidFields,
): { changed: Set<string>; isSame: boolean } | null {
  try {
    const given = fieldsIn(record);
    const changed = given.filter(([name, value]) => {
      const text = textOf(organizationId, record, name, value);
      return encoded(vault.keyedHashWith(before.keyId, PURPOSE, text).mac) !== before.fields[name];
    });
    const names = new Set(given.map(([name]) => name));
    const dropped = Object.keys(before.fields).filter((name) => !names.has(name));
    const counted = record.kind === 'organization' ? [] : dropped;
    return {
      changed: new Set([...changed.map(([name]) => name), ...counted]),
      isSame: changed.length === 0 && dropped.length === 0,
    };
  } catch (error) {
    if (error instanceof VaultError && error.reason === 'unknown_key') return null;
    throw error;
  }
}

function encoded(mac: Buffer): string {
  return mac.subarray(0, MAC_BYTES).toString('base64url');
}
