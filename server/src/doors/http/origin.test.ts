// SPDX-License-Identifier: Apache-2.0
/** Guarantee: only our own pages may make changes; requests of other pages, or without an origin, are refused. */
import { describe, expect, it } from 'vitest';
import { checkOrigin, keepsSessionCookies, ownOrigins } from './origin.ts';

const loopback = { address: '127.0.0.1', family: 'IPv4', port: 4000 };

describe('our origins', () => {
  it('are the base address without its path, and each name of loopback on the port of a loopback listener', () => {
    expect([...ownOrigins('https://svc.example/api', loopback)]).toEqual([
      'https://svc.example',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
      'http://localhost:4000',
    ]);
    expect(ownOrigins('http://[::1]:4000', { ...loopback, address: '::1' }).has('http://localhost:4000')).toBe(true);
  });

  it('leave a port out that goes without saying', () => {
    expect(ownOrigins('http://localhost:80', { ...loopback, port: 80 }).has('http://localhost')).toBe(true);
    expect(ownOrigins('https://svc.example:443', null)).toEqual(new Set(['https://svc.example']));
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '::ffff:10.0.0.1'])('on %s are the base address alone', (address) => {
    expect([...ownOrigins('https://svc.example', { ...loopback, address })]).toEqual(['https://svc.example']);
  });
});

describe('a change', () => {
  const origins = ownOrigins('https://svc.example', loopback);
  const check = (headers: Record<string, string>) => () => checkOrigin(headers, origins);

  it.each([
    { origin: 'https://svc.example' },
    { origin: 'http://localhost:4000' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://svc.example', 'sec-fetch-site': 'same-origin' },
  ])('is taken with %o', (headers) => {
    expect(check(headers)).not.toThrow();
  });

  it.each<Record<string, string>>([
    {},
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://svc.example:444' },
    { origin: 'http://svc.example' },
    { origin: 'https://svc.example.evil.test' },
    { origin: 'https://svc.example/' },
    { origin: 'http://localhost:4001' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://svc.example', 'sec-fetch-site': 'same-site' },
    { referer: 'https://svc.example/app' },
  ])('is refused with %o', (headers) => {
    expect(check(headers)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });
});

it.each([
  ['https://svc.example', true],
  ['http://localhost:4000', true],
  ['http://127.0.0.1:4000', true],
  ['http://[::1]:4000', true],
  ['http://svc.example', false],
  ['http://0.0.0.0:4000', false],
  ['http://10.0.0.1', false],
  ['http://127.0.0.1.evil.test', false],
])('browsers keep the session cookies of %s: %s', (baseUrl, isKept) => {
  expect(keepsSessionCookies(baseUrl)).toBe(isKept);
});
