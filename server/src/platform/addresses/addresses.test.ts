// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an address has one normal form and one part that limits count by, and a range one meaning. */
import { describe, expect, it } from 'vitest';
import { addressList, isAddress, limitedAddress, normalAddress, rangeFault } from './index.ts';

describe('the normal form', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.77'],
    ['::FFFF:cb00:714d', '203.0.113.77'],
    ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.77'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['2001:db8::0.0.0.1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    // It looks like an IPv4 address, and is none.
    ['::10.1.2.3', '::a01:203'],
  ])('of %s is %s', (text, normal) => {
    expect(normalAddress(text)).toBe(normal);
    expect(normalAddress(normal)).toBe(normal);
  });

  it.each(['', '10.1', '010.0.0.1', '0x0a000001', '167772161', '10.0.0.1.example', '::ffff:010.0.0.1', '1::2::3', '%'])(
    'is none for %s',
    (text) => {
      expect(normalAddress(text)).toBeNull();
      expect(isAddress(text)).toBe(false);
    },
  );
});

describe('the part that limits count by', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.77'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ])('of %s is %s', (text, limited) => {
    expect(limitedAddress(text)).toBe(limited);
  });
});

describe('a range as it is written', () => {
  it.each([
    '10.0.0.0/8',
    '0.0.0.0/0',
    '192.0.2.7',
    '192.0.2.7/32',
    '2001:db8::/32',
    '2001:0DB8:0::/32',
    '2001:db8::1',
    '::/0',
    '::ffff:198.51.100.0/120',
    '64:ff9b::/96',
  ])('%s is taken', (entry) => {
    expect(rangeFault(entry)).toBeNull();
  });

  it.each([
    ['10/8', 'write 10.0.0.0/8'],
    ['172.16/12', 'write 172.16.0.0/12'],
    ['192.168/16', 'write 192.168.0.0/16'],
    ['1/1', 'write 0.0.0.0/1'],
    ['0/0', 'write 0.0.0.0/0'],
    ['010.0.0.0/8', 'write 10.0.0.0/8'],
    ['0x0a.0.0.0/8', 'write 10.0.0.0/8'],
    ['10.0.0.1/0', 'write 0.0.0.0/0, or 10.0.0.1 for that address alone'],
    ['10.0.0.1/8', 'write 10.0.0.0/8, or 10.0.0.1 for that address alone'],
    ['10.0.0.0/08', 'write 10.0.0.0/8'],
    ['10.0.0.0/255.0.0.0', 'write 10.0.0.0/8'],
    ['10.0.0.0/33', 'write one from 0 to 32'],
    ['010.0.0.1', 'write 10.0.0.1'],
    ['2001:db8::1/32', 'write 2001:db8::/32'],
    ['2001:db8/32', 'write 2001:db8::/32'],
    ['2001:db8::/129', 'write one from 0 to 128'],
    ['::ffff:198.51.100.7/120', 'write ::ffff:c633:6400/120'],
    ['::ffff:0:0/95', 'write ::fffe:0:0/95'],
  ])('%s is refused: %s', (entry, meant) => {
    const fault = rangeFault(entry);
    expect(fault).toContain(`\`${entry}\``);
    expect(fault).toContain(meant);
  });

  it.each(['', 'example.com', '10.0.0', '10', 'fe80::1%eth0', 'fe80::1%eth0/64', '10.0.0.0/', '/8', '10.0.0.0/x', '*'])(
    '%s is refused as neither',
    (entry) => {
      expect(rangeFault(entry)).toContain('is neither; write one such as');
    },
  );

  it('is not repeated when it is long or holds controls', () => {
    expect(rangeFault('x'.repeat(61))).toMatch(/^this one is neither/);
    expect(rangeFault('\u001b[31m')).toMatch(/^this one is neither/);
  });
});

it('keeps the meaning of ranges that were stored with host bits or in short', () => {
  expect(addressList(['10.0.0.1/8']).contains('10.255.0.1')).toBe(true);
  expect(addressList(['2001:db8::1/32']).contains('2001:db8:1::')).toBe(true);
  expect(addressList(['10/8']).contains('10.0.0.1')).toBe(false);
  expect(addressList(['10/8']).contains('0.0.0.1')).toBe(true);
});
