// SPDX-License-Identifier: Apache-2.0
/** Processes of a start whose first one was killed: they serve on, and the next start takes their place. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, processTable, signal } from '@svc/postgres';
import type { Logger } from '../../platform/logging/index.ts';
import { STOP_WITHIN_MS } from '../service.ts';

const MARK = 'svc-member';
const LOOK_EVERY_MS = 50;

/** Arguments of a process that serves: others find it by them. */
export function memberArguments(dataDir: string): string[] {
  return [MARK, idOf(dataDir), String(process.pid)];
}

/** Ends them in order, and by force those that have not ended in time. */
export async function endOrphans(dataDir: string, logger: Logger): Promise<void> {
  const orphans = await orphansOf(dataDir);
  if (orphans.length === 0) return;
  logger.warn({ processes: orphans.length }, 'processes of a start that was killed serve on: they are stopped');
  for (const pid of orphans) signal(pid, 'SIGTERM');
  const startedMs = performance.now();
  while (orphans.some(isRunning) && performance.now() - startedMs < STOP_WITHIN_MS) await delay(LOOK_EVERY_MS);
  for (const pid of orphans.filter(isRunning)) signal(pid, 'SIGKILL');
}

async function orphansOf(dataDir: string): Promise<number[]> {
  const mark = new RegExp(` ${MARK} ${idOf(dataDir)} (\\d+)$`);
  const processes = await processTable.list();
  return processes.flatMap(({ pid, commandLine }) => {
    const first = mark.exec(commandLine)?.[1];
    return first === undefined || isRunning(Number(first)) ? [] : [pid];
  });
}

function idOf(dataDir: string): string {
  return createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
}
