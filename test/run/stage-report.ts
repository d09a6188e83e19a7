// SPDX-License-Identifier: Apache-2.0
/**
 * A reporter of vitest for a stage of CI, which `scripts/ci/stages.mjs` runs: two files say which test files run now,
 * and why tests failed. So the reason can be printed last, and a stage that hangs can be told. Without a stage it does
 * nothing.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

const STACK_LINES_MAX = 6;
const OUTPUT_CHARACTERS_MAX = 4_000;

export class StageReport implements Reporter {
  readonly #folder = process.env.SVC_STAGE_REPORT;
  readonly #running = new Set<string>();
  /** The output of each test that runs. */
  readonly #printed = new Map<string, string>();
  #root = '';

  onInit(vitest: Pick<Vitest, 'config'>): void {
    this.#root = vitest.config.root;
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(relative(this.#root, module.moduleId));
    this.#tellRunning();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(relative(this.#root, module.moduleId));
    this.#tellRunning();
    this.#tellFailure(relative(this.#root, module.moduleId), module.errors());
    for (const test of module.children.allTests()) {
      const output = this.#printed.get(test.id);
      this.#printed.delete(test.id);
      if (output === undefined || test.result().state !== 'failed') continue;
      this.#append(`OUTPUT OF ${this.#nameOf(test)}\n${output}`);
    }
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#tellFailure(this.#nameOf(suite), suite.errors());
  }

  onTestCaseResult(test: TestCase): void {
    this.#tellFailure(this.#nameOf(test), test.result().errors ?? []);
  }

  onUserConsoleLog({ taskId, content }: { taskId?: string; content: string }): void {
    if (this.#folder === undefined || taskId === undefined) return;
    this.#printed.set(taskId, `${this.#printed.get(taskId) ?? ''}${content}`.slice(-OUTPUT_CHARACTERS_MAX));
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#tellFailure('outside of every test', unhandled);
  }

  #nameOf(test: TestCase | TestSuite): string {
    return `${relative(this.#root, test.module.moduleId)} > ${test.fullName}`;
  }

  #tellRunning(): void {
    if (this.#folder !== undefined) writeFileSync(join(this.#folder, 'running.txt'), [...this.#running, ''].join('\n'));
  }

  #tellFailure(where: string, errors: readonly (SerializedError & { diff?: string })[]): void {
    for (const { name, message, diff, stack } of errors) {
      const at = (stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
        .slice(0, STACK_LINES_MAX);
      this.#append([`FAIL ${where}`, `${name ?? 'Error'}: ${message}`, diff ?? '', ...at].join('\n'));
    }
  }

  #append(text: string): void {
    if (this.#folder === undefined) return;
    appendFileSync(join(this.#folder, 'failures.txt'), `${stripVTControlCharacters(text).trimEnd()}\n\n`);
  }
}
