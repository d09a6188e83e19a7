// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no path leaves the base address of a route, and the caller cannot set a credential's parameter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors/index.ts';
import { baseAddressOf, checkedPath, upstreamAddress } from './upstream-address.ts';

const BASE = 'https://api.crm.test/v1';
const joined = (path: string, base = BASE) => {
  const target = upstreamAddress(baseAddressOf(base), checkedPath(path), null);
  return target.origin + target.path;
};

describe('a path', () => {
  it.each([
    ['/contacts', 'https://api.crm.test/v1/contacts'],
    ['/', 'https://api.crm.test/v1/'],
    ['/a/b;c=1,2/@me', 'https://api.crm.test/v1/a/b;c=1,2/@me'],
    ['/a?b=c&d=//evil.test/../x&e=@&f=%2e%2e%2f', 'https://api.crm.test/v1/a?b=c&d=//evil.test/../x&e=@&f=%2e%2e%2f'],
    ['/@evil.test/', 'https://api.crm.test/v1/@evil.test/'],
    ['/:80/', 'https://api.crm.test/v1/:80/'],
    ['/joão?q=ação', 'https://api.crm.test/v1/jo%C3%A3o?q=a%C3%A7%C3%A3o'],
    ['/😀', 'https://api.crm.test/v1/%F0%9F%98%80'],
    ['/a%20b', 'https://api.crm.test/v1/a%20b'],
    ['/a%3bb/%c3%a7', 'https://api.crm.test/v1/a%3bb/%c3%a7'],
    ['/...', 'https://api.crm.test/v1/...'],
    ['/.well-known/x.y', 'https://api.crm.test/v1/.well-known/x.y'],
    ['/a?', 'https://api.crm.test/v1/a'],
    ['/100%25', 'https://api.crm.test/v1/100%25'],
    ['/100%25of', 'https://api.crm.test/v1/100%25of'],
    ['/50%2525/a.b', 'https://api.crm.test/v1/50%2525/a.b'],
    ['/%E0%A4%A8%F0%9F%98%80', 'https://api.crm.test/v1/%E0%A4%A8%F0%9F%98%80'],
    ['/caf%e9', 'https://api.crm.test/v1/caf%e9'],
    ['/what%3f', 'https://api.crm.test/v1/what%3f'],
    ['/v1.2%20b..c', 'https://api.crm.test/v1/v1.2%20b..c'],
  ])('%s is appended', (path, address) => {
    expect(joined(path)).toBe(address);
  });

  it.each([
    ['https://api.crm.test/', '/a', 'https://api.crm.test/a'],
    ['https://api.crm.test', '/a', 'https://api.crm.test/a'],
    ['https://api.crm.test/v1/', '/a', 'https://api.crm.test/v1/a'],
    ['http://[2001:db8::1]:8080/v1', '/a', 'http://[2001:db8::1]:8080/v1/a'],
  ])('has one slash between it and the base %s', (base, path, address) => {
    expect(joined(path, base)).toBe(address);
  });

  it.each([
    '//evil.test/',
    '/a//b',
    '/..',
    '/../admin',
    '/a/../../admin',
    '/./a',
    '/a/..',
    '/..;/admin',
    '/..;x=1/admin',
    '/..%3b/admin',
    '/..%253Bx=1/admin',
    '/%c0%ae%c0%ae/admin',
    '/a%C1%9cb',
    '/a%25c0%afb',
    '/%2e%2e/admin',
    '/%2E%2e/admin',
    '/.%2e/admin',
    '/%252e%252e/admin',
    '/%25252e/admin',
    '/..%2fadmin',
    '/a%2fb',
    '/a%5cb',
    '/a%255cb',
    '/%25%32%65%25%32%65/admin',
    '/%252%65%252%65/admin',
    '/%25%32e/admin',
    '/a%25%32%66b',
    '/a%%32%66b',
    '/a%25%35%63b',
    '/%25%32%35%32%65/admin',
    '/%2525252525252525252e/admin',
    '/%e0%80%ae%e0%80%ae/admin',
    '/a%25e0%80%afb',
    '/%f0%80%80%ae/admin',
    '/%f8%80%80%80%ae/admin',
    '/%fc%80%80%80%80%ae/admin',
    '/%25%63%30%ae/admin',
    '/%25u002e%25u002e/admin',
    '/..%25%33%62x/admin',
    '/..%3fx',
    '/..%23x/admin',
    '/..%20/admin',
    '/a%25%30%30b',
    '/a%250%61b',
    '/%2f%2fevil.test',
    '/\\evil.test',
    '/\\\\evil.test/',
    '/a\\..\\b',
    '/a#b',
    '/#',
    '/a?b#c',
    '/a\r\nHost: evil.test',
    '/a\nb',
    '/a\tb',
    '/a b',
    '/a?b c',
    '/a?b\r\nX: y',
    '/a%0d%0aX:%20y',
    '/a%00b',
    '/a%250ab',
    '/a%zz',
    '/a%',
    '/a\u007fb',
  ])('%j is refused', (path) => {
    expect(() => checkedPath(path)).toThrow(ApiError);
    try {
      checkedPath(path);
    } catch (error) {
      expect(error).toMatchObject({ status: 400, fields: { path: expect.any(String) } });
    }
  });

  it('that is not refused stays below its base, whatever it is, however often an upstream decodes it', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '.', '..', '%2e', '%2f', '%5c', '%25', '\\', '@', ':', '?', '#', ';', '//', '%00', '\r\n'),
      fc.constantFrom('2', '5', 'e', 'F', '%32', '%35', '%65', '%66', '%252', '%63', '%30', '%e0', '%80', '%ae', '%af'),
      fc.string({ maxLength: 4, unit: 'grapheme' }),
    );
    const path = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);
    let accepted = 0;
    fc.assert(
      fc.property(path, (one) => {
        let address: string;
        try {
          address = joined(one.toWellFormed(), 'https://api.crm.test:8443/v1/base');
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          return;
        }
        accepted += 1;
        const { host, pathname, username } = new URL(address);
        expect(host).toBe('api.crm.test:8443');
        expect(username).toBe('');
        expect(pathname.startsWith('/v1/base/')).toBe(true);
        // The result of an upstream that decodes first, in any number of rounds.
        const segments = pathname.split('/').length;
        for (const round of rounds(pathname)) {
          expect(round.split(/[/\\]/)).not.toContain('..');
          expect(round.split(/[/\\]/)).toHaveLength(segments);
          expect(round).not.toMatch(CONTROL_OR_OVERLONG);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  it('that is longer than any other takes no longer for escapes within escapes', () => {
    const nested = `/%${'25'.repeat(490)}`;
    expect(joined(nested)).toBe(`https://api.crm.test/v1${nested}`);
    expect(() => checkedPath(`${nested}2e`)).toThrow(ApiError);
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL_OR_OVERLONG = /[\0-\x1f\x7f\xc0\xc1]|\xe0[\x80-\x9f]/;

/** The path after each round of undoing its escapes, byte by byte, until there is none. */
function rounds(pathname: string): string[] {
  const all = [pathname];
  for (let last = pathname; /%[0-9a-f]{2}/i.test(last); all.push(last)) {
    last = last.replaceAll(/%[0-9a-f]{2}/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)));
  }
  return all;
}

describe('a parameter of a credential', () => {
  it.each([
    ['/a', 'api_key=s%26%3D%20'],
    ['/a?b=c', 'b=c&api_key=s%26%3D%20'],
    ['/a?api_key=mine', 'api_key=s%26%3D%20'],
    ['/a?x=1&api_key=mine&api%5Fkey=too&%61pi_key&y=2', 'x=1&y=2&api_key=s%26%3D%20'],
    ['/a?API_KEY=mine&api_key2=z', 'api_key2=z&api_key=s%26%3D%20'],
    ['/a?x=1;api_key=mine;y=2', 'x=1;y=2&api_key=s%26%3D%20'],
    ['/a?;Api_Key=mine', 'api_key=s%26%3D%20'],
    ['/a?api_key[]=mine&api_key%5B0%5D=mine&api_key[a][b]=mine', 'api_key=s%26%3D%20'],
    ['/a?api.key=mine&api%20key=mine&api+key=mine&api[key=mine', 'api_key=s%26%3D%20'],
    ['/a?api%255Fkey=mine&x%3Bapi_key=mine&x%26api_key=mine', 'api_key=s%26%3D%20'],
    ['/a?+api_key=mine&api_key', 'api_key=s%26%3D%20'],
    ['/a?myapi_key=a&api-key=b&apikey=c&x=api_key', 'myapi_key=a&api-key=b&apikey=c&x=api_key&api_key=s%26%3D%20'],
    ['/a?x=1;y=2&filter[a]=3', 'x=1;y=2&filter[a]=3&api_key=s%26%3D%20'],
    ['/a?b=c%2', 'b=c%2&api_key=s%26%3D%20'],
  ])('wins over those of the same name in %s', (path, query) => {
    const address = upstreamAddress(baseAddressOf(BASE), checkedPath(path), { name: 'api_key', value: 's&= ' });
    expect(address).toMatchObject({ origin: 'https://api.crm.test', path: `/v1/a?${query}` });
  });
});
