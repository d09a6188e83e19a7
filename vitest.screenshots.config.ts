// SPDX-License-Identifier: Apache-2.0
/** `npm run screenshots`: pictures of every page, in `node_modules/.cache/screenshots`. */
import { defineConfig } from 'vitest/config';

const WITHIN_MS = 900_000;

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['test/screenshots/**/*.test.ts'],
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    testTimeout: WITHIN_MS,
    hookTimeout: WITHIN_MS,
    maxWorkers: 2,
  },
});
