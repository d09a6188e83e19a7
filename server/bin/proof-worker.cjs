// SPDX-License-Identifier: Apache-2.0
/** What a worker thread for proofs loads first; CommonJS for the reason that scan-worker.cjs gives. */
'use strict';

const loading = Promise.all([import('../../dist/service/run-job.js'), import('../../dist/service/proof-jobs.js')]);

module.exports = async function proofs(task) {
  const [{ runJob }, { runProofJob }] = await loading;
  return runJob(task, runProofJob);
};
