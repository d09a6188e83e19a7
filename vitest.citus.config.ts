// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:citus`: the service on a Citus cluster, whose coordinator SVC_TEST_CITUS_URL names. The role in it makes
 * databases on all servers. No cluster comes with the repository.
 */
import { defineConfig } from 'vitest/config';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';

if (process.env.SVC_TEST_CITUS_URL === undefined) {
  throw new Error(
    'Set SVC_TEST_CITUS_URL to the coordinator of a Citus cluster: postgres://superuser@host:5432/postgres',
  );
}

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['test/citus/*.test.ts'],
    ...THOROUGH_WITHIN,
    fileParallelism: false,
  },
});
