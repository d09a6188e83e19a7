// SPDX-License-Identifier: Apache-2.0
/** A plugin of esbuild: puts the tables of the vocabulary of the scan where their sources are compiled at each start. */
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';

/** The source of the tables, which no build holds. */
export const VOCABULARY = 'core/src/dlp/lexicon/vocabulary.ts';
const COMPILED = /core\/src\/dlp\/lexicon\/compiled\.ts$/;

/** How a start reads an array: hash tables are sparse, and a fifth as large when they are compressed. */
const READ = `
import { inflateRawSync } from 'node:zlib';
const read = (Type, text) => {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'));
  return new Type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};`;

/** @returns {import('esbuild').Plugin} */
export function compiledVocabulary() {
  return {
    name: 'compiled-vocabulary',
    setup({ onLoad }) {
      onLoad({ filter: COMPILED }, async ({ path }) => ({
        contents: `${READ}\nexport const TABLES = ${written(await tablesOf(path))};`,
        loader: 'js',
      }));
    },
  };
}

/** Runs the module alone. */
async function tablesOf(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['svc-source'],
    logLevel: 'warning',
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  // An address of data needs no file, and no folder to find packages in: the module has none.
  return (await import(`data:text/javascript;base64,${source}`)).TABLES;
}

/** A value as a program writes it: typed arrays by their bytes, which are little-endian wherever Node.js runs. */
function written(value) {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return `read(${value.constructor.name}, '${deflateRawSync(bytes).toString('base64')}')`;
  }
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`)
    .join(',')}}`;
}
