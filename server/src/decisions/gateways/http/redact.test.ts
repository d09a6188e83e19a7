// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an injected secret never comes back, in any spelling of an upstream, not even half of it at the cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { eachDecoding } from '../../../../../core/src/redaction/decodings.ts';
import { patternsOf, REDACTED, redactionOf } from '../../../../../core/src/redaction/index.ts';
import { searchFor } from '../../../../../core/src/redaction/search.ts';
import type { Credential } from '../../../registry/credentials/index.ts';
import { basicPair, injectionOf } from './credential.ts';
import { bytesNeeded, shownBody } from './shown-body.ts';

const SECRET = 'sk/Líve+"7Qz&<9> \\x=end';

const percent = (text: string, digits: (hex: string) => string = (hex) => hex) =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join('');
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const html = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');

const htmlEscaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const bytesOf = (secret: string, write: (byte: number) => string, between = '') =>
  [...Buffer.from(secret)].map(write).join(between);
const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
const base32 = (secret: string) => {
  const bits = [...Buffer.from(secret)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  const text = groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)]);
  return text.join('').padEnd(Math.ceil(text.length / 8) * 8, '=');
};
const wrapped = (text: string, width: number) => text.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');
const NAMED: Readonly<Record<string, string>> = {
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
  '"': 'quot',
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '\\': 'bsol',
};
const named = (secret: string) => [...secret].map((one) => (NAMED[one] ? `&${NAMED[one]};` : one)).join('');

const ENCODINGS: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  URL: encodeURIComponent,
  'URL as a form': (secret) => new URLSearchParams({ k: secret }).toString().slice(2),
  'URL, lower case': (secret) => encodeURIComponent(secret).replaceAll(/%../g, (one) => one.toLowerCase()),
  'URL, every byte': (secret) => percent(secret),
  'URL, every byte, upper case': (secret) => percent(secret, (hex) => hex.toUpperCase()),
  'URL twice': (secret) => encodeURIComponent(secret).replaceAll('%', '%25'),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON, every character': unicode,
  'HTML, every character': html,
  'HTML, short forms': htmlEscaped,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 without padding': (secret) => Buffer.from(secret).toString('base64').replaceAll('=', ''),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'escaped as programs do, every byte': (secret) => percent(secret).replaceAll('%', '\\x'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'JSON twice': (secret) => JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  'JSON, every character, twice': (secret) => JSON.stringify(unicode(secret)).slice(1, -1),
  'JSON in a URL': (secret) => encodeURIComponent(JSON.stringify(secret).slice(1, -1)),
  'JSON in a form': (secret) => new URLSearchParams({ k: JSON.stringify(secret).slice(1, -1) }).toString().slice(2),
  'JSON in HTML': (secret) => htmlEscaped(JSON.stringify(secret).slice(1, -1)),
  'URL in JSON, every character': (secret) => unicode(encodeURIComponent(secret)),
  'HTML twice': (secret) => htmlEscaped(htmlEscaped(secret)),
  'HTML, every character, twice': (secret) => htmlEscaped(html(secret)),
  'HTML in JSON': (secret) => unicode(htmlEscaped(secret)),
  'HTML in a URL': (secret) => encodeURIComponent(htmlEscaped(secret)),
  'URL of base64': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'base64 of URL': (secret) => Buffer.from(encodeURIComponent(secret)).toString('base64'),
  'hexadecimal of JSON': (secret) => Buffer.from(JSON.stringify(secret).slice(1, -1)).toString('hex'),
  'upper case': (secret) => secret.toUpperCase(),
  'lower case': (secret) => secret.toLowerCase(),
  'upper case in a URL': (secret) => encodeURIComponent(secret.toUpperCase()),
  'hexadecimal with spaces': (secret) => bytesOf(secret, hexOf, ' '),
  'hexadecimal with colons, upper case': (secret) => bytesOf(secret, hexOf, ':').toUpperCase(),
  'hexadecimal in a list': (secret) => bytesOf(secret, hexOf, ', 0x'),
  base32,
  'base32, lower case without padding': (secret) => base32(secret).toLowerCase().replaceAll('=', ''),
  'decimal bytes': (secret) => bytesOf(secret, String, ' '),
  'decimal bytes in a list': (secret) => bytesOf(secret, String, ', '),
  'quoted-printable, every byte': (secret) => bytesOf(secret, (byte) => `=${hexOf(byte).toUpperCase()}`),
  'quoted-printable in lines': (secret) =>
    wrapped(
      bytesOf(secret, (byte) => `=${hexOf(byte)}`),
      9,
    ).replaceAll('\n', '=\n'),
  octal: (secret) => bytesOf(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'escaped with braces': (secret) => [...secret].map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join(''),
  'base64 in lines of 4': (secret) => wrapped(Buffer.from(secret).toString('base64'), 4),
  'base64 in lines of 7': (secret) => wrapped(Buffer.from(secret).toString('base64'), 7),
  'base64 twice': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'URL three times': (secret) => encodeURIComponent(encodeURIComponent(encodeURIComponent(secret))),
  'zero-width separators': (secret) => [...secret].join('\u200b'),
  'soft hyphens': (secret) => [...secret].join('\u00ad'),
  'zero-width separators, escaped for JSON': (secret) =>
    [...secret].map((one) => JSON.stringify(one).slice(1, -1)).join('\\u200d'),
  'full width': (secret) =>
    secret.replaceAll(/[!-~ ]/g, (one) => (one === ' ' ? '\u3000' : String.fromCharCode(one.charCodeAt(0) + 0xfee0))),
  reversed: (secret) => [...secret].reverse().join(''),
  'HTML, padded': (secret) => [...secret].map((one) => `&#${String(one.codePointAt(0)).padStart(10, '0')};`).join(''),
  'HTML, hexadecimal and padded': (secret) =>
    [...secret].map((one) => `&#x${one.codePointAt(0)?.toString(16).padStart(8, '0')};`).join(''),
  'HTML, unterminated': (secret) => [...secret].map((one) => `&#${one.codePointAt(0)}`).join(''),
  'HTML, named': named,
  'hexadecimal, upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
};

