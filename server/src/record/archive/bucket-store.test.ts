// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: files in a bucket are those that were written, below the prefix and the organization. Each request is signed.
 * A store that refuses or fails is an error, never an empty answer.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { S3_KEYS, startStore, type TestStore } from '#harness/s3';
import { createEgress, type Egress } from '../../outgoing/egress/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import type { BucketSettings } from '../../platform/config/index.ts';
import { openBucketStore } from './bucket-store.ts';

const [ONE, OTHER] = ['01a02886-0000-7000-8000-000000000001', '01a02886-0000-7000-8000-000000000002'];

let store: TestStore;
let egress: Egress;
beforeAll(async () => {
  store = await startStore(() => systemClock.nowMs());
  egress = createEgress({ allow: ['127.0.0.1'] });
});
afterAll(async () => {
  await egress.close();
  await store.stop();
});
beforeEach(() => {
  store.objects.clear();
  store.answers.length = 0;
  store.failWith(null);
});

const settings = (changes: Partial<BucketSettings> = {}): BucketSettings => ({
  kind: 'bucket',
  bucket: 'archive',
  prefix: 'svc/audit',
  endpoint: store.endpoint,
  ...S3_KEYS,
  ...changes,
});
const opened = (changes: Partial<BucketSettings> = {}, client = egress) =>
  openBucketStore(settings(changes), client, systemClock);

it('keeps files below the prefix, and writes over one only where that is asked for', async () => {
  const bucket = opened();
  expect(await bucket.read(ONE, 'entries/000.gz')).toBeNull();
  expect(await bucket.create(ONE, 'entries/000.gz', Buffer.from('first'))).toBe(true);
  expect(await bucket.create(ONE, 'entries/000.gz', Buffer.from('second'))).toBe(false);
  expect((await bucket.read(ONE, 'entries/000.gz'))?.toString()).toBe('first');
  await bucket.replace(ONE, 'checkpoint', Buffer.from('one'));
  await bucket.replace(ONE, 'checkpoint', Buffer.from('two'));
  expect([...store.objects]).toEqual([
    [`archive/svc/audit/${ONE}/entries/000.gz`, Buffer.from('first')],
    [`archive/svc/audit/${ONE}/checkpoint`, Buffer.from('two')],
  ]);
  await bucket.remove(ONE, 'checkpoint');
  await bucket.remove(ONE, 'checkpoint');
  expect([...store.objects.keys()]).toEqual([`archive/svc/audit/${ONE}/entries/000.gz`]);
});

it('leaves a file that another process made between the look and the writing', async () => {
  const late: Egress = {
    ...egress,
    async request(request) {
      const answer = await egress.request(request);
      if (request.method === 'GET') store.objects.set(`archive/${ONE}/entries/000.gz`, Buffer.from('theirs'));
      return answer;
    },
  };
  expect(await opened({ prefix: '' }, late).create(ONE, 'entries/000.gz', Buffer.from('ours'))).toBe(false);
  expect(store.objects.get(`archive/${ONE}/entries/000.gz`)?.toString()).toBe('theirs');
});

it('removes all files of an organization, however many, and no other', async () => {
  const bucket = opened();
  for (let at = 0; at < 20; at += 1) await bucket.create(ONE, `entries/0${10 + at}.gz`, Buffer.from('x'));
  await bucket.create(OTHER, 'entries/000.gz', Buffer.from('x'));
  await bucket.removeAll(ONE);
  expect([...store.objects.keys()]).toEqual([`archive/svc/audit/${OTHER}/entries/000.gz`]);
});

it('fails with the reason of the store, and says no secret', async () => {
  await opened().create(ONE, 'checkpoint', Buffer.from('x'));
  await expect(opened({ secretKey: 'other' }).read(ONE, 'checkpoint')).rejects.toThrow('403 (SignatureDoesNotMatch)');
  await expect(opened({ keyId: 'AKIAOTHER' }).read(ONE, 'checkpoint')).rejects.toThrow('403 (InvalidAccessKeyId)');
  store.failWith(503);
  for (const work of [
    opened().read(ONE, 'checkpoint'),
    opened().create(ONE, 'checkpoint', Buffer.from('x')),
    opened().replace(ONE, 'checkpoint', Buffer.from('x')),
    opened().remove(ONE, 'checkpoint'),
    opened().removeAll(ONE),
  ]) {
    await expect(work).rejects.toThrow(/^the store answered [A-Z]+ [\w/.-]* ?with 503 \(InternalError\)$/);
  }
  expect(store.answers.filter((one) => one.endsWith('503'))).toHaveLength(5);
});

it('reaches no address that the operator did not open', async () => {
  const guarded = createEgress({ allow: [] });
  await expect(opened({}, guarded).read(ONE, 'checkpoint')).rejects.toThrow();
  await guarded.close();
  expect(store.answers).toEqual([]);
});
