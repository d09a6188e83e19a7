// SPDX-License-Identifier: Apache-2.0
/** The pools of a process, one for each kind of work. */
import type { Clock } from '../../platform/clock/index.ts';
import type { DatabaseAddress } from './hosts.ts';
import { createPatientPool, createPool, createReadPool } from './pool.ts';

/** One listens for news and one tells them; one shows that this process lives, and one is patient. */
const CONNECTIONS_BESIDE_POOLS = 4;
/** One connection for each step of the sending worker. */
const DELIVERY_CONNECTIONS_MAX = 4;
/** One connection for each batch in flight, and one to look up the fate of a lost commit. */
const RECORDER_CONNECTIONS_MAX = 5;

/**
 * Work of one kind never waits for connections of another.
 * @param connectionsMax of the process, with those beside the pools
 */
export function openPools(database: DatabaseAddress, clock: Clock, connectionsMax: number) {
  const left = connectionsMax - CONNECTIONS_BESIDE_POOLS;
  const recorder = Math.min(RECORDER_CONNECTIONS_MAX, Math.floor(left / 4));
  const deliveries = Math.min(DELIVERY_CONNECTIONS_MAX, Math.floor(left / 6));
  const short = Math.ceil((left - recorder - deliveries) / 2);
  return {
    // Sign-in, approvals, polling, /health, periodic tasks.
    service: createPool(database, short, clock),
    // Lists, searches and exports: however many are asked for, short work does not wait for them.
    reads: createReadPool(database, left - recorder - deliveries - short, clock),
    recorder: createPool(database, recorder, clock),
    deliveries: createPool(database, deliveries, clock),
    // Partitions that end, once an hour.
    patient: createPatientPool(database, clock),
  };
}
