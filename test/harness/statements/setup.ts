// SPDX-License-Identifier: Apache-2.0
/** Vitest runs it before a test file, which ends red when the service has sent a statement against the rules. */
import { appendFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { knownStatements, SEEN_FILE, STATEMENT_RULES, shapeOf } from './index.ts';
import { watchStatements } from './watch.ts';

const seenFile = process.env[SEEN_FILE];
const known = seenFile === undefined ? new Set(knownStatements().map(shapeOf)) : new Set<string>();
const place = globalThis as unknown as { svcFaultsOfStatements?: string[] };
place.svcFaultsOfStatements ??= [];
const faults = place.svcFaultsOfStatements;

/** Statements that were looked at. */
const checked = new Set<string>();

// The rules are held on the list too. A statement may be sent seldom, so not every run can tell what the list lacks.
watchStatements((text, isNamed) => {
  if (seenFile !== undefined) appendFileSync(seenFile, `${JSON.stringify({ text, isNamed })}\n`);
  else if (!(isNamed && known.has(shapeOf({ text, isNamed }))) && !checked.has(text)) {
    checked.add(text);
    const broken = STATEMENT_RULES.find((rule) => rule.isBrokenBy(text));
    if (broken !== undefined) faults.push(`${broken.breaks} (${broken.instead}): ${text}`);
  }
});

afterAll(() => {
  const found = faults.splice(0);
  if (found.length === 0) return;
  throw new Error(`The service sends what the rules of statements forbid.\n${found.join('\n')}`);
});
