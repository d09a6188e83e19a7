/** Guarantee: a spreadsheet or another program reads the same cells from the file, and no name becomes a formula. */
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('ends every record with CRLF, and quotes what would break it', () => {
  const csv = csvOf([
    ['Agent', 'Risk', 'What'],
    ['a,b', 85, 'say "no"\nand go'],
    ['plain', 0, null],
  ]);
  expect(csv).toBe('\uFEFFAgent,Risk,What\r\n"a,b",85,"say ""no""\nand go"\r\nplain,0,\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes a text of the formula %j', (formula) => {
  expect(csvOf([[formula]])).toMatch(/^\uFEFF"?'/);
});

it('leaves a negative number the number that it is', () => {
  expect(csvOf([[-5]])).toBe('\uFEFF-5\r\n');
});
