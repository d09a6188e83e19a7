// SPDX-License-Identifier: Apache-2.0
/** Tells a database that is away or overloaded, which is temporary, from a fault of our own. */

/**
 * SQLSTATE classes and codes that pass by themselves: connection, resources, operator action, locks, serialization, and
 * a server that only reads.
 */
const PASSING = /^(?:08|53|57|55P03|40|58|25006)/;
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'the transaction did not commit',
  'Cannot use a pool after calling end',
];

export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (PASSING.test(code) || SYSTEM_CODES.has(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseFault);
  return DRIVER_MESSAGES.some((text) => error.message.includes(text));
}
