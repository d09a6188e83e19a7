// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a library that the guide names checks a delivery of our own form. */
import { randomBytes } from 'node:crypto';
import { signDelivery } from '@svc/core/signature';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { readRepositoryFile } from '../../../../test/tidy/source-files.ts';

const GUIDE = readRepositoryFile('docs/guides/webhooks.md');
const { webhooks } = new Stripe('sk_test_none');
const YEARS_SECONDS = 10 ** 10;

it('the libraries of Stripe accept the example of the guide, and a secret as the service makes it', async () => {
  const [, header = ''] = /^(t=\d+,v1=[0-9a-f]{64})$/m.exec(GUIDE) ?? [];
  expect(webhooks.constructEvent('{"id":"1"}', header, 'whsec_example', YEARS_SECONDS)).toEqual({ id: '1' });
  expect(() => webhooks.constructEvent('{"id":"2"}', header, 'whsec_example', YEARS_SECONDS)).toThrow();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const body = '{"id":"1","text":"ação"}';
  const now = Math.floor(Date.now() / 1_000);
  expect(webhooks.constructEvent(Buffer.from(body), signDelivery(secret, now, body), secret)).toEqual(JSON.parse(body));
  expect(GUIDE).toContain('constructEvent');
});
