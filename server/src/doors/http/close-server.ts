// SPDX-License-Identifier: Apache-2.0
/** Closes the server of a stop. */
import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_EVERY_MS = 50;
/** A request that was on its way at a stop has arrived by then. */
const SILENT_CLOSED_AFTER_MS = 1_000;

/** A connection that was busy when the server closed stays open for its client; it is ended when it falls idle. */
export async function closeServer(http: FastifyInstance, closeSilent: () => void): Promise<void> {
  const timer = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_EVERY_MS);
  const silent = setTimeout(closeSilent, SILENT_CLOSED_AFTER_MS);
  try {
    await http.close();
  } finally {
    clearInterval(timer);
    clearTimeout(silent);
  }
}
