// SPDX-License-Identifier: Apache-2.0
/**
 * Bounds open connections, over all and per address. At a bound a new connection takes the place of another one: the
 * one that can best be spared, of the address that has most. So no address, and no crowd of half-open or idle
 * connections, locks out a client. A connection with a request under way is never closed for another.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressList, limitedAddress } from '../../platform/addresses/index.ts';

export interface ConnectionLimits {
  /** Open connections of the process. */
  connectionsMax: number;
  /** Open connections of one address; IPv6 counts by its /64. Trusted proxies have no such limit. */
  connectionsPerAddressMax: number;
}

/**
 * How well a connection can be spared, the first most. A silent one has sent no whole request. A strange one is idle
 * and never presented a known key or session. A stream is resumed by its reader.
 */
const SPARED_FIRST = ['silent', 'strange', 'idle', 'stream'] as const;
type Sparable = (typeof SPARED_FIRST)[number];
type State = Sparable | 'busy';

/** The connections of one address. Within a state those are first that have been in it for longest. */
interface Group {
  key: string;
  open: number;
  /** Trusted proxies speak for many clients. */
  isBounded: boolean;
  in: Record<Sparable, Set<Socket>>;
}

interface Connection {
  group: Group;
  state: State;
  requests: number;
}

/** Connections on which a key or a session was known. */
const KNOWN = new WeakSet<Socket>();
/** Notes that the answer of a connection is a stream. */
const NOTE_STREAM = new WeakMap<Socket, () => void>();

/** The caller of this connection is known: it is spared last. */
export function noteKnownCaller(socket: Socket): void {
  KNOWN.add(socket);
}

/** The answer of this connection is a stream without end. */
export function noteStream(socket: Socket): void {
  NOTE_STREAM.get(socket)?.();
}

/**
 * A connection that is closed for another leaves its group at once, not when its socket has ended.
 * @returns closes the connections that have sent no whole request: clients open some in advance
 */
export function boundConnections(server: Server, limits: ConnectionLimits, proxies: AddressList): () => void {
  const open = new OpenConnections(limits, proxies);
  server.on('connection', (socket: Socket) => open.admit(socket));
  // Before the routes hear of it.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
    open.beginRequest(socket, response),
  );
  return () => open.closeSilent();
}

class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #proxies: AddressList;
  readonly #groups = new Map<string, Group>();
  readonly #connections = new Map<Socket, Connection>();

  constructor(limits: ConnectionLimits, proxies: AddressList) {
    this.#limits = limits;
    this.#proxies = proxies;
  }

  admit(socket: Socket): void {
    const { connectionsMax, connectionsPerAddressMax } = this.#limits;
    const group = this.#groupOf(socket.remoteAddress ?? '');
    const hasRoom =
      group.isBounded && group.open >= connectionsPerAddressMax
        ? this.#spareOne([group])
        : this.#connections.size < connectionsMax || this.#spareOne([...this.#groups.values()]);
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    this.#groups.set(group.key, group);
    group.open += 1;
    const connection: Connection = { group, state: 'busy', requests: 0 };
    this.#connections.set(socket, connection);
    move(socket, connection, 'silent');
    NOTE_STREAM.set(socket, () => move(socket, connection, 'stream'));
    socket.once('close', () => this.#leave(socket));
  }

  beginRequest(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    move(socket, connection, 'busy');
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests > 0 || !this.#connections.has(socket)) return;
      move(socket, connection, KNOWN.has(socket) ? 'idle' : 'strange');
    });
  }

  closeSilent(): void {
    for (const group of this.#groups.values()) for (const socket of group.in.silent) socket.destroy();
  }

  /** @returns whether one was closed */
  #spareOne(groups: readonly Group[]): boolean {
    for (const state of SPARED_FIRST) {
      const most = groups.reduce((one, other) => (other.in[state].size > one.in[state].size ? other : one));
      const [oldest] = most.in[state];
      if (oldest === undefined) continue;
      this.#leave(oldest);
      oldest.destroy();
      return true;
    }
    return false;
  }

  #leave(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    const { group, state } = connection;
    this.#connections.delete(socket);
    group.open -= 1;
    if (state !== 'busy') group.in[state].delete(socket);
    if (group.open === 0) this.#groups.delete(group.key);
  }

  #groupOf(peer: string): Group {
    const key = limitedAddress(peer);
    return (
      this.#groups.get(key) ?? {
        key,
        open: 0,
        isBounded: !this.#proxies.contains(peer),
        in: { silent: new Set(), strange: new Set(), idle: new Set(), stream: new Set() },
      }
    );
  }
}

/** It is the last of its new state. */
function move(socket: Socket, connection: Connection, state: State): void {
  const { group } = connection;
  if (connection.state !== 'busy') group.in[connection.state].delete(socket);
  connection.state = state;
  if (state !== 'busy') group.in[state].add(socket);
}
