// SPDX-License-Identifier: Apache-2.0
/** One request and its answer, over a pooled connection, within its time. */
import type { Dispatcher, Pool } from 'undici';
import type { EgressRequest, EgressResponse } from './call.ts';
import { EgressFault, egressFaultOf } from './fault.ts';
import type { Target } from './target.ts';

/**
 * @param headers the headers that may travel
 * @param origin whether its connections have led to addresses that are not public, so far
 * @param release called once, when nothing of the call is left: a call out of time may still be connecting
 * @throws EgressFault when there is no status to report
 */
export function exchange(
  origin: { readonly pool: Pool; readonly isPrivate: boolean },
  target: Target,
  headers: Readonly<Record<string, string>>,
  request: EgressRequest,
  release: () => void,
): Promise<EgressResponse> {
  const { method, body = null, timeoutMs, signal } = request;
  return new Promise((resolve, reject) => {
    const answer = new Answer(request.bodyBytesMax, (settled) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (settled instanceof EgressFault) reject(settled);
      else resolve({ ...settled, isPrivate: origin.isPrivate });
    });
    const timer = setTimeout(() => answer.breakOff(new EgressFault('time_out')), timeoutMs);
    const onAbort = () => answer.breakOff(new EgressFault('aborted'));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    origin.pool.dispatch(
      { method, path: target.path, headers, body },
      {
        onRequestStart: (controller) => answer.begin(controller),
        onResponseStart: (_, status, answered) => answer.start(status, answered),
        onResponseData: (_, chunk) => answer.read(chunk),
        onResponseEnd() {
          release();
          answer.end(null);
        },
        onResponseError(_, error) {
          release();
          answer.end(egressFaultOf(error));
        },
      },
    );
  });
}

type Received = Omit<EgressResponse, 'isPrivate'>;

/** The received part of an answer. It settles once, at its end or when it is broken off. */
class Answer {
  readonly #startedAt = performance.now();
  readonly #bodyBytesMax: number;
  readonly #settle: (settled: Received | EgressFault) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #head: Pick<EgressResponse, 'status' | 'headers' | 'firstByteMs'> | null = null;
  #bytes = 0;
  /** The cause, when this side broke it off. */
  #broken: EgressFault | null = null;
  #isSettled = false;

  constructor(bodyBytesMax: number, settle: (settled: Received | EgressFault) => void) {
    this.#bodyBytesMax = bodyBytesMax;
    this.#settle = settle;
  }

  /** The connection exists and nothing has been sent. */
  begin(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#broken !== null) controller.abort(this.#broken);
  }

  start(status: number, headers: EgressResponse['headers']): void {
    // An interim answer, such as 103, is followed by the answer.
    if (status < 200) return;
    this.#head = { status, headers, firstByteMs: Math.round(performance.now() - this.#startedAt) };
  }

  read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bodyBytesMax) this.#breakOff(new EgressFault('aborted'), null);
  }

  /** Answers the caller now; a call that waits for its connection is ended as soon as that exists. */
  breakOff(fault: EgressFault): void {
    this.#breakOff(fault, fault);
  }

  #breakOff(reason: EgressFault, fault: EgressFault | null): void {
    if (this.#isSettled) return;
    this.#broken = reason;
    this.end(fault);
    this.#controller?.abort(reason);
  }

  end(fault: EgressFault | null): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (this.#head === null) {
      this.#settle(fault ?? new EgressFault('invalid_response'));
      return;
    }
    const whole =
      this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const truncated = this.#bytes > this.#bodyBytesMax;
    const body = truncated ? whole.subarray(0, this.#bodyBytesMax) : whole;
    const { status, headers, firstByteMs } = this.#head;
    this.#settle({ status, headers, firstByteMs, body, truncated, bodyFault: fault });
  }
}
