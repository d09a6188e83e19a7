// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recheck } from '../../../../test/beside/index.ts';
import { EXPRESSIONS } from './expressions.ts';

// The pure backend is the library's own JavaScript, which needs neither Java nor a native binary.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = recheck();

describe('regular expressions of the scan: no text can make one of them slow', () => {
  for (const expression of EXPRESSIONS) {
    it(`is linear: ${expression.source.slice(0, 40)}`, () => {
      const diagnostics = checkSync(expression.source, expression.flags, { timeout: 50_000 });
      expect(diagnostics.status).toBe('safe');
      expect(diagnostics.complexity?.type).toMatch(/^(safe|linear)$/);
    });
  }

  it('has no expression outside the list', () => {
    const folder = dirname(import.meta.dirname);
    const listed = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = listed.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(90);
    for (const file of files.filter((name) => name !== join('text', 'expressions.ts'))) {
      const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      expect(code, file).not.toMatch(/new RegExp|[(=,:]\s*\/[^/\n*].*\/[gimsuy]*[).,;]/);
    }
  });
});
