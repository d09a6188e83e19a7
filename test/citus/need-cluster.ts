// SPDX-License-Identifier: Apache-2.0

/** Vitest's own process runs it first: without a cluster the tests would run on the embedded PostgreSQL. */
export default function needCluster(): void {
  if (process.env.SVC_TEST_CITUS_URL !== undefined) return;
  throw new Error('Set SVC_TEST_CITUS_URL to the coordinator of a Citus cluster: postgres://role@host:5432/postgres');
}
