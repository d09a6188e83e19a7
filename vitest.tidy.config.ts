// SPDX-License-Identifier: Apache-2.0
/** `npm run tidy`: the rules of the tree alone, in one thread, since most of the time is vitest's own start. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/tidy/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    slowTestThreshold: 10_000,
  },
});
