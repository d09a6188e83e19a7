// SPDX-License-Identifier: Apache-2.0
/** Where audit entries are archived: a folder, or a bucket of a store that speaks the protocol of S3. */
import { resolve } from 'node:path';
import { integer, secret, variable, webAddress } from './variable.ts';

interface FolderSettings {
  kind: 'folder';
  folder: string;
}

export interface BucketSettings {
  kind: 'bucket';
  bucket: string;
  /** Without slashes at its ends; empty for none. */
  prefix: string;
  endpoint: string;
  region: string;
  keyId: string;
  secretKey: string;
}

export type ArchivePlace = FolderSettings | BucketSettings;

const AFTER_DAYS_MAX = 36_500;
/** Names that every store takes, and prefixes that need no escape in an address. */
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/;
const KEY_ID = /^[\w+=,.@/-]{3,256}$/;

export const ARCHIVE_VARIABLES = {
  auditArchive: variable(
    'SVC_AUDIT_ARCHIVE',
    'unset: off',
    'Folder, or `s3://BUCKET/PREFIX`, that takes old audit entries as compressed files; the same on every process.',
    (text) => (text === undefined ? null : placeIn(text)),
  ),
  auditArchiveAfterDays: variable(
    'SVC_AUDIT_ARCHIVE_AFTER_DAYS',
    '90',
    'Age in days at which audit entries go there.',
    (text) => integer(text ?? '90', 1, AFTER_DAYS_MAX),
  ),
  s3Endpoint: variable(
    'SVC_S3_ENDPOINT',
    'that of Amazon for the region',
    'Address of the store; without TLS only in a range of `SVC_EGRESS_ALLOW`.',
    (text) => (text === undefined ? null : webAddress(text)),
  ),
  s3Region: variable('SVC_S3_REGION', 'us-east-1', 'Region that requests to the store are signed for.', (text) =>
    matching(text ?? 'us-east-1', /^[a-z0-9-]{2,40}$/, 'such as eu-central-1'),
  ),
  s3AccessKeyId: secret('SVC_S3_ACCESS_KEY_ID', 'unset', 'Id of the key for the store.', (text) =>
    text === undefined ? null : matching(text, KEY_ID, 'the id of an access key'),
  ),
  s3SecretAccessKey: secret('SVC_S3_SECRET_ACCESS_KEY', 'unset', 'Secret of that key.', (text) => text ?? null),
} as const;

interface Given {
  auditArchive: { folder: string } | { bucket: string; prefix: string } | null;
  s3Endpoint: string | null;
  s3Region: string;
  s3AccessKeyId: string | null;
  s3SecretAccessKey: string | null;
}

/** @returns null: nothing is archived */
export function archivePlaceOf(given: Given): ArchivePlace | null {
  const { auditArchive: place, s3Region: region, s3AccessKeyId: keyId, s3SecretAccessKey: secretKey } = given;
  if (place === null || 'folder' in place) return place && { kind: 'folder', ...place };
  const endpoint = given.s3Endpoint ?? `https://s3.${region}.amazonaws.com`;
  return { kind: 'bucket', ...place, endpoint, region, keyId: keyId ?? '', secretKey: secretKey ?? '' };
}

/** @returns what is wrong with them together; null when nothing is */
export function archiveFault(values: Readonly<Record<string, unknown>>): string | null {
  const { auditArchive: place, s3AccessKeyId: keyId, s3SecretAccessKey: secretKey } = values;
  const isBucket = typeof place === 'object' && place !== null && 'bucket' in place;
  if (!isBucket || (keyId && secretKey)) return null;
  return 'SVC_S3_ACCESS_KEY_ID and SVC_S3_SECRET_ACCESS_KEY are required with a bucket in SVC_AUDIT_ARCHIVE.';
}

function placeIn(text: string): { folder: string } | { bucket: string; prefix: string } {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { folder: resolve(text) };
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(text) ?? [];
  const parts = prefix.split('/').filter((part) => part !== '');
  if (bucket === undefined || parts.some((part) => /^\.+$/.test(part))) {
    throw new Error('must be a folder or an address such as s3://bucket/prefix');
  }
  return { bucket, prefix: parts.join('/') };
}

function matching(text: string, pattern: RegExp, example: string): string {
  if (!pattern.test(text)) throw new Error(`must be ${example}`);
  return text;
}
