/**
 * A reporter of vitest that ends a run with the tests that passed only on their second try. Each is a fault to mend: in
 * the test, or in what it tests.
 */
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

export class SecondTries implements Reporter {
  #root = '';
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onInit(vitest: Pick<Vitest, 'config'>): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly Pick<TestModule, 'moduleId' | 'children'>[]): void {
    const lines = modules.flatMap(({ moduleId, children }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `  ${relative(this.#root, moduleId)}: ${test.fullName}`),
    );
    if (lines.length > 0) this.#write(`\n Passed only on the second try\n${lines.join('\n')}\n`);
  }
}
