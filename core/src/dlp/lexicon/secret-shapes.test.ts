import { describe, expect, it } from 'vitest';
import { scan } from '../index.ts';
import { type SecretShape, SHAPES_BY_START } from './secret-shapes.ts';

const WEB_TOKEN = 'eyJ';
/** Prefixes that no word begins with. */
const AFTER_JOINT = /^(A[KSB]IA|ACCA|AIza|gh[pousr]_|npm_|atlasv1\.|[sr]k_live_|key_(live|test)_)$/;
const shapes = [...SHAPES_BY_START.values()].flat().filter(({ prefix }) => prefix !== WEB_TOKEN);

describe('known keys', () => {
  it.each(shapes.map((shape) => [shape.prefix, shape] as const))('%s is found where it begins', (_prefix, shape) => {
    for (const before of ['', 'x ', '="', '\n', '(', '/', 'ç ']) {
      const { findings } = scan(`${before}${shape.prefix}${bodyOf(shape)}`);
      expect(findings.filter(({ type }) => type === 'API_KEY').map(({ start }) => start)).toContain(before.length);
    }
  });

  const afterJoint = shapes
    .filter(({ prefix }) => AFTER_JOINT.test(prefix))
    .map((shape) => [shape.prefix, shape] as const);

  it.each(afterJoint)('%s is found behind a full stop or a hyphen too', (_prefix, shape) => {
    for (const before of ['x.', 'chave-', 'aB3dE6gH9jK2mN.', '"x.']) {
      const found = scan(`${before}${shape.prefix}${bodyOf(shape)} ok`).findings.map(({ type }) => type);
      expect(found, before).toContain('API_KEY');
    }
  });

  it.each(shapes.filter(({ prefix }) => !AFTER_JOINT.test(prefix)).map((shape) => [shape.prefix, shape] as const))(
    '%s inside a run is no beginning',
    (_prefix, shape) => {
      const { findings } = scan(`q-${shape.prefix}${bodyOf(shape)}`);
      expect(findings.filter(({ start }) => start === 2)).toEqual([]);
    },
  );
});

/** The shortest body that the shape allows, from all letters and digits of its alphabet in turn. */
function bodyOf({ alphabet, min, contains = '' }: SecretShape): string {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => alphabet[character.charCodeAt(0)] === 1 && /[A-Za-z0-9]/.test(character),
  );
  const step = characters.length === 16 ? 3 : 7;
  const mixed = Array.from({ length: min }, (_, index) => characters[(index * step) % characters.length]).join('');
  return contains === ''
    ? mixed
    : `${mixed.slice(0, 4)}${contains}${mixed}`.slice(0, Math.max(min, contains.length + 8));
}
