// SPDX-License-Identifier: Apache-2.0
/** Leads the server to the end of a stop: it says no, and then closes. */
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

const DRAINING = new WeakSet<Server>();

/** From now on balancers are told to go elsewhere, and clients to open no more requests on their connections. */
export function drain({ server }: Pick<FastifyInstance, 'server'>): void {
  DRAINING.add(server);
}

export function isDraining({ server }: Pick<FastifyInstance, 'server'>): boolean {
  return DRAINING.has(server);
}

const IDLE_CHECK_EVERY_MS = 50;
/** A request that was on its way at a stop has arrived by then. */
const SILENT_CLOSED_AFTER_MS = 1_000;

/** A connection that was busy when the server closed stays open for its client; it is ended when it falls idle. */
export async function closeServer(http: FastifyInstance, closeSilent: () => void): Promise<void> {
  drain(http);
  const timer = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_EVERY_MS);
  const silent = setTimeout(closeSilent, SILENT_CLOSED_AFTER_MS);
  try {
    await http.close();
  } finally {
    clearInterval(timer);
    clearTimeout(silent);
  }
}
