// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the stages of CI one behind the other. Each keeps its whole output in a file, says its seconds, and is ended
 * when all of them together take too long. The reason of a failure is printed last.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LAST_LINES = 60;
const FAILURE_LINES_MAX = 200;
/** From SIGTERM to SIGKILL: a run of tests drops its databases, and PostgreSQL stops. */
const GRACE_MS = 20_000;
/** A process that has left the stage's group may hold its output open after the stage has ended. */
const DRAIN_MS = 2_000;

/**
 * @typedef {{ name: string; command: string; args: readonly string[] }} Stage
 * @param {readonly Stage[]} stages
 * @param {{ cwd: string; folder: string; withinMs: number }} options `folder` keeps the output; `withinMs` is for
 *   all stages together
 * @returns {Promise<boolean>} whether all of them passed; the first one that does not is the last
 */
export async function runStages(stages, { withinMs, ...options }) {
  const seconds = [];
  const allStartedMs = performance.now();
  for (const stage of stages) {
    say(`> Stage ${stage.name}`);
    const startedMs = performance.now();
    const { code, isLate, file, report } = await runStage(stage, {
      ...options,
      withinMs: Math.max(0, withinMs - (startedMs - allStartedMs)),
    });
    const tookSeconds = Math.round((performance.now() - startedMs) / 1_000);
    say(`> Stage ${stage.name}: ${tookSeconds} s. Its output: ${file}`);
    seconds.push(`${stage.name} ${tookSeconds} s`);
    if (code === 0 && !isLate) continue;
    say(`> Seconds: ${seconds.join(', ')}`);
    if (isLate) say(`The stages ran past ${withinMs / 1_000} s, and ${stage.name} was ended.${running(report)}`);
    say(`${reasonOf(file, report)}\nStage ${stage.name} failed. Its whole output: ${file}`);
    return false;
  }
  say(`> Seconds: ${seconds.join(', ')}`);
  return true;
}

const say = (line) => process.stdout.write(`${line}\n`);

/** @returns {Promise<{ code: number | null; isLate: boolean; file: string; report: string }>} */
async function runStage({ name, command, args }, { cwd, folder, withinMs }) {
  const file = join(folder, `${name}.log`);
  // Reporters of the tests write there: see test/run/stage-report.ts.
  const report = join(folder, name);
  mkdirSync(report, { recursive: true });
  const log = createWriteStream(file);
  const env = { ...process.env, SVC_STAGE_REPORT: report };
  // A group of its own, so that it is ended with all that it has started.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const forward = (signal) => killGroup(child.pid, signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      to.write(chunk);
      log.write(chunk);
    });
  }
  let isLate = false;
  let killing;
  const bound = setTimeout(() => {
    isLate = true;
    killGroup(child.pid, 'SIGTERM');
    killing = setTimeout(() => killGroup(child.pid, 'SIGKILL'), GRACE_MS);
  }, withinMs);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await new Promise((resolve) => {
    child.once('exit', resolve).once('error', (error) => {
      log.write(`${command} could not be run: ${error.message}\n`);
      resolve(null);
    });
  });
  clearTimeout(bound);
  clearTimeout(killing);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
  // Its group may hold processes that it has left behind.
  killGroup(child.pid, 'SIGKILL');
  process.off('SIGTERM', forward).off('SIGINT', forward);
  await new Promise((resolve) => log.end(resolve));
  return { code, isLate, file, report };
}

function killGroup(pid, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** The failed tests where the stage ran tests; the end of its output otherwise. */
function reasonOf(file, report) {
  const failures = textOf(join(report, 'failures.txt'));
  const lines = (failures === '' ? textOf(file) : failures).trimEnd().split('\n');
  return failures === '' ? lines.slice(-LAST_LINES).join('\n') : lines.slice(0, FAILURE_LINES_MAX).join('\n');
}

function running(report) {
  const files = textOf(join(report, 'running.txt')).trim();
  return files === '' ? '' : ` Test files that still ran:\n${files}`;
}

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
