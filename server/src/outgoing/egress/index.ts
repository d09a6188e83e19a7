// SPDX-License-Identifier: Apache-2.0
/**
 * Owns every call that leaves the service: one guarded client. It refuses addresses that are not public, follows no
 * redirect, and reads no proxy from the environment. It asks for no compression and reads no more than its bound.
 * Refuses to know gateways, webhooks and tokens: each user has an instance, so that one user's crowd does not delay
 * another.
 */
import type { Socket } from 'node:net';
import { Pool } from 'undici';
import { type PlaceLimits, Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import type { EgressRequest, EgressResponse } from './call.ts';
import { openConnection } from './connect.ts';
import { exchange } from './exchange.ts';
import { EgressFault } from './fault.ts';
import { travellingHeaders } from './headers.ts';
import { CONNECT_TIMEOUT_MS, IDLE_CONNECTION_MS, RESPONSE_HEADER_BYTES_MAX } from './limits.ts';
import { nameServerResolver } from './name-servers.ts';
import { reachRules } from './reach-rules.ts';
import { type Resolver, sharedResolver } from './resolve.ts';
import { type Target, targetOf } from './target.ts';

export type { EgressRequest, EgressResponse } from './call.ts';
export { EGRESS_FAULTS, EgressFault, type EgressFaultCode } from './fault.ts';
export { checkedHeaders } from './headers.ts';
export { type AddressReach, createAddressReach } from './reach.ts';
export { OWN_MACHINE } from './reach-rules.ts';
export { isPlainPath, type Target, targetBelow, targetOf } from './target.ts';
export { createTextRecords, type TextRecords } from './text-records.ts';
export { readWebAddress, shownAddress } from './web-address.ts';

export interface EgressOptions {
  /** Non-public CIDR ranges and addresses that calls with `privateNetworks` may reach. */
  allow: readonly string[];
  /** Owners whose calls with `privateNetworks` may also reach the machine that the service runs on. */
  loopbackFor?: ReadonlySet<string> | undefined;
  /** The name servers, the hosts file and the search domains; those of the system by default. */
  resolver?: Resolver;
  /** Certificates in PEM to trust in place of the system's. */
  ca?: string;
  /** Calls under way, and those to one host; by default rows of the table of shared places. */
  calls?: PlaceLimits;
  callsToHost?: PlaceLimits;
}

export interface Egress {
  /** Sends once, never twice. @throws EgressFault when there is no status to tell */
  request(request: EgressRequest): Promise<EgressResponse>;
  /** Aborts the calls under way and all later ones, and closes every connection. */
  close(): Promise<void>;
}

interface Origin {
  pool: Pool;
  places: Places;
  /** Greater than that of any origin that was used before. */
  lastUse: number;
  /** A connection has led to an address that is not public. */
  isPrivate: boolean;
}

/** There are no more origins in use than calls, so that one is idle wherever a call has a place. */
function forgetIdle(origins: Map<string, Origin>): void {
  const [oldest] = [...origins]
    .filter(([, origin]) => origin.places.underWay === 0)
    .sort(([, one], [, other]) => one.lastUse - other.lastUse);
  if (oldest === undefined) throw new EgressFault('busy');
  origins.delete(oldest[0]);
  void oldest[1].pool.destroy();
}

/** The holder of calls without an owner. */
const OURSELVES = 'the service';

export function createEgress(options: EgressOptions): Egress {
  const { allow, loopbackFor = new Set() } = options;
  const rulesOf = reachRules(allow, loopbackFor);
  const { calls: limits = SHARED_PLACES.calls, callsToHost = SHARED_PLACES.callsToHost } = options;
  const calls = new Places(limits);
  // As many names resolve at once as there are calls, so that one slow name delays no other.
  const resolve = sharedResolver(options.resolver ?? nameServerResolver(), limits.atOnceMax);
  const connection = { resolve, ca: options.ca };
  const origins = new Map<string, Origin>();
  let uses = 0;
  let isClosed = false;

  /**
   * A call with a credential never shares a connection without TLS with a call that has none: see `openConnection`. Nor
   * do calls that may reach opened ranges share one with calls that may not.
   */
  function originOf(target: Target, { carriesCredential, ...caller }: EgressRequest): Origin {
    const isGuarded = carriesCredential && !target.isTls;
    const { rules, name } = rulesOf(caller);
    const key = `${target.origin}${isGuarded ? ' with credential' : ''}${name}`;
    const known = origins.get(key);
    if (known !== undefined) return known;
    if (origins.size >= limits.atOnceMax) forgetIdle(origins);
    const origin = newOrigin(target, callsToHost, (notePrivate) =>
      openConnection({ ...connection, rules, notePrivate }, target, isGuarded),
    );
    origins.set(key, origin);
    return origin;
  }

  return {
    async request(request) {
      if (isClosed) throw new EgressFault('aborted');
      const target = typeof request.url === 'string' ? targetOf(request.url) : request.url;
      const headers = travellingHeaders(request.headers ?? {});
      const { owner = OURSELVES } = request;
      const place = calls.enter(owner);
      if (place === null) throw new EgressFault('busy');
      const origin = originOf(target, request);
      const placeAtHost = origin.places.enter(owner);
      if (placeAtHost === null) {
        calls.leave(place);
        throw new EgressFault('busy');
      }
      uses += 1;
      origin.lastUse = uses;
      // Not awaited here: each promise between a call and its answer costs as much as reading its address.
      return exchange(origin, target, headers, request, () => {
        calls.leave(place);
        origin.places.leave(placeAtHost);
      });
    },
    async close() {
      isClosed = true;
      const pools = [...origins.values()].map(({ pool }) => pool.destroy(new EgressFault('aborted')));
      origins.clear();
      await Promise.all(pools);
    },
  };
}

function newOrigin(
  target: Target,
  callsToHost: PlaceLimits,
  open: (notePrivate: () => void) => Promise<Socket>,
): Origin {
  const notePrivate = () => {
    origin.isPrivate = true;
  };
  const origin: Origin = {
    pool: poolOf(target, callsToHost.atOnceMax, () => open(notePrivate)),
    places: new Places(callsToHost),
    lastUse: 0,
    isPrivate: false,
  };
  return origin;
}

/** One request per connection at a time; the client repeats nothing by itself. */
function poolOf(target: Target, connections: number, open: () => Promise<Socket>): Pool {
  return new Pool(target.origin, {
    connections,
    pipelining: 1,
    // The timer of each call bounds it whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
    connect: (_, done) => {
      withinTime(open()).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
  });
}

/** A connection that opens too late is closed at once. */
async function withinTime(opening: Promise<Socket>): Promise<Socket> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new EgressFault('time_out'));
    }, CONNECT_TIMEOUT_MS);
  });
  opening.then(
    (socket) => {
      if (isLate) socket.destroy();
    },
    () => {},
  );
  return await Promise.race([opening, late]).finally(() => clearTimeout(timer));
}
