// SPDX-License-Identifier: Apache-2.0
/**
 * The runner of CI's stages: a failure is told last, a stage that hangs is ended, and an index that is away is named.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

const STAGES = join(ROOT, 'scripts/ci/stages.mjs');
const WITHIN_MS = 60_000;
const SOON_MS = 2_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-stages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

interface Ran {
  code: number | null;
  output: string;
}

function run(program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, ...environment };
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}

/** @param scripts name and text of a shell script for each stage */
function runStages(scripts: Record<string, string>, withinMs = WITHIN_MS): Promise<Ran> {
  const stages = Object.entries(scripts).map(([name, script]) => ({ name, command: 'bash', args: ['-c', script] }));
  const options = { cwd: folder, folder, withinMs };
  const program = `import { runStages } from ${JSON.stringify(STAGES)};
process.exitCode = await runStages(${JSON.stringify(stages)}, ${JSON.stringify(options)}) ? 0 : 1;`;
  return run(process.execPath, ['--input-type=module', '--eval', program]);
}

const lastLines = ({ output }: Ran, count: number) => output.trimEnd().split('\n').slice(-count);
const kept = (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8');

describe('the stages', () => {
  it('run in order, print what they print, keep it in files, and end with their seconds', async () => {
    const ran = await runStages({ one: 'echo first; echo complaint >&2', two: 'echo second' });
    expect(ran.code).toBe(0);
    expect(ran.output.indexOf('first')).toBeLessThan(ran.output.indexOf('second'));
    expect(kept('one').split('\n').sort()).toEqual(['', 'complaint', 'first']);
    expect(ran.output).toMatch(/^> Stage one: \d+ s\. Its output: .*one\.log$/m);
    expect(lastLines(ran, 1)[0]).toMatch(/^> Seconds: one \d+ s, two \d+ s$/);
  });

  it('stop at the first that fails, and print the end of its output last', async () => {
    const ran = await runStages({ one: 'seq 100; echo the reason; exit 3', two: 'echo never' });
    expect(ran.code).toBe(1);
    expect(ran.output).not.toContain('never');
    const last = lastLines(ran, 3);
    expect(last.slice(0, 2)).toEqual(['100', 'the reason']);
    expect(last[2]).toMatch(/^Stage one failed\. Its whole output: .*one\.log$/);
    expect(lastLines(ran, 62)).toContainEqual(expect.stringContaining('> Seconds: one'));
  });

  it('print the failed tests last where the tests have named them', async () => {
    const script = 'echo "FAIL a.test.ts > adds" > "$SVC_STAGE_REPORT/failures.txt"; seq 500; exit 1';
    expect(lastLines(await runStages({ one: script }), 2)[0]).toBe('FAIL a.test.ts > adds');
  });

  it('are ended with all their processes when they take too long, and what they did is named', async () => {
    await run('mkfifo', ['held']);
    // It reads until the last process that holds the pipe is gone.
    const gone = run('cat', ['held']);
    const script = [
      `exec 3> held; ( trap '' TERM; while :; do sleep 1; done ) &`,
      'echo server/src/slow.test.ts > "$SVC_STAGE_REPORT/running.txt"',
      'echo the last it said',
      'wait',
    ].join('\n');
    const ran = await runStages({ one: script }, SOON_MS);
    expect(ran.code).toBe(1);
    expect(ran.output).toContain('The stages ran past 2 s, and one was ended. Test files that still ran:');
    expect(ran.output).toContain('\nserver/src/slow.test.ts\n');
    expect(lastLines(ran, 2)[0]).toBe('the last it said');
    expect(await gone).toEqual({ code: 0, output: '' });
  });
});

describe('the report of a stage', () => {
  it('has each failed test with its error and its output, and no file that runs when all have ended', async () => {
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `import { StageReport } from ${JSON.stringify(join(ROOT, 'test/run/stage-report.ts'))};
export default { test: { reporters: [new StageReport()] } };`,
    );
    writeFileSync(
      join(folder, 'a.test.ts'),
      `import { beforeAll, describe, expect, it } from ${JSON.stringify(join(ROOT, 'node_modules/vitest/dist/index.js'))};
it('adds', () => { console.error('the page shows nothing'); expect(1 + 1).toBe(3); });
it('counts', () => console.error('never told'));
describe('hooks', () => { beforeAll(() => { throw new Error('no database'); }); it('waits', () => {}); });`,
    );
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { code } = await run(process.execPath, [vitest, 'run', '--root', folder], { SVC_STAGE_REPORT: folder });
    expect(code).toBe(1);
    const told = readFileSync(join(folder, 'failures.txt'), 'utf8');
    expect(told).toContain('FAIL a.test.ts > adds\nAssertionError: expected 2 to be 3');
    expect(told).toContain('FAIL a.test.ts > hooks\nError: no database');
    expect(told).toContain('OUTPUT OF a.test.ts > adds\nthe page shows nothing');
    expect(told).not.toContain('never told');
    expect(readFileSync(join(folder, 'running.txt'), 'utf8')).toBe('');
  });
});

describe('an index of packages', () => {
  const tries = (command: string) =>
    run('bash', ['-c', `. ${join(ROOT, 'scripts/ci/three-tries.sh')}; three_tries 'The index of npm' ${command}`], {
      SVC_CI_PAUSE_SECONDS: '0',
    });

  it('that answers the third time is enough', async () => {
    const { code } = await tries(`bash -c 'mktemp -p . try-XXXX >/dev/null; [ "$(ls try-* | wc -l)" = 3 ]'`);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('that does not is named after three tries', async () => {
    const { code, output } = await tries(`bash -c 'mktemp -p . try-XXXX >/dev/null; exit 7'`);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(/^The index of npm gave no answer in three tries: bash/);
  });
});
