// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every registered address can be called, because calls follow the same rule. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { targetOf } from './target.ts';
import { readWebAddress } from './web-address.ts';

const HOST_FAULT = 'must have an IP address or a host name of letters, digits and hyphens, without a dot at its end';

it.each([
  ['https://api.test./', HOST_FAULT],
  ['https://a..b/', HOST_FAULT],
  ['https://-a.test/', HOST_FAULT],
  ['https://a!b.test/', HOST_FAULT],
  [`https://${'a'.repeat(64)}.test/`, HOST_FAULT],
  ['https://h:0/', 'must not have the port 0'],
  ['https://h/?a\\b', 'must not hold a backslash'],
  ['https://ana@h/', 'must not carry a user name or password'],
  ['https://h/#', 'must not have a fragment (#)'],
  ['ftp://h/', 'must be an http or https address'],
  ['https://', 'must be an http or https address'],
])('%s is refused at once, and says why', (address, fault) => {
  expect(readWebAddress(address).fault?.text).toBe(fault);
});

it.each([
  ['https://API.test', 'https://api.test/'],
  ['http://0x7f.1:8080/a', 'http://127.0.0.1:8080/a'],
  ['https://[2001:DB8::1]/', 'https://[2001:db8::1]/'],
  ['https://bücher.test/a b?c=é', 'https://xn--bcher-kva.test/a%20b?c=%C3%A9'],
  ['https://my_host.test/', 'https://my_host.test/'],
])('%s is taken as %s', (address, href) => {
  expect(readWebAddress(address)).toEqual({ href });
});

it('is taken alike however often addresses are read', () => {
  for (let count = 0; count < 50_000; count += 1) {
    if (readWebAddress('https://bücher.test/').href === undefined) expect.fail(`not taken at call ${count}`);
  }
});

it('whatever is taken is an address that calls take', () => {
  const piece = fc.constantFrom(
    'a',
    'B',
    '.',
    '-',
    '_',
    ':',
    '0',
    '80',
    '/',
    '?',
    '\\',
    '@',
    '%',
    '[::1]',
    'é',
    ' ',
    '!',
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { href } = readWebAddress(`https://${pieces.join('')}`);
      if (href === undefined) return;
      taken += 1;
      expect(targetOf(href).origin).toBe(new URL(href).origin);
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(50);
});
