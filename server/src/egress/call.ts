/** What an outgoing call is asked to be, and what came of it. */
import type { EgressFault } from './fault.ts';
import type { Target } from './target.ts';

export interface EgressRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | Target;
  /** Host, hop-by-hop headers and Accept-Encoding are left out; Content-Length is written by the client. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | null;
  /** For the whole call, from the look-up of the name to the last byte that is read. */
  timeoutMs: number;
  /** Costs more than the rest of a short call: where many end together, `close` ends them. */
  signal?: AbortSignal;
  /** The rest of a longer body is not read; its connection is closed. */
  bodyBytesMax: number;
  /** Whose call it is, such as an organization: those of one owner are bounded together. */
  owner?: string;
  /** Whether address, headers or body hold a secret: without TLS it goes only where the operator opened. */
  carriesCredential: boolean;
}

export interface EgressResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** The body is longer than what was read. */
  truncated: boolean;
  /** What broke the body off after status and headers had come; `body` holds what arrived before. */
  bodyFault: EgressFault | null;
  /** Until status and headers were there. */
  firstByteMs: number;
}
