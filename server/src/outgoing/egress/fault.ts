// SPDX-License-Identifier: Apache-2.0
/** The reasons of failed outgoing calls: a closed table, each with one stable sentence that quotes nothing. */

export const EGRESS_FAULTS = {
  invalid_address: 'invalid address',
  egress_refused: 'egress refused: the address is not public and SVC_EGRESS_ALLOW does not name it',
  credential_refused: 'egress refused: a credential travels over https only',
  dns_failure: 'DNS failure',
  connection_refused: 'connection refused',
  unreachable: 'host unreachable',
  connection_reset: 'connection reset',
  tls_failure: 'TLS failure',
  time_out: 'time-out',
  invalid_response: 'invalid response',
  invalid_header: 'invalid header',
  busy: 'upstream busy',
  aborted: 'aborted',
} as const;

export type EgressFaultCode = keyof typeof EGRESS_FAULTS;

export class EgressFault extends Error {
  override name = 'EgressFault';
  readonly code: EgressFaultCode;

  constructor(code: EgressFaultCode) {
    super(EGRESS_FAULTS[code]);
    this.code = code;
  }
}

/** The codes of systems and libraries. An unlisted code is a reset: the call began, and its end is unknown. */
const CODES: Readonly<Record<string, EgressFaultCode>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'time_out',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_failure',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'invalid_response',
};

/** Codes of HTTP/1.1 parsers for unreadable answers, and of TLS libraries for untrusted ones. */
const CODE_PATTERNS: readonly (readonly [RegExp, EgressFaultCode])[] = [
  [/^HPE_|^HTTPParserError$/, 'invalid_response'],
  [/CERT|ISSUER|SIGNATURE|^ERR_TLS_|^ERR_SSL_|^CRL_/, 'tls_failure'],
];

/** Codes of the HTTP client for well-formed answers that it gives up: 101, or an unrequested 100. */
const UNREADABLE: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

export function egressFaultOf(error: unknown): EgressFault {
  if (error instanceof EgressFault) return error;
  const { code: given, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  if (given === 'UND_ERR_SOCKET' && UNREADABLE.has(String(message))) return new EgressFault('invalid_response');
  // The parser leaves the code out of some of its errors.
  const code = String(given ?? name ?? '');
  const known = Object.hasOwn(CODES, code) ? CODES[code] : CODE_PATTERNS.find(([pattern]) => pattern.test(code))?.[1];
  return new EgressFault(known ?? 'connection_reset');
}
