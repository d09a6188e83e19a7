// SPDX-License-Identifier: Apache-2.0
/**
 * The built service with one transaction for each decision, one after the other, everything else as it is: what group
 * commit is worth.
 */
import { loadBuilt } from '../built.ts';

const { createApp } = await loadBuilt<typeof import('../../../server/src/process/app.ts')>('process/app.js');
const { systemClock } =
  await loadBuilt<typeof import('../../../server/src/platform/clock/index.ts')>('platform/clock/index.js');
const { createVault } =
  await loadBuilt<typeof import('../../../server/src/platform/vault/index.ts')>('platform/vault/index.js');

const { createLogger } =
  await loadBuilt<typeof import('../../../server/src/platform/logging/index.ts')>('platform/logging/index.js');

const { DATABASE_URL = '', SVC_ENCRYPTION_KEY = '' } = process.env;
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
  recorder: { decisionsPerBatchMax: 1, isPipelined: false },
});
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${address}\n`);
process.once('SIGTERM', () => void app.close());
