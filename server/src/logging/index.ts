/**
 * Owns the log of the process: JSON lines with a time, one object each.
 * Refuses to know who writes to it, and what: callers keep content, bodies and secrets out.
 */
import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger };

/** @param level the least that is written */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime });
}
