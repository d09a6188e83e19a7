// SPDX-License-Identifier: Apache-2.0
/** Guarantee: from the moment it listens, the service outlives the death of its database. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepClean } from '#harness/postgres/keeper.ts';
import { clusterDirectoryIn, clusterName } from '../../../postgres/src/cluster.ts';
import { readConfig } from '../platform/config/index.ts';
import { createLogger } from '../platform/logging/index.ts';
import { startService } from './service.ts';

/** At once, and all of it: backends of a dead postmaster would go on answering for a moment. @returns how many */
function killDatabase(cluster: string): number {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const pids = processes.filter((line) => line.includes('postgres') && line.includes(cluster)).map(Number.parseFloat);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

it('is not ended by a database that dies the moment it listens', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'svc-listening-'));
  const dataDir = join(parent, 'data');
  const keeper = keepClean(dataDir);
  const config = readConfig({ SVC_DATA_DIR: dataDir, SVC_HOST: '127.0.0.1', SVC_PORT: '0', SVC_LOG_LEVEL: 'error' });
  let killed = 0;
  const logger = createLogger(config.logLevel);
  const log = logger.info.bind(logger);
  // The framework says where it listens through the log, before anything else can run.
  logger.info = ((...told: Parameters<typeof log>) => {
    if (told.some((part) => `${part}`.startsWith('listening on'))) {
      killed = killDatabase(String(clusterName(clusterDirectoryIn(dataDir))));
    }
    log(...told);
  }) as typeof logger.info;
  const service = await startService(config, logger, async () => new Set());
  try {
    expect(killed).toBeGreaterThan(1);
    const health = async () => ((await (await fetch(`${service.address}/health`)).json()) as { ready: boolean }).ready;
    await expect.poll(health).toBe(true);
  } finally {
    await service.stop();
    rmSync(parent, { recursive: true, force: true });
    keeper.dismiss();
  }
});