const shownOf = (text: string, secrets: readonly string[], isCut = false) =>
  shownBody({ body: Buffer.from(text), isCut, contentType: 'text/plain', contentEncoding: null }, redactionOf(secrets));

describe.each(Object.entries(ENCODINGS))('%s', (_name, encode) => {
  it('is taken out, wherever it stands', () => {
    const written = encode(SECRET);
    expect(shownOf(written, [SECRET])).toBe(REDACTED);
    expect(shownOf(`{"key": "${written}", "again": "${written}"}`, [SECRET])).toBe(
      `{"key": "${REDACTED}", "again": "${REDACTED}"}`,
    );
  });

  it('is not shown by half at any cut', () => {
    const written = encode(SECRET);
    const redaction = redactionOf([SECRET]);
    const needed = bytesNeeded(redaction);
    for (let before = 2_048 - written.length - 2; before <= 2_050; before += 1) {
      const whole = Buffer.from(`${'.'.repeat(before)}${written}${'.'.repeat(needed)}`);
      const shown = shownBody(
        { body: whole.subarray(0, needed), isCut: true, contentType: null, contentEncoding: null },
        redaction,
      );
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(2_048);
      const [, rest = ''] = /^\.*(.*)$/s.exec(shown) ?? [];
      expect(`${REDACTED}${'.'.repeat(40)}`.startsWith(rest.slice(0, 20))).toBe(true);
    }
  });
});

describe.each(Object.entries(ENCODINGS))('%s', (_name, encode) => {
  it('is not shown by half where the answer broke off, wherever that was', () => {
    const written = encode(SECRET);
    for (let length = 1; length <= written.length; length += 1) {
      const shown = shownOf(`....${written.slice(0, length)}`, [SECRET], true);
      expect([length, shown]).toEqual([length, expect.stringMatching(/^\.{4}(?:\[REDACTED\])?$/)]);
    }
  });
});

