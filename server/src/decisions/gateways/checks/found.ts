// SPDX-License-Identifier: Apache-2.0
/** The finding of a call that was made to try an address: its status or its fault, and never more of the answer. */
import type { UpstreamCheck, UpstreamFault } from '@svc/contract';
import { EgressFault, type EgressFaultCode, type EgressResponse } from '../../../outgoing/egress/index.ts';
import { CredentialFault } from '../http/opened-credentials.ts';
import { TokenFault } from '../http/tokens.ts';

export type Found = Pick<UpstreamCheck, 'reachable' | 'status' | 'fault' | 'latencyMs'>;

/** @param fault what a whole answer itself says against the call */
export type Asked = Pick<EgressResponse, 'status' | 'bodyFault'> & { fault?: UpstreamFault | null };

/** @throws errors other than faults of an upstream, a token address or a stored credential */
export async function foundBy(ask: () => Promise<Asked>): Promise<Found> {
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  try {
    const { status, bodyFault, fault = null } = await ask();
    return { reachable: true, status, fault: bodyFault === null ? fault : faultOf(bodyFault), latencyMs: latencyMs() };
  } catch (error) {
    return { reachable: false, status: null, fault: faultOf(error), latencyMs: latencyMs() };
  }
}

function faultOf(error: unknown): UpstreamFault {
  if (error instanceof EgressFault) return WORDS[error.code];
  if (error instanceof TokenFault) return 'TOKEN_REFUSED';
  if (error instanceof CredentialFault) return 'CREDENTIAL_LOST';
  throw error;
}

const WORDS: Readonly<Record<EgressFaultCode, UpstreamFault>> = {
  invalid_address: 'INVALID_ADDRESS',
  egress_refused: 'ADDRESS_REFUSED',
  credential_refused: 'CREDENTIAL_NEEDS_TLS',
  dns_failure: 'DNS_FAILURE',
  connection_refused: 'CONNECTION_REFUSED',
  unreachable: 'UNREACHABLE',
  connection_reset: 'CONNECTION_RESET',
  tls_failure: 'TLS_FAILURE',
  time_out: 'TIME_OUT',
  invalid_response: 'INVALID_RESPONSE',
  invalid_header: 'INVALID_HEADER',
  busy: 'BUSY',
  aborted: 'ABORTED',
};
