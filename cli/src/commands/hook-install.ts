// SPDX-License-Identifier: Apache-2.0
/** `svc hook install NAME`: writes the settings by which a harness asks before each call of a tool, and undoes it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { hookFileOf, INSTALLED_NAMES, type InstalledName, type Scope, versionFault } from '../hook-settings/index.ts';
import { paintFor, plain, printJson, printLines } from '../output/index.ts';
import type { World } from '../world.ts';

interface Options {
  readonly scope?: Scope;
  readonly agent?: string;
  readonly timeout?: string;
  readonly onReview?: 'defer';
  readonly results?: 'mask';
  readonly program?: string;
  readonly undo?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Those that let a hook replace the result that the model reads. */
const HIDING: ReadonlySet<string> = new Set(['claude-code', 'codex', 'gemini', 'opencode']);

/** Long enough for a person to answer. */
const TIMEOUT_SECONDS_DEFAULT = 300;
const TIMEOUT_SECONDS_MAX = 3_600;

export async function run(world: World, options: Options, [given = '']: readonly string[]): Promise<ExitCode> {
  const { scope = 'user', agent = null, program = programOf(scope), undo = false, dryRun = false } = options;
  const { onReview = null, results = null } = options;
  if (results !== null && !HIDING.has(given)) throw new Failure('usage', `${plain(given)} cannot change a result.`);
  if (!INSTALLED_NAMES.includes(given as InstalledName)) {
    throw new Failure('usage', `There is no harness ${plain(given)}. There are: ${INSTALLED_NAMES.join(', ')}.`);
  }
  const name = given as InstalledName;
  if (onReview !== null && name !== 'claude-code') throw new Failure('usage', `${name} cannot defer a call.`);
  const timeoutSeconds = timeoutOf(options.timeout);
  const wanted = { scope, env: world.env, cwd: world.cwd, program, agent, onReview, results, timeoutSeconds };
  const file = hookFileOf(name, wanted);
  if (file === null) throw new Failure('usage', `${name} has no managed settings that svc knows to write.`);
  const before = existsSync(file.path) ? readFileSync(file.path, 'utf8') : null;
  const after = changed(file, before, undo);
  const fault = undo ? null : versionFault(name, world.env);
  const isChange = after !== before;
  if (!world.json) {
    printLines(world.stdout, changeLines(world, file.path, before, after));
    if (fault !== null) world.stderr.write(`svc: ${fault.text}\n`);
  }
  if (fault?.kind === 'old' && !dryRun) throw new Failure('old_harness', `Nothing was changed: ${fault.text}`);
  const isMade = isChange && !dryRun && (await isAgreed(world, options));
  if (isMade) write(file.path, after);
  if (world.json) printJson(world, { file: file.path, changed: isMade, before, after, version: fault?.text ?? null });
  else if (isMade && !undo) printLines(world.stdout, [`Installed.${file.next === null ? '' : ` ${file.next}`}`]);
  else if (isMade) printLines(world.stdout, ['Taken out.']);
  return isChange && !dryRun && !isMade ? EXIT.failure : EXIT.success;
}

/** In a project other people start it too, who have it on their path; elsewhere this very program is named. */
function programOf(scope: Scope): string {
  const script = process.argv[1];
  if (scope !== 'user' || script === undefined) return 'svc';
  return [process.execPath, resolve(script)].map((path) => (/^[\w./-]+$/.test(path) ? path : `"${path}"`)).join(' ');
}

function timeoutOf(given: string | undefined): number {
  const seconds = given === undefined ? TIMEOUT_SECONDS_DEFAULT : Number(given);
  if (Number.isInteger(seconds) && seconds >= 10 && seconds <= TIMEOUT_SECONDS_MAX) return seconds;
  throw new Failure('bad_option', `--timeout must be 10 to ${TIMEOUT_SECONDS_MAX} seconds.`);
}

function changed(
  file: NonNullable<ReturnType<typeof hookFileOf>>,
  before: string | null,
  undo: boolean,
): string | null {
  try {
    if (!undo) return file.install(before);
    return before === null ? null : file.remove(before);
  } catch {
    // Comments and the like would be lost, too.
    throw new Failure('file', `${file.path} is no JSON object. Mend it, or add the hook by hand: see the guide.`);
  }
}

function changeLines(world: World, path: string, before: string | null, after: string | null): string[] {
  if (before === after) return [`${path} is as it should be.`];
  const paint = paintFor(world.stdout, world.env);
  const [old, next] = [linesOf(before), linesOf(after)];
  const removed = old.filter((line) => !next.includes(line)).map((line) => paint.red(`- ${plain(line)}`));
  const added = next.filter((line) => !old.includes(line)).map((line) => paint.green(`+ ${plain(line)}`));
  const what = after === null ? `${path} goes:` : before === null ? `${path} is made:` : `${path} changes:`;
  return [what, ...removed, ...added];
}

const linesOf = (text: string | null): string[] => (text === null ? [] : text.trimEnd().split('\n'));

/** Without a terminal nothing is asked: `--yes` says it. */
async function isAgreed({ stdin, stderr }: World, { yes = false }: Options): Promise<boolean> {
  if (yes) return true;
  if (stdin.isTTY !== true) {
    throw new Failure('not_agreed', 'Nothing was changed. Run it again with --yes, or with --dry-run to look only.');
  }
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question('Write this? [y/N] ')).trim());
  } finally {
    asking.close();
  }
}

/** Whole, so that a harness that reads it meanwhile gets the one or the other. */
function write(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}