it.each<[string, (secret: string) => string]>([
  ['JSON', (secret) => JSON.stringify({ k: secret })],
  ['JSON with escaped slashes', (secret) => JSON.stringify({ k: secret }).replaceAll('/', '\\/')],
  ['an address', (secret) => `/a?api_key=${encodeURIComponent(secret)}&x=1`],
  ['a form', (secret) => new URLSearchParams({ a: 'b', api_key: secret, c: 'd' }).toString()],
  ['HTML', (secret) => `<p>${htmlEscaped(secret)}</p>`],
])('in %s that is encoded whole is taken out', (_what, write) => {
  const written = write(SECRET);
  const whole = {
    base64: Buffer.from(written).toString('base64'),
    base64url: Buffer.from(written).toString('base64url'),
    hexadecimal: Buffer.from(written).toString('hex'),
    URL: encodeURIComponent(written),
    JSON: JSON.stringify(written),
    HTML: html(written),
  };
  for (const [how, text] of Object.entries(whole)) {
    expect([how, shownOf(`got ${text} end`, [SECRET])]).toEqual([how, expect.stringContaining(REDACTED)]);
  }
});

it('in base64 of a longer text is taken out at each of the three places', () => {
  for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
    for (const after of ['', 'x', 'xy', 'xyz']) {
      const written = Buffer.from(`${before}${SECRET}${after}`).toString('base64');
      const shown = shownOf(`echo ${written} end`, [SECRET]);
      expect(shown).toContain(REDACTED);
      for (let length = 8; length <= 16; length += 1) {
        const inner = Buffer.from(SECRET)
          .toString('base64')
          .slice(4, 4 + length);
        if (before.length % 3 === 0) expect(shown).not.toContain(inner);
      }
    }
  }
});

it('in base64 that is wrapped into lines is taken out, also when the lines are escaped for JSON', () => {
  const wrap = (text: string, end: string) => text.replaceAll(/.{76}(?=.)/g, (line) => line + end);
  for (const end of ['\n', '\r\n', '\n    ', '\\n', '\\r\\n']) {
    for (let before = 30; before < 64; before += 1) {
      const text = wrap(Buffer.from(`${'.'.repeat(before)}${SECRET}${'.'.repeat(40)}`).toString('base64'), end);
      const shown = shownOf(`"${text}"`, [SECRET]);
      const decoded = Buffer.from(
        shown
          .split(REDACTED)
          .join('')
          .replaceAll(/\\[rn]|\s/g, ''),
        'base64',
      ).toString();
      expect([end, before, shown.includes(REDACTED)]).toEqual([end, before, true]);
      expect(decoded).not.toContain(SECRET.slice(3, 9));
      expect(decoded).not.toContain(SECRET.slice(-9, -3));
    }
  }
});

it('in base64 that is wrapped into lines is not shown by half where the answer broke off', () => {
  for (const end of ['\n', '\r\n', '\n    ', '\\n', '\\r\\n']) {
    for (const before of [30, 31, 32]) {
      const encoded = Buffer.from(`${'.'.repeat(before)}${SECRET}${'.'.repeat(40)}`).toString('base64');
      const text = encoded.replaceAll(/.{52}(?=.)/g, (line) => line + end);
      for (let length = 40; length <= text.length; length += 1) {
        const shown = shownOf(text.slice(0, length), [SECRET], true);
        const decoded = Buffer.from(shown.replaceAll(/\[REDACTED\]|\\[rn]|\s/g, ''), 'base64').toString();
        expect([end, before, length, decoded]).toEqual([end, before, length, expect.not.stringContaining('sk')]);
      }
    }
  }
});

it('of few characters is taken out of base64 and hexadecimal too', () => {
  for (const written of [Buffer.from('p:w4_9').toString('base64'), Buffer.from('xw4_9').toString('hex')]) {
    expect(shownOf(`echo ${written} end`, ['w4_9'])).toContain(REDACTED);
  }
});

it.each<[Credential, string, string[]]>([
  [{ type: 'API_KEY_HEADER', header: 'Authorization' }, 'Token tkn-4f9a77', ['Token tkn-4f9a77', 'tkn-4f9a77']],
  [{ type: 'AUTHORIZATION', scheme: 'Basic' }, basicPair('ana', 'pw-4f9a77'), ['ana:pw-4f9a77', 'pw-4f9a77']],
  [{ type: 'AUTHORIZATION', scheme: 'Token' }, 'key="k-4f9a77"', ['key="k-4f9a77"']],
])(
  'in a header is taken out also without its scheme, and as the pair that it stands for: %o',
  (credential, secret, parts) => {
    const { secrets } = injectionOf(credential, secret, null);
    for (const part of [secret, ...parts]) expect(shownOf(`no: ${part}!`, secrets)).toBe(`no: ${REDACTED}!`);
  },
);

