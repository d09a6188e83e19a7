// SPDX-License-Identifier: Apache-2.0
/** The tokens of the app as plain CSS: the site has the same colours, sizes and fonts, from the same file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.ts';

export function tokens(): string {
  const text = readFileSync(join(ROOT, 'web/src/theme/tokens.css'), 'utf8');
  const lines = text.split('\n').filter((line) => /^ {2}--[\w-]+: [^;]+;$/.test(line) && !line.includes('-*:'));
  return `:root {\n${lines.join('\n')}\n}\n`;
}
