// SPDX-License-Identifier: Apache-2.0
/** What a worker thread for policies loads first; CommonJS for the reason that scan-worker.cjs gives. */
'use strict';

const loading = Promise.all([import('../../dist/service/run-job.js'), import('../../dist/service/policy-jobs.js')]);

module.exports = async function policies(task) {
  const [{ runJob }, { runPolicyJob }] = await loading;
  return runJob(task, runPolicyJob);
};
