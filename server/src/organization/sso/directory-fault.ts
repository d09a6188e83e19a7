// SPDX-License-Identifier: Apache-2.0
/** Faults of a directory: a closed list of codes, for the owner who tries it. */
import type { DirectoryFaultCode } from '@svc/contract';
import { EgressFault, type EgressFaultCode } from '../../outgoing/egress/index.ts';

export class DirectoryFault extends Error {
  override name = 'DirectoryFault';
  readonly code: DirectoryFaultCode;
  /** The status or the name that was found. */
  readonly detail: string | null;

  constructor(code: DirectoryFaultCode, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const OF_EGRESS: Readonly<Record<EgressFaultCode, DirectoryFaultCode>> = {
  invalid_address: 'ADDRESS_REFUSED',
  egress_refused: 'ADDRESS_REFUSED',
  credential_refused: 'HTTP_ADDRESS',
  dns_failure: 'NAME_UNKNOWN',
  connection_refused: 'UNREACHABLE',
  unreachable: 'UNREACHABLE',
  connection_reset: 'UNREACHABLE',
  tls_failure: 'TLS',
  time_out: 'TIME_OUT',
  invalid_response: 'NOT_JSON',
  invalid_header: 'ADDRESS_REFUSED',
  busy: 'BUSY',
  aborted: 'TIME_OUT',
};

export function faultOfEgress(error: unknown): unknown {
  return error instanceof EgressFault ? new DirectoryFault(OF_EGRESS[error.code]) : error;
}

const CAUSES_MAX = 5;

/** The fault below what a library has wrapped around it; null where the directory was asked and answered in time. */
export function directoryFaultOf(error: unknown): DirectoryFault | null {
  let found = error;
  for (let depth = 0; depth < CAUSES_MAX && found instanceof Error; depth += 1) {
    if (found instanceof DirectoryFault) return found;
    found = found.cause;
  }
  return null;
}
