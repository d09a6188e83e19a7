// SPDX-License-Identifier: Apache-2.0
/** A reporter of vitest that ends a run with its ten slowest files: what to look at when the loop gets slow. */
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

const FILES_MAX = 10;

export class SlowestFiles implements Reporter {
  #root = '';
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onInit(vitest: Pick<Vitest, 'config'>): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly Pick<TestModule, 'moduleId' | 'diagnostic'>[]): void {
    if (modules.length <= FILES_MAX) return;
    const timed = modules.map((module) => ({ file: relative(this.#root, module.moduleId), ms: timeOf(module) }));
    const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, FILES_MAX);
    const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`);
    this.#write(`\n The ${FILES_MAX} slowest files\n${lines.join('\n')}\n`);
  }
}

/** Milliseconds to load the file, and to run its tests with their hooks. */
function timeOf(module: Pick<TestModule, 'diagnostic'>): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}
