// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the guide names the libraries that check a delivery, and those that refuse every one. */
import { createHmac, randomBytes } from 'node:crypto';
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
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  const body = '{"id":"1","text":"ação"}';
  const now = Math.floor(Date.now() / 1_000);
  expect(webhooks.constructEvent(Buffer.from(body), signDelivery(secret, now, body), secret)).toEqual(JSON.parse(body));
  expect(GUIDE).toContain('constructEvent');
});

it('a library of Standard Webhooks finds neither its headers nor its digest', () => {
  const [id, at, body] = ['018f', '1700000000', '{"id":"1"}'];
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const theirs = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  expect(signDelivery(secret, Number(at), body)).not.toContain(theirs);
  // Their base64 has no - and _, which a secret of ours may have.
  expect('-_').not.toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
  for (const name of ['Standard Webhooks', 'Svix', 'webhook-signature']) expect(GUIDE).toContain(name);
});
