// SPDX-License-Identifier: Apache-2.0
/** Guarantee: deliveries are signed as published, and nothing else verifies. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureFault, signDelivery, verifyDelivery } from './index.ts';

const SECRET = 'whsec_c2VjcmV0';
const BODY = '{"id":"1","text":"ação 😀"}';
const T = 1_764_000_000;
const HEADER = signDelivery(SECRET, T, BODY);
const delivery = (change: Partial<Parameters<typeof signatureFault>[0]> = {}) => ({
  secret: SECRET,
  header: HEADER,
  rawBody: BODY,
  nowSeconds: T,
  ...change,
});

describe('signDelivery', () => {
  it('is HMAC-SHA256 of the digits, a dot and the body, under the whole secret', () => {
    const digest = createHmac('sha256', 'whsec_c2VjcmV0').update(`1764000000.${BODY}`, 'utf8').digest('hex');
    expect(HEADER).toBe(`t=1764000000,v1=${digest}`);
  });

  it('takes the first second of all', () => {
    expect(signDelivery(SECRET, 0, BODY)).toMatch(/^t=0,v1=[0-9a-f]{64}$/);
  });

  it('signs bytes and their text alike', () => {
    expect(signDelivery(SECRET, T, Buffer.from(BODY, 'utf8'))).toBe(HEADER);
  });

  it.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the timestamp %s', (timestamp) => {
    expect(() => signDelivery(SECRET, timestamp, BODY)).toThrow(RangeError);
  });
});

describe('signatureFault', () => {
  it('accepts what was signed, within 300 seconds either way', () => {
    for (const nowSeconds of [T, T - 300, T + 300]) expect(signatureFault(delivery({ nowSeconds }))).toBeNull();
    expect(verifyDelivery(delivery())).toBe(true);
  });

  it.each([T - 301, T + 301, T + 300.001, Number.NaN])('refuses the clock %s', (nowSeconds) => {
    expect(signatureFault(delivery({ nowSeconds }))).toBe('timestamp_out_of_tolerance');
    expect(verifyDelivery(delivery({ nowSeconds }))).toBe(false);
  });

  it.each([
    ['another body', { rawBody: `${BODY} ` }],
    ['another secret', { secret: 'c2VjcmV0' }],
    ['another timestamp', { header: HEADER.replace('t=1764000000', 't=1764000001') }],
    ['another digest', { header: HEADER.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
  ])('refuses %s', (_, change) => {
    expect(signatureFault(delivery(change))).toBe('signature_mismatch');
  });

  const [, digest = ''] = HEADER.split('v1=');
  it.each([
    ['nothing', ''],
    ['no timestamp', `v1=${digest}`],
    ['no v1', `t=${T}`],
    ['two v1', `t=${T},v1=${digest},v1=${digest}`],
    ['two timestamps', `t=${T},t=${T},v1=${digest}`],
    ['a space', `t=${T}, v1=${digest}`],
    ['the other order', `v1=${digest},t=${T}`],
    ['upper case', `t=${T},v1=${digest.toUpperCase()}`],
    ['a short digest', `t=${T},v1=${digest.slice(2)}`],
    ['a long digest', `t=${T},v1=${digest}00`],
    ['a further scheme', `t=${T},v1=${digest},v0=${digest}`],
    ['a leading zero', `t=0${T},v1=${digest}`],
    ['a sign', `t=-${T},v1=${digest}`],
    ['a fraction', `t=${T}.0,v1=${digest}`],
    ['an endless number', `t=${'9'.repeat(400)},v1=${digest}`],
    ['a line feed at the end', `${HEADER}\n`],
  ])('refuses a header with %s', (_, header) => {
    expect(signatureFault(delivery({ header }))).toBe('malformed_header');
  });

  it('never throws and never accepts what was not signed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (header, rawBody) => {
        expect(verifyDelivery(delivery({ header, rawBody }))).toBe(false);
      }),
    );
  });

  it('accepts every body and secret that it signed', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), fc.nat(), (secret, rawBody, timestamp) => {
        const header = signDelivery(secret, timestamp, rawBody);
        expect(signatureFault({ secret, header, rawBody, nowSeconds: timestamp })).toBeNull();
      }),
    );
  });
});
