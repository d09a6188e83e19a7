// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the mail server's address sets TLS and sender, and errors in it are reported without its password. */
import { describe, expect, it } from 'vitest';
import { parseSmtpAddress } from './smtp-address.ts';

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, credentials: null, from: null }],
  ['smtps://mail.example/', { host: 'mail.example', port: 465, isTls: true, credentials: null, from: null }],
  ['smtp://[::1]:25', { host: '::1', port: 25, isTls: false, credentials: null, from: null }],
  [
    'smtps://a%40b.test:p%2F%3A%40@10.0.0.5:2465?from=no-reply@b.test',
    {
      host: '10.0.0.5',
      port: 2465,
      isTls: true,
      credentials: { user: 'a@b.test', password: 'p/:@' },
      from: 'no-reply@b.test',
    },
  ],
  [
    'smtps://a%40b.test:secret@mail.example',
    {
      host: 'mail.example',
      port: 465,
      isTls: true,
      credentials: { user: 'a@b.test', password: 'secret' },
      from: 'a@b.test',
    },
  ],
])('%s is read', (text, address) => {
  expect(parseSmtpAddress(text)).toEqual(address);
});

describe('an address that cannot be used', () => {
  it.each([
    'hunter2',
    'http://u:hunter2@mail.example',
    'smtp://u:hunter2@',
    'smtp://u:hunter2@mail.example:0',
    'smtp://u:hunter2@mail.example:65536',
    'smtp://u:hunter2@mail.example/path',
    'smtp://u:hunter2@mail.example#fragment',
    'smtp://:hunter2@mail.example',
    'smtp://hunter2@mail.example',
    'smtp://u:hunter2%0d%0aRSET@mail.example',
    'smtp://u:hunter2%zz@mail.example',
    'smtp://u:hunter2@mail.example?tls=off',
    'smtp://u:hunter2@mail.example?from=nobody',
    'smtp://u:hunter2@mail.example?from=a@b.test%0d%0aBcc:c@d.test',
    'smtp://u:hunter2@mail.example?from=a@b.test&from=c@d.test',
    'smtp://u:hunter2@mail%0d%0a.example',
  ])('%s is refused, and the sentence holds nothing of it', (text) => {
    let message = '';
    try {
      parseSmtpAddress(text);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^(must|may) /);
    expect(message).not.toContain('hunter2');
  });
});
