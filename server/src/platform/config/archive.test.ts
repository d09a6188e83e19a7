// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the archive is where its variables say, and a bucket without its key stops the start. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { archivePlaceOf, readConfig } from './index.ts';

const KEY = { SVC_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE', SVC_S3_SECRET_ACCESS_KEY: 'secret' };
const placeIn = (environment: NodeJS.ProcessEnv) => archivePlaceOf(readConfig(environment));

it('is off by default, and takes entries of 90 days', () => {
  expect(placeIn({})).toBeNull();
  expect(readConfig({}).auditArchiveAfterDays).toBe(90);
});

it('is a folder', () => {
  expect(placeIn({ SVC_AUDIT_ARCHIVE: './files' })).toEqual({ kind: 'folder', folder: resolve('./files') });
});

it.each([
  ['s3://bucket', 'bucket', ''],
  ['s3://my.bucket-1/', 'my.bucket-1', ''],
  ['s3://bucket/svc/audit/', 'bucket', 'svc/audit'],
])('is a bucket: %s', (SVC_AUDIT_ARCHIVE, bucket, prefix) => {
  const [endpoint, region] = ['https://s3.us-east-1.amazonaws.com', 'us-east-1'];
  const place = { kind: 'bucket', bucket, prefix, region, keyId: 'AKIAEXAMPLE', secretKey: 'secret' };
  expect(placeIn({ SVC_AUDIT_ARCHIVE, ...KEY })).toEqual({ ...place, endpoint });
  const SVC_S3_ENDPOINT = 'http://minio.internal:9000';
  expect(placeIn({ SVC_AUDIT_ARCHIVE, SVC_S3_ENDPOINT, ...KEY })).toEqual({ ...place, endpoint: SVC_S3_ENDPOINT });
});

it.each([
  [{ SVC_AUDIT_ARCHIVE: 's3://bucket' }, 'SVC_S3_ACCESS_KEY_ID and SVC_S3_SECRET_ACCESS_KEY are required'],
  [{ SVC_AUDIT_ARCHIVE: 's3://bucket', SVC_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE' }, 'are required with a bucket'],
  [{ SVC_AUDIT_ARCHIVE: 's3://Bucket', ...KEY }, 'SVC_AUDIT_ARCHIVE must be a folder or an address'],
  [{ SVC_AUDIT_ARCHIVE: 's3://bucket/a/../b', ...KEY }, 'SVC_AUDIT_ARCHIVE must be'],
  [{ SVC_AUDIT_ARCHIVE: 's3://bucket/a?b', ...KEY }, 'SVC_AUDIT_ARCHIVE must be'],
  [{ SVC_AUDIT_ARCHIVE: 'https://store.example/bucket' }, 'SVC_AUDIT_ARCHIVE must be'],
  [{ SVC_AUDIT_ARCHIVE_AFTER_DAYS: '0' }, 'SVC_AUDIT_ARCHIVE_AFTER_DAYS must be a whole number from 1'],
  [{ SVC_S3_REGION: 'a b' }, 'SVC_S3_REGION must be'],
  [{ SVC_S3_ENDPOINT: 'https://store.example/path' }, 'SVC_S3_ENDPOINT must have no path'],
])('stops the start: %j', (environment: NodeJS.ProcessEnv, fault) => {
  expect(() => readConfig(environment)).toThrow(fault);
});
