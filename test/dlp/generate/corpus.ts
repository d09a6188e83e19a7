// SPDX-License-Identifier: Apache-2.0
/** Turns templates into labelled texts. */
import type { DlpType } from '@svc/contract';
import type { LabelledText } from '../score.ts';
import { DISGUISES } from './disguise.ts';
import { Random } from './random.ts';
import { VALUES } from './values.ts';

/**
 * A template with values is filled this often, a fixed or very long text once. Look-alikes are filled more often: they
 * make two in five.
 */
const COPIES = 4;
const NEGATIVE_COPIES = 10;

export function generateCorpus(templates: string, name: string, seed: number): LabelledText[] {
  const random = new Random(seed);
  return templates
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .flatMap((line, index) => fill(line, `${name.charAt(0)}${index + 1}`, random));
}

function fill(line: string, id: string, random: Random): LabelledText[] {
  const bar = line.indexOf('|');
  const head = line.slice(0, bar).replace('*', '');
  const [types = '', ambiguous = ''] = head.split('?').map((part) => part.trim());
  const template = line.slice(bar + 1).replace(' ', '');
  const copies =
    /\{\w+/.test(template.replace(/\{=[^}]*\}/g, '')) && hasValue(template) && !template.includes('{filler}')
      ? types === ''
        ? NEGATIVE_COPIES
        : COPIES
      : 1;
  return Array.from({ length: copies }, (_, copy) => ({
    id: `${id}.${copy + 1}`,
    text: expandTemplate(template, random),
    types: list(types),
    ...(ambiguous === '' ? {} : { ambiguous: list(ambiguous) }),
    ...(line.trimStart().startsWith('*') ? { hard: true } : {}),
  }));
}

function hasValue(template: string): boolean {
  return [...template.matchAll(/\{(\w+)/g)].some((match) => VALUES[match[1] as string] !== undefined);
}

function list(types: string): DlpType[] {
  return types === '' ? [] : (types.split(',').map((type) => type.trim()) as DlpType[]);
}

function expandTemplate(template: string, random: Random): string {
  return template
    .replace(/\{(=[^}]*?|\w+)(?:!(\w+))?\}/g, (whole, name: string, disguise: string | undefined) => {
      const value = name.startsWith('=') ? name.slice(1) : VALUES[name]?.(random);
      if (value === undefined) return whole;
      return disguise === undefined ? value : (DISGUISES[disguise] as (typeof DISGUISES)[string])(value, random);
    })
    .replaceAll('¶', '\n');
}
