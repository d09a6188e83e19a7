// SPDX-License-Identifier: Apache-2.0
/** The table of keys by provider, compiled for the walks over a text. */
import { ALPHABETS, tableOf } from './alphabets.ts';
import { PROVIDER_KEYS, type ProviderKey } from './provider-key-table.ts';

interface Part {
  /** The text before the part. */
  before: string;
  alphabet: Uint8Array;
  min: number;
  max: number;
}

export interface SecretShape {
  prefix: string;
  /** The part behind the prefix, and those that follow it. */
  parts: readonly [Part, ...Part[]];
  /** A text that must appear inside. */
  contains?: string;
  /** Characters before the prefix. */
  head?: Part;
  mustVary: boolean;
}

function shapeOf({ prefix, alphabet, length, rest = [], contains, head, mustVary }: ProviderKey): SecretShape {
  const others = rest.map(([before, name, size]) => partOf(before, name, size));
  return {
    prefix,
    parts: [partOf('', alphabet, length), ...others],
    ...(contains === undefined ? {} : { contains }),
    ...(head === undefined ? {} : { head: partOf('', head[0], head[1]) }),
    mustVary: mustVary === true,
  };
}

function partOf(before: string, alphabet: ProviderKey['alphabet'], length: ProviderKey['length']): Part {
  const [min, max] = typeof length === 'number' ? [length, length] : length;
  return { before, alphabet: ALPHABETS[alphabet], min, max };
}

const SHAPES = PROVIDER_KEYS.map(shapeOf);
/** Keys whose mark stands inside of them or at their end: those that begin with an id in digits, and others. */
export const NUMBERED_SHAPES = SHAPES.filter(({ head }) => head?.alphabet === ALPHABETS.digit);
export const MARKED_SHAPES = SHAPES.filter(({ head }) => head !== undefined && head.alphabet !== ALPHABETS.digit);
const PREFIX_SHAPES = SHAPES.filter(({ head }) => head === undefined);

/** Web tokens begin like `{"` in base64; the detector reads their parts itself. */
const WEB_TOKEN: SecretShape = {
  prefix: 'eyJ',
  parts: [{ before: '', alphabet: ALPHABETS.dotted, min: 30, max: Number.POSITIVE_INFINITY }],
  mustVary: false,
};
const STARTING_SHAPES: readonly SecretShape[] = [...PREFIX_SHAPES, WEB_TOKEN];

/** Shapes by their first two or three bytes. */
const BY_START = new Map<number, SecretShape[]>();

/** The shapes that begin with these bytes. */
export function shapesAt(bytes: Uint8Array, index: number): readonly SecretShape[] {
  const pair = ((bytes[index] as number) << 8) | (bytes[index + 1] as number);
  return BY_START.get((pair << 8) | (bytes[index + 2] ?? 0)) ?? BY_START.get(pair) ?? [];
}

/** Most words fail at their first three bytes, five bits each: a bit set that fits into the nearest cache. */
export const MAY_BE_START: Uint8Array = new Uint8Array((1 << 15) / 8);
for (const shape of STARTING_SHAPES) {
  const [first, second, third] = Array.from(shape.prefix, (character) => character.charCodeAt(0)) as [
    number,
    number,
    number?,
  ];
  const pair = (first << 8) | second;
  const start = third === undefined ? pair : (pair << 8) | third;
  BY_START.set(start, [...(BY_START.get(start) ?? []), shape]);
  for (let any = 0; any < 32; any += 1) {
    const bit = folded(first, second, third ?? any);
    MAY_BE_START[bit >> 3] = (MAY_BE_START[bit >> 3] as number) | (1 << (bit & 7));
  }
}

// A shape of two bytes may begin like one of three: both are asked there.
for (const [start, shapes] of BY_START) {
  const short = start > 0xffff ? BY_START.get(start >> 8) : undefined;
  if (short !== undefined) BY_START.set(start, [...shapes, ...short]);
}

/** The shortest key of all shapes and web tokens: a prefix and the least that must follow it. */
export const KEY_LENGTH_MIN = Math.min(
  ...STARTING_SHAPES.map(
    ({ prefix, parts }) => prefix.length + parts.reduce((sum, { before, min }) => sum + before.length + min, 0),
  ),
);

/** Bytes that no key holds: blanks, quotes, commas, line ends. */
export const ENDS_KEY = new Uint8Array(256).fill(1);
for (const { prefix, parts } of STARTING_SHAPES) {
  for (const character of [prefix, ...parts.map(({ before }) => before)].join(''))
    ENDS_KEY[character.charCodeAt(0)] = 0;
  for (const { alphabet } of parts)
    for (const [byte, isHeld] of alphabet.entries()) if (isHeld === 1) ENDS_KEY[byte] = 0;
}

const IS_INSIDE_RUN = ALPHABETS.dotted;

/** A key begins a run of key characters. A search inside a run would walk it again from every position. */
export function beginsRun(bytes: Uint8Array, index: number): boolean {
  if (IS_INSIDE_RUN[bytes[index - 1] ?? 0] !== 1) return true;
  return IS_JOINT[bytes[index - 1] as number] === 1 && startsAfterJoint(bytes, index);
}

/** Punctuation that joins a key to the word before it, as in `x.ghp_…` and `chave-AKIA…`. */
const IS_JOINT = tableOf('.-');

/**
 * Prefixes that no word begins with by chance. A Terraform token always has a part before its `atlasv1.`. Their keys
 * are short, since each is walked again behind every joint.
 */
const AFTER_JOINT = new Map<number, Uint8Array[]>();
for (const { prefix, afterJoint } of PROVIDER_KEYS) {
  if (afterJoint !== true) continue;
  const first = prefix.charCodeAt(0);
  AFTER_JOINT.set(first, [...(AFTER_JOINT.get(first) ?? []), new TextEncoder().encode(prefix)]);
}

function startsAfterJoint(bytes: Uint8Array, index: number): boolean {
  const prefixes = AFTER_JOINT.get(bytes[index] ?? 0) ?? [];
  return prefixes.some((prefix) => prefix.every((byte, place) => bytes[index + place] === byte));
}

function folded(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}
