// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run new -- KIND NAME`: makes the files of a recipe of CONTRIBUTING, which compile, with a test that fails until it
 * is filled in. Prints the steps that remain. It writes nothing when it refuses.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DETECTOR } from './detector.mjs';
import { nameFault, spellingsOf } from './names.mjs';
import { NOTICE } from './notice.mjs';
import { PAGE } from './page.mjs';
import { ROUTE } from './route.mjs';
import { TASK } from './task.mjs';

const ROOT = dirname(dirname(import.meta.dirname));
const RECIPES = { route: ROUTE, page: PAGE, detector: DETECTOR, notice: NOTICE, task: TASK };

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const [kind = '', given = '', ...more] = process.argv.slice(2);
const recipe = RECIPES[kind];
if (recipe === undefined || given === '' || more.length > 0) {
  refuse(`Usage: npm run new -- KIND NAME. A kind is one of ${Object.keys(RECIPES).join(', ')}.`);
}
const slash = given.lastIndexOf('/');
const room = slash === -1 ? '' : given.slice(0, slash);
const name = given.slice(slash + 1);
if (recipe.hasRoom && !existsSync(join(ROOT, 'server/src', room, 'index.ts'))) {
  refuse(
    `A ${kind} stands in a room of the server: write its path before the name, such as decisions/reviews/late-orders.`,
  );
}
if (!recipe.hasRoom && slash !== -1) refuse(`A ${kind} has a name without a path: ${name}.`);
const fault = nameFault(name);
if (fault !== null) refuse(fault);

const spellings = spellingsOf(name);
const files = Object.entries(recipe.files(spellings, room));
const existing = files.map(([file]) => file).filter((file) => existsSync(join(ROOT, file)));
if (existing.length > 0) refuse(`There is a ${kind} ${name} already: ${existing.join(', ')}. Choose another name.`);
const edited = new Map();
for (const { file, before, added } of recipe.edits(spellings, room)) {
  const text = edited.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  if (!text.includes(before)) refuse(`${file} has no line ${before.trim()} any more: change scripts/new/${kind}.mjs.`);
  edited.set(
    file,
    text.replace(before, () => added + before),
  );
}
for (const [file, text] of [...files, ...edited]) {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true });
  writeFileSync(join(ROOT, file), text);
}
const all = [...files.map(([file]) => file), ...edited.keys()];
const biome = join(ROOT, 'node_modules/.bin/biome');
const formatted = spawnSync(biome, ['check', '--write', ...all], { cwd: ROOT, encoding: 'utf8' });
if (formatted.status !== 0)
  refuse(`The files are made, and Biome refuses them:\n${formatted.stdout}${formatted.stderr}`);
for (const [file] of files) process.stdout.write(`made ${file}\n`);
for (const file of edited.keys()) process.stdout.write(`changed ${file}\n`);
const steps = recipe.steps(spellings, room).map((step, index) => `${index + 1}. ${step}\n`);
process.stdout.write(`\nWhat remains:\n${steps.join('')}`);
