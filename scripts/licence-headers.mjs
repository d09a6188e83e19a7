// SPDX-License-Identifier: Apache-2.0
/**
 * `node scripts/licence-headers.mjs [--write]`: every source file begins with the identifier of its licence. It names the
 * files that lack it and ends with 1, or adds it to them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const IDENTIFIER = 'SPDX-License-Identifier: Apache-2.0';
const LINE_OF = {
  ts: `// ${IDENTIFIER}`,
  tsx: `// ${IDENTIFIER}`,
  mts: `// ${IDENTIFIER}`,
  js: `// ${IDENTIFIER}`,
  mjs: `// ${IDENTIFIER}`,
  cjs: `// ${IDENTIFIER}`,
  css: `/* ${IDENTIFIER} */`,
  py: `# ${IDENTIFIER}`,
  sh: `# ${IDENTIFIER}`,
  service: `# ${IDENTIFIER}`,
};

const lineFor = (file) => LINE_OF[/\.(\w+)$/.exec(file)?.[1] ?? ''];
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const isMarked = (text) => text.split('\n', 2).some((line) => line.includes(IDENTIFIER));

/** Behind the line that names the interpreter, where there is one. Imports that are sorted leave it where it stands. */
function marked(file, text) {
  const first = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  const rest = text.slice(first);
  return `${text.slice(0, first)}${lineFor(file)}\n${rest.startsWith('import ') ? '\n' : ''}${rest}`;
}

const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
const files = listed.split('\0').filter((file) => lineFor(file) !== undefined && !isMarked(textOf(file)));
if (process.argv.includes('--write'))
  for (const file of files) writeFileSync(join(root, file), marked(file, textOf(file)));
else if (files.length > 0) {
  process.stderr.write(`${files.join('\n')}\nThese files lack their licence: npm run format adds it.\n`);
  process.exitCode = 1;
}
