/**
 * Bounds open connections, over all and per address. At a bound a new connection takes the place of the oldest one that
 * has sent no request yet. So half-open connections lock out no client. Where there is none, the new one is closed.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressList, limitedAddress } from '../addresses/index.ts';

export interface ConnectionLimits {
  /** Open connections of the process. */
  connectionsMax: number;
  /** Open connections of one address; IPv6 counts by its /64. Trusted proxies have no such limit. */
  connectionsPerAddressMax: number;
}

/** Connections of one address, or of all. */
interface Group {
  max: number;
  open: number;
  /** Without a whole request so far; the oldest first. */
  silent: Set<Socket>;
}

/**
 * A connection that is closed for another leaves its groups at once, not when its socket has ended.
 * @returns closes the connections that have sent no whole request: clients open some in advance
 */
export function boundConnections(server: Server, limits: ConnectionLimits, proxies: AddressList): () => void {
  const all: Group = { max: limits.connectionsMax, open: 0, silent: new Set() };
  const ofAddresses = new Map<string, Group>();
  const groupsOf = new Map<Socket, Group[]>();

  function leave(socket: Socket): void {
    for (const group of groupsOf.get(socket) ?? []) {
      group.open -= 1;
      group.silent.delete(socket);
    }
    groupsOf.delete(socket);
  }

  /** @returns whether there is room now */
  function makeRoom(group: Group): boolean {
    if (group.open < group.max) return true;
    const [oldest] = group.silent;
    if (oldest === undefined) return false;
    leave(oldest);
    oldest.destroy();
    return true;
  }

  function groupOf(key: string): Group {
    const group = ofAddresses.get(key) ?? { max: limits.connectionsPerAddressMax, open: 0, silent: new Set() };
    ofAddresses.set(key, group);
    return group;
  }

  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const key = limitedAddress(peer);
    const groups = proxies.contains(peer) ? [all] : [groupOf(key), all];
    if (!groups.every(makeRoom)) {
      socket.destroy();
      return;
    }
    for (const group of groups) {
      group.open += 1;
      group.silent.add(socket);
    }
    groupsOf.set(socket, groups);
    socket.once('close', () => {
      leave(socket);
      if (ofAddresses.get(key)?.open === 0) ofAddresses.delete(key);
    });
  });

  server.on('request', ({ socket }: IncomingMessage) => {
    for (const group of groupsOf.get(socket) ?? []) group.silent.delete(socket);
  });

  return () => {
    for (const socket of all.silent) socket.destroy();
  };
}
