// SPDX-License-Identifier: Apache-2.0
/** The request and the result of an outgoing call. */
import type { EgressFault } from './fault.ts';
import type { Target } from './target.ts';

export interface EgressRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | Target;
  /** Host, hop-by-hop headers and Accept-Encoding are left out; the client writes Content-Length. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | null;
  /** The time of the whole call, from the name look-up to the last byte that is read. */
  timeoutMs: number;
  /** A signal costs more than the rest of a short call. Where many calls end together, `close` ends them. */
  signal?: AbortSignal;
  /** The rest of a longer body is not read, and its connection is closed. */
  bodyBytesMax: number;
  /** The owner of the call, such as an organization: the calls of one owner are bounded together. */
  owner?: string;
  /**
   * True when address, headers or body hold a secret: without TLS it goes only to addresses that the operator opened.
   */
  carriesCredential: boolean;
  /** True when the owner may reach the ranges that the operator opened; otherwise they are refused like all others. */
  privateNetworks: boolean;
}

export interface EgressResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** The body is longer than the part that was read. */
  truncated: boolean;
  /** The fault that broke off the body after status and headers; `body` holds the part before it. */
  bodyFault: EgressFault | null;
  /** The time until status and headers arrived. */
  firstByteMs: number;
  /** The answer may have come from an address that is not public. */
  isPrivate: boolean;
}
