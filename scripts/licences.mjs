// SPDX-License-Identifier: Apache-2.0
/** The licences of others' parts, which a bundle that holds them must carry. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying)(\.\w+)?$/i;
const README_FILE = /^readme(\.\w+)?$/i;
/** From the heading, or the line, in which a readme begins to speak of its licence. */
const LICENCE_IN_README = /^(#+ *)?licen[cs]e\b[\s\S]*/im;

/** The first line of each part: the name and the version of a package. */
export const NAMED = /(?:^|-{80}\n\n)(\S+) (\S+)\n\n/g;

/** @param {readonly string[]} inputs paths of bundled modules, from the root @returns {string} one part for each package */
export function licencesOf(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return `${name} ${version}\n\n${licenceText(join(root, folder), `${name} ${version} (${license})`)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Some authors put their licence into the readme only; few say no more of it than its name. */
function licenceText(folder, named) {
  const files = readdirSync(folder);
  const textOf = (file) => readFileSync(join(folder, file), 'utf8');
  const licence = files.find((file) => LICENCE_FILE.test(file));
  if (licence !== undefined) return textOf(licence).trim();
  const readme = files.find((file) => README_FILE.test(file));
  const part = readme === undefined ? undefined : LICENCE_IN_README.exec(textOf(readme))?.[0];
  if (part === undefined) throw new Error(`${named} has no licence text, which the bundle must carry.`);
  return part.trim();
}
