// SPDX-License-Identifier: Apache-2.0
/** What a worker thread that decides again loads first. It answers each message by one, in their order. */
'use strict';

const { parentPort } = require('node:worker_threads');

const loading = import('../../dist/service/replay-worker.js').then(({ openReplay }) => openReplay());

// A fault here ends the thread, which the asking one is told.
parentPort.on('message', (message) => void loading.then((replay) => parentPort.postMessage(replay(message))));
