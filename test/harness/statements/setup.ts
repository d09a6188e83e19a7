// SPDX-License-Identifier: Apache-2.0
/** Vitest runs this before it loads a test file: a file ends red when the service has sent an unknown statement. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { isExcepted, knownStatements, SEEN_FILE, STATEMENT_RULES, shapeOf } from './index.ts';
import { watchStatements } from './watch.ts';

const seenFile = process.env[SEEN_FILE];
const known = seenFile === undefined ? new Set(knownStatements().map(shapeOf)) : new Set<string>();
const place = globalThis as unknown as { svcFaultsOfStatements?: string[] };
place.svcFaultsOfStatements ??= [];
const faults = place.svcFaultsOfStatements;

watchStatements((text, isNamed) => {
  if (seenFile !== undefined) appendFileSync(seenFile, `${JSON.stringify({ text, isNamed })}\n`);
  else if (!known.has(shapeOf({ text, isNamed }))) faults.push(`unknown: ${text}`);
  // The file keeps one text of those that are made for a request: each is looked at here.
  else if (!isNamed && !isExcepted(text)) {
    const broken = STATEMENT_RULES.find((rule) => rule.isBrokenBy(text));
    if (broken !== undefined) faults.push(`${broken.breaks} (${broken.instead}): ${text}`);
  }
});

afterAll(() => {
  const found = faults.splice(0);
  if (found.length === 0) return;
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  throw new Error(
    'The service sends what test/statements/statements.json lacks, or what the rules of statements forbid. For an ' +
      `unknown one run \`npm run statements -- ${file}\`, and look at what is new.\n${found.join('\n')}`,
  );
});
