// SPDX-License-Identifier: Apache-2.0
/** The guide and the public list describe the scan correctly: every example in them is scanned. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DLP_TYPES } from '@svc/contract';
import { DLP_TYPE_DESCRIPTIONS, scanTypes } from '@svc/core/dlp';
import { describe, expect, it } from 'vitest';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/sensitive-data.md'), 'utf8');

interface Row {
  type: string;
  category: string;
  alone: string;
  never: string;
}

const rows: Row[] = GUIDE.split('\n').flatMap((line) => {
  const [, type = '', category = '', alone = '', , never = ''] = line.split('|').map((cell) => cell.trim());
  const name = type.replaceAll('`', '');
  return DLP_TYPES.some((one) => one === name) ? [{ type: name, category, alone, never }] : [];
});

/** Only whole examples count: one with an ellipsis is a shape. */
const examplesOf = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => (text.includes('…') ? [] : [text]));

describe('the table of the guide', () => {
  it('has a row for each type, in order, with its category', () => {
    expect(rows.map(({ type, category }) => [type, category])).toEqual(
      DLP_TYPE_DESCRIPTIONS.map(({ type, category }) => [type, category]),
    );
  });

  it.each(rows.flatMap(({ type, alone }) => examplesOf(alone).map((example) => [type, example])))(
    'says that %s counts alone as %s',
    (type, example) => {
      expect(scanTypes(example)).toEqual([type]);
      expect(scanTypes(`Segue: ${example}, ok?`)).toEqual([type]);
    },
  );

  it.each(rows.flatMap(({ type, never }) => examplesOf(never).map((example) => [type, example])))(
    'says that no %s is in %s',
    (_type, example) => {
      expect(scanTypes(example)).toEqual([]);
      expect(scanTypes(`Segue: ${example}, ok?`)).toEqual([]);
    },
  );
});
