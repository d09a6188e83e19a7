// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the built service, whose tables of words the build compiled, finds what the sources find. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { scanTypes } from '@svc/core/dlp';
import { expect, it } from 'vitest';
import { installed } from '../../platform/installation/index.ts';

type Scan = (content: string) => readonly string[];

it('finds the same in every text of the corpus', async () => {
  const built: { scanContent: Scan } = await import(pathToFileURL(installed('dist/service/scan-worker.js')).href);
  const lines = readFileSync(installed('test/dlp/corpus/held-back.jsonl'), 'utf8').trim().split('\n');
  const texts = lines.map((line) => (JSON.parse(line) as { text: string }).text);
  expect(texts.length).toBeGreaterThan(1_000);
  const found = new Set(texts.flatMap((text) => scanTypes(text)));
  expect(found.size).toBeGreaterThan(10);
  expect(texts.filter((text) => built.scanContent(text).join() !== scanTypes(text).join())).toEqual([]);
});
