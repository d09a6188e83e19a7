/** Runs the project's own tools one after another, and stops at the first failure. */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

export const root = dirname(import.meta.dirname);

/**
 * @param {string} title what a person reads while it runs
 * @param {string} command name in node_modules/.bin, or of a program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [environment] added to the process's own
 */
export function run(title, command, args, environment = {}) {
  process.stdout.write(`> ${title}\n`);
  const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  const ended = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...environment },
  });
  if (ended.error) process.stderr.write(`${command} could not be run: ${ended.error.message}\n`);
  if (ended.status !== 0) {
    process.stderr.write(`${title}: failed\n`);
    process.exit(ended.status ?? 1);
  }
}
