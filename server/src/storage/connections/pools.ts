// SPDX-License-Identifier: Apache-2.0
/** The pools of a process, one for each kind of work. */
import type { Clock } from '../../platform/clock/index.ts';
import { createPool, createReadPool, type DatabaseAddress } from './pool.ts';

/** For short work: sign-in, approvals, polling, /health, periodic tasks. */
const POOL_CONNECTIONS_MAX = 10;
/** For lists, searches and exports: however many are asked for, short work does not wait for them. */
const READ_CONNECTIONS_MAX = 10;
/** One connection for each batch in flight, and one to look up the fate of a lost commit. */
const RECORDER_CONNECTIONS_MAX = 5;
/** One connection for each step of the sending worker. */
const DELIVERY_CONNECTIONS_MAX = 4;

/** Work of one kind never waits for connections of another. */
export function openPools(database: DatabaseAddress, clock: Clock) {
  return {
    service: createPool(database, POOL_CONNECTIONS_MAX, clock),
    reads: createReadPool(database, READ_CONNECTIONS_MAX, clock),
    recorder: createPool(database, RECORDER_CONNECTIONS_MAX, clock),
    deliveries: createPool(database, DELIVERY_CONNECTIONS_MAX, clock),
  };
}
