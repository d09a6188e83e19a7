// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a text is read in the character set that it declares, wherever it declares it, and binary stays none. */
import { describe, expect, it } from 'vitest';
import { textIn } from './index.ts';

const wide = (text: string) => Buffer.from(text, 'utf16le');
const wideBe = (text: string) => wide(text).swap16();
const latin = (text: string) => Buffer.from(text, 'latin1');
const read = (body: Uint8Array, contentType: string | null, isCut = false) => textIn({ body, contentType, isCut });

describe('a text', () => {
  it.each<[string, string | null, Uint8Array, string]>([
    ['UTF-8', 'text/plain', Buffer.from('João'), 'João'],
    ['UTF-8 by its name', 'text/plain; charset="UTF-8"', Buffer.from('João'), 'João'],
    ['UTF-8 with a mark', 'text/plain', Buffer.from('\uFEFFJoão'), 'João'],
    ['a mark against the header', 'text/plain; charset=iso-8859-1', Buffer.from('\uFEFFJoão'), 'João'],
    ['ISO-8859-1', 'text/plain; charset=iso-8859-1', Buffer.from('4a6fe36f2041e7e36f', 'hex'), 'João Ação'],
    ['a name in quotes', 'text/plain; charset="ISO-8859-1"', Buffer.from('41e7e36f', 'hex'), 'Ação'],
    ['a name in single quotes', "text/plain;charset='latin1'", latin('Ação'), 'Ação'],
    ['blanks around the name', 'text/plain ; Charset = latin1 ; x=y', latin('Ação'), 'Ação'],
    ['windows-1252', 'text/html; charset=windows-1252', Buffer.from('8020934a6fe36f94', 'hex'), '€ “João”'],
    ['its unused places', 'text/plain; charset=windows-1252', Buffer.from([0x81, 0x8d]), '\u0081\u008d'],
    ['ISO-8859-15', 'text/plain; charset=iso-8859-15', Buffer.from([0xa4]), '€'],
    ['Shift_JIS', 'text/plain; charset=shift_jis', Buffer.from('82a082a2', 'hex'), 'あい'],
    ['GB18030', 'text/plain; charset=gb18030', Buffer.from('c4e3', 'hex'), '你'],
    ['KOI8-R', 'text/plain; charset=koi8-r', Buffer.from('d0d2', 'hex'), 'пр'],
    [
      'UTF-16 with a mark',
      'text/csv; charset=utf-16',
      Buffer.from('fffe6e006f006d0065003b004a006f00e3006f00', 'hex'),
      'nome;João',
    ],
    ['UTF-16, high byte first', 'text/csv; charset=utf-16', wideBe('\uFEFFnome;João'), 'nome;João'],
    ['UTF-16LE by its name', 'text/csv; charset=UTF-16LE', wide('éa'), 'éa'],
    ['UTF-16BE by its name', 'text/csv; charset=utf-16be', wideBe('éa'), 'éa'],
    ['UTF-16 without mark and order', 'text/csv; charset=utf-16', wideBe('nome'), 'nome'],
    ['UTF-16 without any name', 'text/csv', wide('nome;João'), 'nome;João'],
    ['UTF-16 by the mark alone', null, wideBe('\uFEFFé'), 'é'],
  ])('in %s', (_, contentType, body, text) => {
    expect(read(body, contentType)).toBe(text);
  });

  it.each<[string, string, Uint8Array]>([
    ['an XML declaration', 'text/xml', latin('<?xml version="1.0" encoding="ISO-8859-1"?><n>João</n>')],
    ['one in single quotes', 'application/xml', latin("<?xml version='1.0' encoding='latin1' ?><n>João</n>")],
    ['one of XHTML', 'application/xhtml+xml', latin('<?xml version="1.0" encoding="latin1"?><html>João</html>')],
    ['an element of HTML', 'text/html', latin('<!doctype html><meta charset="iso-8859-1"><p>João')],
    ['an element without quotes', 'text/html', latin('<html><head><meta charset=latin1 /><p>João')],
    [
      'an element of old HTML',
      'text/html',
      latin('<META http-equiv="Content-Type" content="text/html; charset=latin1">João'),
    ],
    ['the header before them', 'text/html; charset=latin1', latin('<meta charset="utf-8">João')],
    ['no UTF-16 by an element', 'text/html', Buffer.from('<meta charset="utf-16">João')],
    ['no element of another type', 'application/json', Buffer.from('{"a":"<meta charset=latin1>João"}')],
    ['an element that stands too late', 'text/html', Buffer.from(`${' '.repeat(1_024)}<meta charset=latin1>João`)],
  ])('by %s', (_, contentType, body) => {
    expect(read(body, contentType)).toContain('João');
  });

  it('that is cut within a character is read up to it', () => {
    expect(read(Buffer.from('é'.repeat(3)).subarray(0, 5), 'text/plain', true)).toBe('éé');
    expect(read(wide('éa').subarray(0, 3), 'text/plain; charset=utf-16le', true)).toBe('é');
    expect(read(Buffer.from('82a082', 'hex'), 'text/plain; charset=shift_jis', true)).toBe('あ');
  });
});

it.each<[string, string | null, Uint8Array]>([
  ['bytes that are no UTF-8', 'text/plain', latin('João')],
  ['half of a character', 'text/plain', Buffer.from('é').subarray(0, 1)],
  ['half of a pair', 'text/plain; charset=utf-16le', Buffer.from('00d8', 'hex')],
  ['an unknown set', 'text/plain; charset=klingon', Buffer.from('a')],
  ['a set that hides ASCII', 'text/plain; charset=utf-7', Buffer.from('+AGE-')],
  ['an overlong name', `text/plain; charset=${'x'.repeat(1_000)}`, Buffer.from('a')],
  ['an unknown set of XML', 'text/xml', Buffer.from('<?xml version="1.0" encoding="EBCDIC"?>')],
])('%s are no text', (_, contentType, body) => {
  expect(read(body, contentType)).toBeNull();
});
