// SPDX-License-Identifier: Apache-2.0
/** A sentence for people is no interface between programs: codes and fields carry what is read back. */
import { expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

/** Sentences that are read all the same, each with the reason. */
const READ: Readonly<Record<string, string>> = {
  'server/src/record/events/cause-of.ts': 'records of early builds tell their cause by sentences alone',
  'server/src/storage/db/faults.ts': "the driver's faults have no codes",
  'server/src/storage/schema/migrate.ts': "the migrator's faults have no codes",
  'bench/src/measurements/reviews.ts': 'a message of a stream is no sentence',
  'documents/src/parse-trees.ts': "the parser's faults have no codes",
  'cli/src/connection.ts': 'a service of another kind answers with words of its own',
  'web/src/stand-in/index.ts': 'a fault of the test browser has words alone',
};

const SENTENCE = /LIKE '[A-Z][a-z]|\.test\(\w*[mM]essage\)|\b\w*[mM]essage\.(?:startsWith|endsWith|includes|match)\(/;

it('is read back nowhere else', () => {
  const files = typeScriptFiles().filter((file) => /^\w+\/src\//.test(file) && !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(1_000);
  const reading = files.filter((file) => SENTENCE.test(readRepositoryFile(file)));
  expect(reading.sort()).toEqual(Object.keys(READ).sort());
});
