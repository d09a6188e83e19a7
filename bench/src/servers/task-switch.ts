// SPDX-License-Identifier: Apache-2.0
/** The built service with the one periodic task of BENCH_TASK, which SIGUSR2 turns on and SIGHUP off. */
import { loadBuilt } from '../built.ts';

const { createApp } = await loadBuilt<typeof import('../../../server/src/process/app.ts')>('process/app.js');
const { checkpointTask, countingTask } =
  await loadBuilt<typeof import('../../../server/src/process/tasks.ts')>('process/tasks.js');
const { systemClock } =
  await loadBuilt<typeof import('../../../server/src/platform/clock/index.ts')>('platform/clock/index.js');
const { createVault } =
  await loadBuilt<typeof import('../../../server/src/platform/vault/index.ts')>('platform/vault/index.js');

const { createLogger } =
  await loadBuilt<typeof import('../../../server/src/platform/logging/index.ts')>('platform/logging/index.js');

let isOn = true;
process.on('SIGUSR2', () => {
  isOn = true;
});
process.on('SIGHUP', () => {
  isOn = false;
});

const { DATABASE_URL = '', SVC_ENCRYPTION_KEY = '', BENCH_TASK = 'checkpoints' } = process.env;
const app = await createApp({
  database: { connectionString: DATABASE_URL },
  clock: systemClock,
  vault: createVault([Buffer.from(SVC_ENCRYPTION_KEY, 'base64')]),
  logger: createLogger('silent'),
  baseUrl: () => '',
  trustProxy: [],
  egressAllow: [],
  mail: { smtp: null, folder: '' },
  signup: 'closed',
  planDefault: 'DEVELOPER',
  connections: { connectionsMax: 10_000, connectionsPerAddressMax: 10_000 },
  eventsPerMinute: Number.MAX_SAFE_INTEGER,
  tasks: (pool) => {
    const coverAll = async (signal: AbortSignal) => await app.checkpoints.coverAll(signal);
    const task = BENCH_TASK === 'counts' ? countingTask(pool) : checkpointTask({ coverAll });
    return [{ ...task, run: async (signal: AbortSignal) => (isOn ? await task.run(signal) : 0) }];
  },
});
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${address}\n`);
process.once('SIGTERM', () => void app.close());