it('in a Cookie header is taken out also as the value of one cookie', () => {
  const cookie: Credential = { type: 'API_KEY_HEADER', header: 'cookie' };
  const secret = 'session=abcdef1234567890; other="k-4f9a77c1"; lang=pt; t=a%2Fb%2Fc%2Fd%2Fe';
  const { secrets } = injectionOf(cookie, secret, null);
  for (const part of [secret, 'abcdef1234567890', 'k-4f9a77c1', 'a%2Fb%2Fc%2Fd%2Fe', 'a/b/c/d/e']) {
    expect(shownOf(`no: ${part}!`, secrets)).toBe(`no: ${REDACTED}!`);
  }
  expect(shownOf('{"session":"abcdef1234567890","lang":"pt"}', secrets)).toBe(`{"session":"${REDACTED}","lang":"pt"}`);
  const elsewhere = injectionOf({ type: 'API_KEY_HEADER', header: 'X-Pairs' }, secret, null).secrets;
  expect(elsewhere).toEqual([secret]);
});

it('is taken out as the pair of a short password, and as what a token was fetched with', () => {
  const { secrets } = injectionOf({ type: 'BASIC', username: 'ana' }, 'x4', null);
  expect(shownOf(`Basic ${basicPair('ana', 'x4')}`, secrets)).toBe(`Basic ${REDACTED}`);
  const oauth = {
    type: 'OAUTH2_CLIENT_CREDENTIALS',
    tokenUrl: 'https://id.test/',
    clientId: 'c',
    scope: null,
  } as const;
  expect(shownOf('client-4f9a got token-4f9a', injectionOf(oauth, 'client-4f9a', 'token-4f9a').secrets)).toBe(
    `${REDACTED} got ${REDACTED}`,
  );
});

it('as a Basic pair is taken out whole', () => {
  const pair = basicPair('ana', SECRET);
  const secrets = [pair, `ana:${SECRET}`, SECRET];
  expect(shownOf(`Authorization: Basic ${pair}`, secrets)).toBe(`Authorization: Basic ${REDACTED}`);
  expect(shownOf(`ana:${SECRET}`, secrets)).toBe(REDACTED);
  expect(shownOf(encodeURIComponent(`Basic ${pair}`), secrets)).toBe(`Basic%20${REDACTED}`);
});

it('of any characters is taken out of any text, and what is shown is at most 2,048 bytes of whole characters', () => {
  const secret = fc.string({ minLength: 8, maxLength: 40, unit: 'binary' }).map((text) => text.toWellFormed());
  const way = fc.constantFrom(...Object.values(ENCODINGS));
  fc.assert(
    fc.property(secret, way, fc.string({ maxLength: 30 }), fc.nat(2_100), (one, encode, anything, padding) => {
      // A well-formed text around it: no half of an escape, as `0x` is, and no more digits of a number.
      const around = anything.replaceAll(/[%\\&=\dx]/gi, '');
      // A secret holds nothing that a reading takes for a separator, or for another spelling of a letter.
      fc.pre(!/[\p{Cc}\p{Cf}\p{Zs}\uff01-\uff5e\ufffd]/u.test(one));
      let written: string;
      try {
        written = encode(one);
      } catch {
        return;
      }
      const shown = shownOf(`${'é'.repeat(padding)}${around}${written}${around}`, [one]);
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(2_048);
      expect(shown.isWellFormed()).toBe(true);
      if (!around.includes(written)) expect(shown).not.toContain(written);
    }),
    { numRuns: amount(150, 500) },
  );
});

