// SPDX-License-Identifier: Apache-2.0
/** Writes the corpus: `tsx test/dlp/generate/main.ts`. The same seeds give the same files, byte for byte. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateCorpus } from './corpus.ts';

for (const [name, seed] of [
  ['development', 20261101],
  ['held-back', 20261120],
] as const) {
  const templates = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8');
  const lines = generateCorpus(templates, name, seed).map((text) => JSON.stringify(text));
  writeFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), `${lines.join('\n')}\n`);
}
