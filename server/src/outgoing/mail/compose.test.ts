// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a mail is in the reader's language or in all, and text of others in it is one harmless line. */
import { describe, expect, it } from 'vitest';
import { nextDelayMs } from '../../storage/outbox/index.ts';
import { composeText, harmlessText, type Texts, withoutAddress } from './compose.ts';
import { ATTEMPTS_MAX, BACK_OFF, FACT_CHARACTERS_MAX, FINISH_WITHIN_MS, LAPSE_MS, SEND_TIMEOUT_MS } from './limits.ts';

const TEXTS: Texts<{ name: string }> = {
  en: ({ name }, baseUrl) => ({ subject: `About ${name}`, paragraphs: [`Dear ${name}`, `${baseUrl}/app`] }),
  'pt-BR': ({ name }, baseUrl) => ({ subject: `Sobre ${name}`, paragraphs: [`Olá ${name}`, `${baseUrl}/app`] }),
};
const compose = (language: 'en' | 'pt-BR' | null) =>
  composeText(TEXTS, { name: 'A\r\nB' }, 'https://svc.test', language);

it('says it in the language of the reader, and in both when nobody knows it', () => {
  expect(compose('en')).toMatchObject({ subject: 'About A B', body: 'Dear A B\n\nhttps://svc.test/app\n' });
  expect(compose('pt-BR')).toMatchObject({ subject: 'Sobre A B', body: 'Olá A B\n\nhttps://svc.test/app\n' });
  expect(compose(null)).toMatchObject({
    subject: 'About A B / Sobre A B',
    body:
      '(Em português mais abaixo.)\n\nDear A B\n\nhttps://svc.test/app\n\n* * *\n\n' +
      'Olá A B\n\nhttps://svc.test/app\n',
  });
});

it('puts details, the action and notes below the paragraphs of the plain part', () => {
  const text = {
    subject: 'S',
    paragraphs: ['P'],
    details: [['When', 'now'] as const, ['From', 'here'] as const],
    action: { label: 'Go', url: 'https://svc.test/app/go' },
    notes: ['N'],
  };
  const { body } = composeText({ en: () => text, 'pt-BR': () => text }, {}, 'https://svc.test', 'en');
  expect(body).toBe('P\n\nWhen: now\nFrom: here\n\nGo:\nhttps://svc.test/app/go\n\nN\n');
});

describe('the HTML part', () => {
  const html = (name: string) => composeText(TEXTS, { name }, 'https://svc.test', 'en').html;

  it('holds markup of others as text, in the subject too', () => {
    const written = html(`<img src=x onerror="alert('1')">&amp;`);
    expect(written).not.toContain('<img');
    expect(written.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;amp;/g)).toHaveLength(4);
  });

  it('links to the service alone, whatever others wrote', () => {
    const addresses = ['https://evil.test/app', 'https://svc.test.evil.test/', 'https://svc.test@evil.test/'];
    const links = [...html(addresses.join(' ')).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(['https://svc.test/app', 'https://svc.test']);
  });

  it('is in the language of its words, part by part', () => {
    expect(compose('pt-BR').html).toContain('<html lang="pt-BR">');
    expect([...compose(null).html.matchAll(/<div lang="([\w-]+)"/g)].map(([, language]) => language)).toEqual([
      'en',
      'pt-BR',
    ]);
  });
});

it('makes no address of a name that a stranger chose', () => {
  expect(withoutAddress('Win at https://evil.test and WWW.evil.test')).toBe(
    'Win at https: //evil.test and www evil.test',
  );
});

describe('what others wrote', () => {
  it.each([
    ['', ''],
    ['  a \t\n b  ', 'a b'],
    ['a\u0000\u001b\u007f\u0085b', 'a b'],
    ['a\u2028b\u2029c', 'a b c'],
    ['a\u202eb\u2066c\u200bd\ufeff', 'a b c d'],
    ['a\ud800b', 'a b'],
    ['=?utf-8?q?=0A?=', '= ?utf-8?q?=0A?='],
    ['=\u200b?utf-8?q?=0A?=', '= ?utf-8?q?=0A?='],
    ['São Paulo & Söhne — 東京', 'São Paulo & Söhne — 東京'],
  ])('%j becomes %j', (text, line) => {
    expect(harmlessText(text)).toBe(line);
  });

  it('is cut by whole characters', () => {
    expect(harmlessText('é'.repeat(FACT_CHARACTERS_MAX))).toBe('é'.repeat(FACT_CHARACTERS_MAX));
    expect(harmlessText('😀'.repeat(FACT_CHARACTERS_MAX + 1))).toBe(`${'😀'.repeat(FACT_CHARACTERS_MAX - 1)}…`);
  });
});

describe('time', () => {
  it('between attempts grows from a minute to a day, with up to a fifth more at random', () => {
    const delays = Array.from({ length: ATTEMPTS_MAX }, (_, index) => nextDelayMs(BACK_OFF, index + 1, { random: 0 }));
    expect(ATTEMPTS_MAX).toBe(9);
    expect(delays[0]).toBe(60_000);
    expect(delays.at(-2)).toBe(86_400_000);
    expect(delays.at(-1)).toBeNull();
    const grown = delays.slice(0, -1) as number[];
    expect([...grown].sort((one, other) => one - other)).toEqual(grown);
    expect(nextDelayMs(BACK_OFF, 1, { random: 1 })).toBe(72_000);
  });

  it('of a claim is longer than sending a mail, and a stop leaves time of the ten seconds', () => {
    expect(LAPSE_MS).toBeGreaterThan(SEND_TIMEOUT_MS + 30_000);
    expect(FINISH_WITHIN_MS).toBeLessThan(8_000);
  });
});
