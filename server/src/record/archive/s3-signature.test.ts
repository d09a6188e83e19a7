// SPDX-License-Identifier: Apache-2.0
/** Guarantee: signatures are those of the examples that Amazon publishes for S3. */
import { expect, it } from 'vitest';
import { signedHeaders } from './s3-signature.ts';

const KEYS = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = new Date('2013-05-24T00:00:00Z');
const HOST = 'https://examplebucket.s3.amazonaws.com';

it.each([
  [
    'reads an object',
    { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' }, body: '' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'writes an object',
    {
      method: 'PUT',
      path: '/test%24file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'lists a bucket',
    { method: 'GET', path: '/?max-keys=2&prefix=J', headers: {}, body: '' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s', (_what, { method, path, headers, body }, signature) => {
  const signed = signedHeaders({ method, url: new URL(HOST + path), headers, body: Buffer.from(body) }, KEYS, AT);
  expect(signed.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request,SignedHeaders=[a-z0-9;-]+,Signature=/,
  );
  expect(signed.authorization?.split('Signature=')[1]).toBe(signature);
  expect(Object.keys(signed)).not.toContain('host');
});
