// SPDX-License-Identifier: Apache-2.0
/**
 * What a worker thread of the scan loads first. It is CommonJS on purpose: the pool loads its file with `require`, and
 * Node 20 can crash when a thread is ended while `require` reads an ES module.
 */
'use strict';

const loading = Promise.all([import('../../dist/service/run-job.js'), import('../../dist/service/scan-worker.js')]);

module.exports = async function scan(task) {
  const [{ runJob }, { scanContent }] = await loading;
  return runJob(task, scanContent);
};
