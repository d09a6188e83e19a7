// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a spreadsheet or another program reads the same cells from the file, and no text becomes a formula. */
import { describe, expect, it } from 'vitest';
import { CSV_MARK, type CsvSeparator, csvRows, csvSeparatorFor } from './csv.ts';

it('ends every record with CRLF, and quotes what would break it', () => {
  const rows = [
    ['Agent', 'Risk', 'What'],
    ['a,b', 85, 'say "no"\nand go'],
    ['a;b', 0, null],
    ['plain', true, 'João'],
  ];
  expect(csvRows(rows, 'comma')).toBe(
    'Agent,Risk,What\r\n"a,b",85,"say ""no""\nand go"\r\n"a;b",0,\r\nplain,true,João\r\n',
  );
  expect(csvRows(rows, 'semicolon')).toBe(
    'Agent;Risk;What\r\n"a,b";85;"say ""no""\nand go"\r\n"a;b";0;\r\nplain;true;João\r\n',
  );
  expect(Buffer.from(CSV_MARK).toString('hex')).toBe('efbbbf');
});

it('separates as the spreadsheets of a language do', () => {
  expect([csvSeparatorFor('en'), csvSeparatorFor('pt-BR')]).toEqual(['comma', 'semicolon']);
});

it('leaves a number the number that it is', () => {
  expect(csvRows([[-5]], 'comma')).toBe('-5\r\n');
});

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const ENDS = [',', ';', '\t', '|', '\n', '\r', '\r\n', '; ', ';\t', '\n\n', ';"', '\n "', ',;|'];

/** Cells as a reader sees them that knows no quotes, for each sign that may end one. */
const BARE = /[,;|\t\r\n]/;
const DANGEROUS = /^[\s"]*[=+\-@＝＋－＠]/;

describe.each<CsvSeparator>(['comma', 'semicolon'])('with the separator %s', (separator) => {
  it.each(SIGNS)('no reader finds a formula that begins with %s', (sign) => {
    const texts = [
      `${sign}1+1`,
      ` ${sign}1`,
      `"${sign}1"`,
      ...ENDS.flatMap((end) => [`${end}${sign}1`, `ok${end}${sign}1`, `ok${end}${sign}${end}${sign}`]),
    ];
    for (const text of texts) {
      const written = csvRows([['a', text, 'b']], separator);
      const cells = written.split(BARE);
      expect([text, cells.filter((cell) => DANGEROUS.test(cell))]).toEqual([text, []]);
    }
  });
});

it.each([
  ['=1+1', "'=1+1"],
  [';=1+1', `";'=1+1"`],
  ['ok;=1+1', `"ok;'=1+1"`],
  ['\n=1+1', `"'\n'=1+1"`],
  [';\t=5', `";\t'=5"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  [' =1', "' '=1"],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
  ['a - b', 'a - b'],
  ['a; b', '"a; b"'],
  ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
])('writes %j as %s', (text, written) => {
  expect(csvRows([[text]], 'comma')).toBe(`${written}\r\n`);
});