describe('what is shown', () => {
  it('is cut before a character that does not fit', () => {
    for (const character of ['é', '€', '😀']) {
      const bytes = Buffer.byteLength(character);
      for (let before = 2_048 - bytes; before <= 2_048; before += 1) {
        const shown = shownOf(`${'a'.repeat(before)}${character}`, []);
        expect(shown).toBe(`${'a'.repeat(before)}${before + bytes <= 2_048 ? character : ''}`);
      }
    }
  });

  it('of an answer that was broken off does not end in the beginning of a secret', () => {
    for (let length = 1; length < SECRET.length; length += 1) {
      expect(shownOf(`the key is ${SECRET.slice(0, length)}`, [SECRET], true)).not.toContain(SECRET.slice(0, 3));
    }
  });

  it('of an answer that ends in the middle of a character, because no more was read, is the text before', () => {
    const body = Buffer.from('olá 😀').subarray(0, 7);
    expect(shownBody({ body, isCut: true, contentType: null, contentEncoding: null }, redactionOf([]))).toBe('olá ');
  });

  it.each([
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', null, '[binary answer: image/jpeg, 4 bytes]'],
    [Buffer.from('a\0b'), 'text/plain; charset=x', null, '[binary answer: text/plain, 3 bytes]'],
    [Buffer.from('plain'), 'text/plain', 'gzip', '[binary answer: text/plain, compressed, 5 bytes]'],
    [Buffer.from([0xc3, 0x28]), null, null, '[binary answer: unknown type, 2 bytes]'],
    [Buffer.from([0x80]), `x/${'y'.repeat(200)}`, null, '[binary answer: unknown type, 1 bytes]'],
    [Buffer.from([0x80]), 'a b\r\nc/d', null, '[binary answer: unknown type, 1 bytes]'],
    [Buffer.from([0x80]), 'text/s3cret-value', null, `[binary answer: text/${REDACTED}, 1 bytes]`],
    [Buffer.from([0x80]), 'text/S3CRET-value', null, `[binary answer: text/${REDACTED}, 1 bytes]`],
    [Buffer.from([0x80]), 'Text/X-sk_LIVE_AbCdEfGhIj.B', null, `[binary answer: text/x-${REDACTED}.b, 1 bytes]`],
    [Buffer.from([0x80]), 'text/half;secret', null, `[binary answer: text/${REDACTED}, 1 bytes]`],
    [Buffer.alloc(2_048), 'image/png', null, '[binary answer: image/png, 2048 bytes]'],
    [Buffer.alloc(2_049), 'image/png', null, '[binary answer: image/png, more than 2048 bytes]'],
    [Buffer.from(''), 'image/png', null, ''],
    [Buffer.from('x'), null, 'identity', 'x'],
  ])('of what is no text is a description: %s %s %s', (body, contentType, contentEncoding, shown) => {
    const redaction = redactionOf(['s3cret-value', 'sk_LIVE_AbCdEfGhIj', 'half;secret']);
    expect(shownBody({ body, isCut: false, contentType, contentEncoding }, redaction)).toBe(shown);
  });
});

it('of what is no text, and cut, does not tell how long the secret is', () => {
  const answers = [24, 25, 1_500].map((length) => {
    const redaction = redactionOf(['x'.repeat(length)]);
    const body = Buffer.alloc(bytesNeeded(redaction));
    return shownBody({ body, isCut: true, contentType: 'image/png', contentEncoding: null }, redaction);
  });
  expect(new Set(answers)).toEqual(new Set(['[binary answer: image/png, more than 2048 bytes]']));
});

