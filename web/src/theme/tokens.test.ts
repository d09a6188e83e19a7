// SPDX-License-Identifier: Apache-2.0
/** The contrast of every pair of tokens that meets on a page, computed from the token file, in both themes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...source.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** WCAG 2.2: 4.5 for text, 3 for glyphs and the borders of fields. */
const TEXT = 4.5;
const GLYPH = 3;

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected'];
const SOFTS = ['allow', 'review', 'block', 'monitor'];
const RISKS = ['risk-low', 'risk-medium', 'risk-high', 'risk-critical'];

const PAIRS: readonly { front: string; back: string; atLeast: number }[] = [
  ...['ink', 'ink-2', 'ink-3', ...SOFTS.map((hue) => `${hue}-ink`)].flatMap((front) =>
    GROUNDS.map((back) => ({ front, back, atLeast: TEXT })),
  ),
  // The number of LOW is written in ink-3: its bars alone are of the ramp.
  ...RISKS.slice(1).flatMap((front) => GROUNDS.map((back) => ({ front, back, atLeast: TEXT }))),
  ...[...SOFTS.map((hue) => `${hue}-fill`), 'risk-low', 'edge'].flatMap((front) =>
    GROUNDS.filter((back) => front !== 'edge' || ['surface', 'canvas', 'sunken', 'raised'].includes(back)).map(
      (back) => ({ front, back, atLeast: GLYPH }),
    ),
  ),
  ...SOFTS.flatMap((hue) => [
    { front: `${hue}-ink`, back: `${hue}-soft`, atLeast: TEXT },
    { front: `${hue}-fill`, back: `${hue}-soft`, atLeast: GLYPH },
    { front: 'ink', back: `${hue}-soft`, atLeast: TEXT },
    { front: 'ink-2', back: `${hue}-soft`, atLeast: TEXT },
  ]),
  { front: 'on-solid', back: 'solid', atLeast: TEXT },
  { front: 'on-block', back: 'block-fill', atLeast: TEXT },
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(PAIRS)('$front on $back has at least $atLeast to 1', ({ front, back, atLeast }) => {
    expect(contrast(hexOf(front, theme), hexOf(back, theme))).toBeGreaterThanOrEqual(atLeast);
  });
});

it('reads every token of the file, so that no pair passes on nothing', () => {
  const named = [...source.matchAll(/--color-([\w-]+): (?!initial|transparent|currentColor)/g)].map(([, name]) => name);
  expect([...tokens.keys()]).toEqual(named);
  expect(tokens.size).toBeGreaterThan(30);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

function hexOf(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`there is no token ${name}`);
  return token[theme];
}

/** Contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
