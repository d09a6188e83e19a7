// SPDX-License-Identifier: Apache-2.0
/** Runs the project's own tools, and ends the process when one has failed. */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export const root = dirname(import.meta.dirname);

/** @param {NodeJS.ProcessEnv} added */
function environmentWith(added) {
  const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  return { ...process.env, PATH, ...added };
}

/**
 * @param {string} title what a person reads while it runs
 * @param {string} command name in node_modules/.bin, or of a program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [environment] added to the process's own
 * @param {string} [cwd] the folder that it runs in
 */
export function run(title, command, args, environment = {}, cwd = root) {
  process.stdout.write(`> ${title}\n`);
  const ended = spawnSync(command, args, { cwd, stdio: 'inherit', env: environmentWith(environment) });
  if (ended.error) process.stderr.write(`${command} could not be run: ${ended.error.message}\n`);
  if (ended.status !== 0) {
    process.stderr.write(`${title}: failed\n`);
    process.exit(ended.status ?? 1);
  }
}

/**
 * Runs tools beside each other, as many as there are cores, since some keep one core only. Each one's output is printed
 * whole when it ends; all of them end before the process does.
 * @param {readonly (readonly [title: string, command: string, args: readonly string[]])[]} tools the longest first
 */
export async function runTogether(tools) {
  const waiting = [...tools];
  let hasFailed = false;
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [title, command, args] = next;
      process.stdout.write(`> ${title}\n`);
      const { status, output } = await outputOf(command, args);
      process.stdout.write(output);
      if (status === 0) continue;
      process.stderr.write(`${title}: failed\n`);
      hasFailed = true;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
  if (hasFailed) process.exit(1);
}

/** @returns {Promise<{ status: number | null; output: string }>} */
function outputOf(command, args) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environmentWith({}) });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ status: null, output: `${command} could not be run: ${error.message}\n` }));
    child.on('close', (status) => resolve({ status, output }));
  });
}
