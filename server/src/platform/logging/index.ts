// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the log of the process: JSON lines with a time, one object each. A fault that lasts is told once.
 * Refuses to know who writes to it, and what: callers keep content, bodies and secrets out.
 */
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

export { type OutageLog, Outages } from './outages.ts';
export type { Logger };

const STANDARD_ERROR = 2;
const OPTIONS = { base: null, timestamp: stdTimeFunctions.isoTime };

/** @param level the least that is written */
export function createLogger(level: string): Logger {
  return pino({ level, ...OPTIONS });
}

/** For a command, whose standard output is its answer. */
export function createCommandLogger(): Logger {
  return pino({ level: 'warn', ...OPTIONS }, destination({ fd: STANDARD_ERROR, sync: true }));
}
