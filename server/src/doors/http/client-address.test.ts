// SPDX-License-Identifier: Apache-2.0
/** Guarantee: addresses are compared by their meaning, not by their spelling. */
import { describe, expect, it } from 'vitest';
import { addressList } from '../../platform/addresses/index.ts';
import { clientAddress } from './client-address.ts';

describe('a list', () => {
  const list = addressList(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::ffff:198.51.100.0/120', 'nonsense']);

  it.each([
    ['10.255.255.255', true],
    ['::ffff:10.1.2.3', true],
    ['11.0.0.0', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8:ffff::1', true],
    ['2001:DB8::1', true],
    ['2001:db9::1', false],
    ['198.51.100.200', true],
    ['198.51.101.1', false],
    ['', false],
    ['10.1', false],
    ['010.0.0.1', false],
    ['0x0a000001', false],
    ['10.0.0.1.example', false],
    ['nonsense', false],
  ])('contains %s: %s', (address, contained) => {
    expect(list.contains(address)).toBe(contained);
  });

  it('of nothing contains nothing', () => {
    expect(addressList([]).contains('10.0.0.1')).toBe(false);
  });
});

describe('the address of a client', () => {
  const proxies = addressList(['10.0.0.0/8', '::1']);

  it.each([
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2, ::1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1:4711', '10.0.0.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '2001:0DB8:0:0::1', '2001:db8::1'],
    ['10.0.0.1', '::10.0.0.2', '::a00:2'],
    ['', '198.51.100.1', ''],
  ])('peer %s with %s is %s', (peer, forwarded, client) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(client);
  });
});
