// SPDX-License-Identifier: Apache-2.0
/** Opens a connection: resolves, checks every address, and connects to the checked address itself. */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { AddressRules } from './address-rules.ts';
import { EgressFault, egressFaultOf } from './fault.ts';
import { ADDRESS_TIMEOUT_MS, ADDRESSES_TRIED_MAX, CONNECT_TIMEOUT_MS } from './limits.ts';
import type { Resolver } from './resolve.ts';
import type { Target } from './target.ts';

export interface ConnectOptions {
  rules: AddressRules;
  resolve: Resolver;
  /** Certificates to trust in place of the system's. */
  ca?: string | undefined;
  /** Called before a connection to an address that is not public. */
  notePrivate(): void;
}

/**
 * A name with one refused address is refused whole: neither chance nor its name server may choose the target.
 * @param carriesCredential without TLS, only addresses that the operator opened are allowed
 * @throws EgressFault
 */
export async function openConnection(
  options: ConnectOptions,
  target: Target,
  carriesCredential: boolean,
): Promise<Socket> {
  const endsAt = performance.now() + CONNECT_TIMEOUT_MS;
  const addresses = target.isAddress ? [target.host] : await options.resolve(target.host);
  const { rules } = options;
  if (!addresses.every((address) => rules.permits(address))) throw new EgressFault('egress_refused');
  if (carriesCredential && !target.isTls && !addresses.every((address) => rules.isOpened(address))) {
    throw new EgressFault('credential_refused');
  }
  if (!addresses.every((address) => rules.isFree(address))) options.notePrivate();
  let fault = new EgressFault('dns_failure');
  const tried = addresses.slice(0, ADDRESSES_TRIED_MAX);
  for (const [at, address] of tried.entries()) {
    const leftMs = Math.max(1, endsAt - performance.now());
    const timeoutMs = at === tried.length - 1 ? leftMs : Math.min(leftMs, ADDRESS_TIMEOUT_MS);
    try {
      return await connectTo(address, target, options.ca, timeoutMs);
    } catch (error) {
      fault = egressFaultOf(error);
    }
  }
  throw fault;
}

/** `host` is an address, so no further resolution happens on the way. */
function connectTo(address: string, target: Target, ca: string | undefined, timeoutMs: number): Promise<Socket> {
  const { port, host } = target;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const socket: Socket | TLSSocket = target.isTls
      ? connectTls({
          host: address,
          port,
          // A name is announced and verified; for an address only the certificate is verified.
          ...(target.isAddress ? {} : { servername: host }),
          ALPNProtocols: ['http/1.1'],
          // This holds even when the environment turns verification off.
          rejectUnauthorized: true,
          ...(ca === undefined ? {} : { ca }),
        })
      : connectTcp({ host: address, port });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      const fault = egressFaultOf(error);
      // A failure between the connection and the first byte is a failure of the handshake.
      reject(isConnected && fault.code === 'connection_reset' ? new EgressFault('tls_failure') : fault);
    };
    const timer = setTimeout(() => fail(new EgressFault('time_out')), timeoutMs);
    const onClose = () => fail(new EgressFault('connection_reset'));
    const settle = () => {
      clearTimeout(timer);
      // An error before the next listener is attached would end the process.
      socket
        .on('error', () => {})
        .off('error', fail)
        .off('close', onClose);
      socket.setNoDelay(true);
      resolve(socket);
    };
    socket.on('error', fail).on('close', onClose);
    socket.once('connect', () => {
      isConnected = true;
      if (!target.isTls) settle();
    });
    if (target.isTls) socket.once('secureConnect', settle);
  });
}
