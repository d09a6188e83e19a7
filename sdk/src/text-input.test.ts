// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the library, which brings nothing, reads texts and keys by the same code as the service and `svc`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('is the reader of core, word for word', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('./text-input.ts')).toBe(read('../../core/src/text-input/index.ts'));
});
