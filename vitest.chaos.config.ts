// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:chaos`: what a run of all tests does once or a little of, many times: rounds of kill -9 and of outages,
 * and mutated exports. CHAOS_SEED repeats the attack of an earlier run.
 */
import { defineConfig } from 'vitest/config';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';

const ROUNDS = '50';
const CHECKS = '100000';
const REDEMPTIONS = '200';
const MUTATIONS = '90000';
const ATTACKS = '100';

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: [
      'test/chaos/**/*.test.ts',
      'test/process/{forwarding,redemption}.test.ts',
      'test/audit/{attacks,mutations}.test.ts',
    ],
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    env: {
      CHAOS_ROUNDS: process.env.CHAOS_ROUNDS ?? ROUNDS,
      CHAOS_CHECKS: process.env.CHAOS_CHECKS ?? CHECKS,
      CHAOS_REDEMPTIONS: process.env.CHAOS_REDEMPTIONS ?? REDEMPTIONS,
      SVC_TEST_ATTACKS: process.env.SVC_TEST_ATTACKS ?? ATTACKS,
      SVC_TEST_MUTATIONS: process.env.SVC_TEST_MUTATIONS ?? MUTATIONS,
    },
    ...THOROUGH_WITHIN,
    // One attack at a time, so that the load of one does not hide the moments of another.
    fileParallelism: false,
  },
});
