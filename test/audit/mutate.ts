// SPDX-License-Identifier: Apache-2.0
/** Changes to an export, of every kind that a hand, a disk or a clever attacker may make. Each changes the bytes. */
import type { Random } from '../chaos/random.ts';

export interface Mutant {
  kind: string;
  bytes: Buffer;
}

/** The sources from which a mutation may take parts. */
export interface Material {
  lines: readonly string[];
  /** An export of another organization, signed by the same key. */
  other: readonly string[];
  /** An export of the same organization, signed by another key. */
  forged: readonly string[];
}

type Mutation = (material: Material, random: Random) => string | Buffer | null;

const bytesOf = ({ lines }: Material) => Buffer.from(lines.join(''), 'utf8');
const textOf = ({ lines }: Material) => lines.join('');

/** Replaces one random match of an expression; null when there is none. */
function replaceOne(text: string, pattern: RegExp, random: Random, change: (match: string) => string): string | null {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return null;
  const match = random.pick(matches);
  return text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length);
}

const HUGE = ['1e400', `1${'0'.repeat(400)}`, '-0', '1.0', '1e0', '9007199254740993', '1E2', '01', '+1', 'NaN', '0x1'];
const DEEP = 100_000;
const SPACES = [' ', '\t', '\r', '\u00a0', '\ufeff', '\u2028'];

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a bit': (material, random) => {
    const bytes = bytesOf(material);
    const place = random.between(0, bytes.length - 1);
    bytes[place] = (bytes[place] as number) ^ (1 << random.between(0, 7));
    return bytes;
  },
  'a byte replaced, left out or put in': (material, random) => {
    const bytes = bytesOf(material);
    const place = random.between(0, bytes.length - 1);
    const byte = random.between(0, 2) === 0 ? [] : [random.between(0, 255)];
    return Buffer.concat([bytes.subarray(0, place), Buffer.from(byte), bytes.subarray(place + random.between(0, 1))]);
  },
  'the end cut off': (material, random) => {
    const bytes = bytesOf(material);
    const cut = bytes.subarray(0, random.between(0, bytes.length - 1));
    return endsAtCheckpoint(cut) ? null : cut;
  },
  'the beginning cut off': (material, random) => {
    const bytes = bytesOf(material);
    return bytes.subarray(random.between(1, bytes.length - 1));
  },
  'a wrong index': (material, random) =>
    replaceOne(textOf(material), /(?<="seq":)\d+|(?<=\\n)\d+(?=\\n)/g, random, (number) =>
      String(Math.max(0, Number(number) + random.pick([-2, -1, 1, 2, 10, 2 ** 32, 2 ** 53]))),
    ),
  'a huge or disguised number': (material, random) =>
    replaceOne(textOf(material), /(?<=[:,[])-?\d[\d.]*(?=[,}\]])/g, random, () => random.pick(HUGE)),
  'a key twice': (material, random) =>
    replaceOne(textOf(material), /"(\w+)":("[^"\\]*"|\d+|null|true|false)/g, random, (pair) =>
      random.chance(0.5) ? `${pair},${pair}` : `${pair.replace(/:.*/s, ':0')},${pair}`,
    ),
  'an object twice': (material, random) =>
    replaceOne(textOf(material), /"(actor|subject)":\{[^}]*\}/g, random, (pair) => `${pair},${pair}`),
  'keys in another order': (material, random) =>
    replaceOne(textOf(material), /"id":"[^"]*","type":"[^"]*"/g, random, (pair) =>
      pair.replace(/^("id":"[^"]*"),(.*)$/, '$2,$1'),
    ),
  'another Unicode form': (material, random) =>
    replaceOne(textOf(material), /[êéJA-Za-z/😀]/gu, random, (character) =>
      random.pick([character.normalize('NFD'), escapeOf(character), `\\${character}`, `${character}\u0301`]),
    ),
  'another case': (material, random) =>
    replaceOne(textOf(material), /[a-z]/g, random, (character) => character.toUpperCase()),
  'another encoding': (material, random) => {
    const text = textOf(material);
    return random.pick([
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf8'),
      Buffer.from(text, 'latin1'),
      Buffer.from(text.replace('/', '\u0000'), 'utf8'),
      // An overlong slash, which is not UTF-8.
      Buffer.from(Buffer.from(text).toString('latin1').replace('/', '\u00c0\u00af'), 'latin1'),
    ]);
  },
  'white space': (material, random) =>
    replaceOne(textOf(material), /[{}:,\n]/g, random, (sign) =>
      random.chance(0.5) ? sign + random.pick(SPACES) : random.pick(SPACES) + sign,
    ),
  'an empty line': (material, random) => {
    const lines = [...material.lines];
    lines.splice(random.between(0, lines.length), 0, '\n');
    return lines.join('');
  },
  'something after the end': (material, random) =>
    textOf(material) + random.pick(['x', '\n', ' ', '{}\n', 'null\n', '{"entry":', random.pick(material.lines)]),
  'two lines exchanged': (material, random) => {
    const lines = [...material.lines];
    const [one, other] = [random.between(0, lines.length - 1), random.between(0, lines.length - 1)];
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
    return lines.join('');
  },
  'a line twice': (material, random) => {
    const lines = [...material.lines];
    const one = random.between(0, lines.length - 1);
    lines.splice(random.between(0, lines.length), 0, lines[one] as string);
    return lines.join('');
  },
  'a line left out': (material, random) => {
    const place = random.between(0, material.lines.length - 1);
    const left = material.lines.toSpliced(place, 1);
    // Without one of several checkpoints the others prove as much. Without the last entries it is an older export.
    return (material.lines[place] ?? '').startsWith('{"checkpoint"') && endsAtCheckpoint(left.join(''))
      ? null
      : left.join('');
  },
  'a line of another organization': (material, random) => lineFrom(material.other, material, random),
  'a line signed by another key': (material, random) => lineFrom(material.forged, material, random),
  'a value nested deep': (material, random) =>
    replaceOne(textOf(material), /(?<="metadata":)\{[^}]*\}/g, random, () =>
      random.pick(['['.repeat(DEEP) + ']'.repeat(DEEP), '{"a":'.repeat(DEEP) + 0 + '}'.repeat(DEEP), '['.repeat(DEEP)]),
    ),
  'a long line': (material, random) =>
    replaceOne(textOf(material), /[":]/g, random, (sign) => sign + ' '.repeat(2 ** 20)),
  'another type': (material, random) =>
    replaceOne(textOf(material), /(?<=:)("[^"]*"|\{[^{}]*\}|\d+|null|true|false)/g, random, () =>
      random.pick(['null', '[]', '{}', '""', '0', 'true', '[null]', '"\\ud800"', '{"__proto__":{}}']),
    ),
  'a field more': (material, random) =>
    replaceOne(textOf(material), /\{"/g, random, () =>
      random.pick(['{"a":1,"', '{"__proto__":{"seq":1},"', '{"":0,"']),
    ),
  'another note': (material, random) =>
    replaceOne(
      textOf(material),
      /"note":"[^"]{0,9}|"salt":"\d{9}/g,
      random,
      (start) => `${start}${random.between(0, 9)}`,
    ),
};

const KINDS = Object.keys(MUTATIONS);
/** Costly mutations are made more rarely. */
const RARE = new Set(['a value nested deep', 'a long line']);

/** The result is never the original by another transport, and never a sound export in its own right. */
export function mutate(material: Material, random: Random): Mutant {
  for (;;) {
    const kind = random.pick(KINDS);
    if (RARE.has(kind) && !random.chance(0.004)) continue;
    const mutated = MUTATIONS[kind]?.(material, random) ?? null;
    if (mutated === null) continue;
    const bytes = typeof mutated === 'string' ? Buffer.from(mutated, 'utf8') : mutated;
    if (withoutTransport(bytes) !== withoutTransport(bytesOf(material))) return { kind, bytes };
  }
}

/** Without what an export may gain or lose on its way: a byte order mark, CR before LF, line ends at its end. */
const withoutTransport = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\r\n', '\n')
    .replace(/[\r\n]+$/, '');

/** An export that ends with a whole checkpoint line is the valid export of an earlier moment. */
function endsAtCheckpoint(start: Buffer | string): boolean {
  return /(?:^|\n)\{"checkpoint":"[^\n]*"\}\n?$/.test(start.toString());
}

function lineFrom(lines: readonly string[], material: Material, random: Random): string {
  const place = random.between(0, Math.min(lines.length, material.lines.length) - 1);
  return material.lines.with(place, lines[place] as string).join('');
}

function escapeOf(character: string): string {
  return [...character.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
