// SPDX-License-Identifier: Apache-2.0
/**
 * A reporter of vitest that ends a run with what it started. A start of a service costs as much as several tests.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';
import { countIn, countsOf } from '../harness/counts/index.ts';

export class Starts implements Reporter {
  readonly #file = join(tmpdir(), `svc-test-counts-${process.pid}`);
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onInit(): void {
    countIn(this.#file);
  }

  onTestRunStart(): void {
    rmSync(this.#file, { force: true });
  }

  onTestRunEnd(): void {
    const { service, database } = countsOf(this.#file);
    rmSync(this.#file, { force: true });
    if (service + database === 0) return;
    this.#write(`\n Starts of a service: ${service}, clones of a database: ${database}\n`);
  }
}
