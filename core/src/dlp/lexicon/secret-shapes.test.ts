// SPDX-License-Identifier: Apache-2.0
/** Every row of the table of keys is found where it stands whole, and not where it is cut or filled with one letter. */
import { describe, expect, it } from 'vitest';
import { scan, scanTypes } from '../index.ts';
import { ALPHABETS } from './alphabets.ts';
import { PROVIDER_KEYS, type ProviderKey } from './provider-key-table.ts';

const SEEDS = [1, 2, 3, 4];
const rows = PROVIDER_KEYS.map((row) => [`${row.provider} ${row.prefix}`, row] as const);
const jointPrefixes = new Set(PROVIDER_KEYS.filter(({ afterJoint }) => afterJoint).map(({ prefix }) => prefix));
const starting = rows.filter(([, { head }]) => head === undefined);

describe('keys of providers', () => {
  it.each(rows)('%s is found', (_name, row) => {
    for (const seed of SEEDS) {
      for (const before of ['', 'x ', '"', '\n', '(', ': ']) {
        const text = `${before}${keyOf(row, seed)}`;
        expect(scan(text).findings, text).toContainEqual(
          expect.objectContaining({ type: 'API_KEY', start: before.length }),
        );
      }
    }
  });

  it.each(rows)('%s is nothing once its end is missing, or one letter fills it', (_name, row) => {
    for (const text of [keyOf(row, 1).slice(0, row.prefix.length + 4), dullKeyOf(row)]) {
      expect(scanTypes(`x ${text} y`), text).toEqual([]);
    }
  });

  it.each(starting.filter(([, { afterJoint }]) => afterJoint === true))(
    '%s is found behind a joint too',
    (_name, row) => {
      for (const before of ['x.', 'chave-', 'aB3dE6gH9jK2mN.', '"x.']) {
        expect(scanTypes(`${before}${keyOf(row, 1)} ok`), before).toContain('API_KEY');
      }
    },
  );

  it.each(starting.filter(([, { prefix }]) => !jointPrefixes.has(prefix)))(
    '%s inside a run is no beginning',
    (_name, row) => {
      const { findings } = scan(`q-${keyOf(row, 1)}`);
      expect(findings.filter(({ start, type }) => type === 'API_KEY' && start === 2)).toEqual([]);
    },
  );

  it('has each form once', () => {
    const forms = PROVIDER_KEYS.map(({ provider: _provider, source: _source, ...form }) => JSON.stringify(form));
    expect(new Set(forms).size).toBe(forms.length);
  });
});

type Length = ProviderKey['length'];

/** A key of random characters, of the least length. */
function keyOf({ prefix, alphabet, length, rest = [], contains = '', head }: ProviderKey, seed: number): string {
  const next = randomOf(seed);
  const draw = (name: ProviderKey['alphabet'], size: Length): string => drawn(name, leastOf(size), next);
  const first = draw(alphabet, length);
  const body = contains === '' ? first : `${first.slice(0, -contains.length - 4)}${contains}${first.slice(-4)}`;
  const others = rest.map(([before, name, size]) => before + draw(name, size));
  return [head === undefined ? '' : draw(...head), prefix, body, ...others].join('');
}

function dullKeyOf({ prefix, length, rest = [], head }: ProviderKey): string {
  const dull = (size: Length): string => 'a'.repeat(leastOf(size));
  const others = rest.map(([before, , size]) => before + dull(size));
  return [head === undefined ? '' : dull(head[1]), prefix, dull(length), ...others].join('');
}

function leastOf(length: Length): number {
  return typeof length === 'number' ? length : length[0];
}

/** Letters and digits of an alphabet; its signs could end a sentence. A digit stands in each part that may hold one. */
function drawn(name: ProviderKey['alphabet'], length: number, next: () => number): string {
  const table = ALPHABETS[name];
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => table[character.charCodeAt(0)] === 1 && /[A-Za-z0-9]/.test(character),
  );
  return Array.from({ length }, (_, index) =>
    index % 5 === 2 ? String(Math.floor(next() * 10)) : characters[Math.floor(next() * characters.length)],
  ).join('');
}

/** A generator of Park and Miller. */
function randomOf(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