describe('a text in another character set', () => {
  const CREDENTIAL = 'sk_live_senha-ção-9f';
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const sets: [contentType: string, write: (text: string) => Buffer][] = [
    ['text/plain; charset=iso-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['text/plain; charset="Windows-1252"', (text) => Buffer.from(text, 'latin1')],
    ['text/plain; charset=utf-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['text/plain; charset=utf-16', (text) => utf16be(`\uFEFF${text}`)],
    ['text/plain; charset=utf-16le', (text) => Buffer.from(text, 'utf16le')],
    ['text/plain; charset=utf-16be', utf16be],
    ['text/plain', (text) => Buffer.from(text, 'utf16le')],
    ['text/xml', (text) => Buffer.from(`<?xml version="1.0" encoding="latin1"?>${text}`, 'latin1')],
    ['text/html', (text) => Buffer.from(`<meta charset="latin1">${text}`, 'latin1')],
  ];
  const shownIn = (contentType: string, body: Buffer, secret: string, isCut = false) =>
    shownBody({ body, isCut, contentType, contentEncoding: null }, redactionOf([secret]));

  it.each(sets)('of %s is shown in UTF-8, and a credential in it is taken out', (contentType, write) => {
    for (const secret of [CREDENTIAL, 'sk_live_plain0123456789']) {
      const forms = [
        secret,
        JSON.stringify(secret),
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
      ];
      for (const form of forms) {
        const shown = shownIn(contentType, write(`Ação: ${form} não`), secret);
        expect(shown).toContain('Ação: ');
        expect(shown).toContain(REDACTED);
        expect(shown).toMatch(/ não$/);
      }
    }
  });

  it.each(sets)(
    'of %s is cut at 2 KB and never within a character, nor does it show half of a credential',
    (type, write) => {
      const needed = bytesNeeded(redactionOf([CREDENTIAL]));
      for (let before = 2_020; before <= 2_050; before += 1) {
        const body = write(`${'.'.repeat(before)}${CREDENTIAL}${'é'.repeat(needed)}`).subarray(0, needed);
        const shown = shownIn(type, body, CREDENTIAL, true);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(2_048);
        expect(shown).not.toContain('\ufffd');
        expect(shown).not.toMatch(/sk_|senha/);
      }
      const long = shownIn(type, write('é'.repeat(4_000)).subarray(0, needed), CREDENTIAL, true);
      expect(Buffer.byteLength(long)).toBeGreaterThanOrEqual(2_000);
    },
  );

  it('that it does not have shows no credential as other characters', () => {
    const secret = 'sk_live_plain0123456789';
    for (const label of [
      'utf-16le',
      'utf-16be',
      'utf-16',
      'gb18030',
      'shift_jis',
      'iso-2022-jp',
      'koi8-r',
      'macintosh',
    ]) {
      for (const before of ['', 'x']) {
        const shown = shownIn(`text/plain; charset=${label}`, Buffer.from(`${before}${secret}`), secret);
        for (const bytes of [
          Buffer.from(shown),
          Buffer.from(shown, 'utf16le'),
          Buffer.from(shown, 'utf16le').swap16(),
        ]) {
          expect(bytes.toString('latin1')).not.toContain('0123456789');
        }
      }
    }
  });

  it('that is not known is described', () => {
    const shown = shownIn('text/plain; charset=klingon', Buffer.from('sk_live'), 'sk_live');
    expect(shown).toBe('[binary answer: text/plain, 7 bytes]');
  });
});

describe('the work', () => {
  const record = { text: 'Ana "A" & C\n', url: 'https://x.test/a%20b?c=d+e', html: 'a &amp; b' };
  const visits = (text: string) => {
    let bytes = 0;
    eachDecoding(Buffer.from(text), { isCut: true, hasForms: false }, (decoded) => {
      bytes += decoded.bytes.length;
    });
    return bytes / text.length;
  };

  it('reads a text without escapes once, and any other a bounded number of times', () => {
    expect(visits('abc')).toBe(1);
    expect(visits('{"a":"b c","d":[1,2,3]}')).toBeLessThanOrEqual(4);
    expect(visits('{"a":"b\\"c"}')).toBeLessThanOrEqual(4);
    expect(visits(JSON.stringify(Array.from({ length: 50 }, () => record)))).toBeLessThanOrEqual(22);
    expect(visits('%2525%5c\\u0026amp;&amp;amp;+'.repeat(50))).toBeLessThanOrEqual(24);
  });

  /** Bytes of the text that a search for a secret reads. */
  function bytesRead(secret: string, text: string): number {
    let count = 0;
    const counted = new Proxy(Buffer.from(text), {
      get(bytes, key) {
        if (typeof key === 'string' && /^\d/.test(key)) count += 1;
        return Reflect.get(bytes, key) as unknown;
      },
    });
    searchFor(patternsOf(secret)).run(counted, true, () => undefined);
    return count;
  }

  it.each([
    ['one that repeats itself, in a text that does too', 'aaaa'.repeat(1_000), `${'a'.repeat(399)}b`],
    ['one that begins everywhere', `${'ab'.repeat(700)}c`, 'ab'.repeat(200)],
    ['a long one, in JSON', 'Zk3-'.repeat(375), JSON.stringify(record).repeat(4)],
    ['one of all kinds of characters, in a text of escapes', SECRET, '%2525&amp;amp;\\\\u0041+'.repeat(16)],
  ])('grows with the text, not faster: %s', (_what, secret, text) => {
    const small = bytesRead(secret, text);
    expect(small).toBeGreaterThanOrEqual(text.length);
    // Sixteen times the length; a quadratic search would read 256 times as much.
    expect(bytesRead(secret, text.repeat(16))).toBeLessThanOrEqual(24 * small);
  });
});
