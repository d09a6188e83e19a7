// SPDX-License-Identifier: Apache-2.0
/** Tests of the pages beside them: in a Chromium, before a stand-in for the service. They need no PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions } from 'vite';
import { defineProject } from 'vitest/config';
import { WITHIN } from '../test/run/time-outs.ts';
import { WORKERS } from '../test/run/workers.ts';

/** Looked for when a run opens a browser, and not when it reads its configuration. */
const launchOptions = {
  get executablePath() {
    const script = join(import.meta.dirname, '../scripts/chromium.mjs');
    return execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
  },
};

export default defineProject({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  cacheDir: join(import.meta.dirname, '../node_modules/.cache/vitest-console'),
  define: { WITH_GALLERY: 'true' },
  resolve: { conditions: ['svc-source', ...defaultClientConditions] },
  // All that the app imports: the page would load again if a package were found in the middle of a run.
  optimizeDeps: { entries: ['src/main.tsx', 'src/stand-in/index.ts'] },
  test: {
    name: 'console',
    include: ['src/**/*.browser.test.ts'],
    // One page for all files: each would load the whole app anew.
    isolate: false,
    ...WITHIN,
    // Nothing but the browser is waited for: what a page shows next is there after some milliseconds.
    expect: { poll: { ...WITHIN.expect.poll, interval: 5 } },
    // Beside the project `service`, which has as many workers: Vitest asks that of projects that run together. One page
    // takes one core, and longer than the project `fast`.
    maxWorkers: WORKERS,
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      fileParallelism: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions,
        actionTimeout: WITHIN.expect.poll.timeout,
        contextOptions: { locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
