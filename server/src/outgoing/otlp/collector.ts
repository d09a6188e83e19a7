// SPDX-License-Identifier: Apache-2.0
/** One collector: sends a request once, and tells what the answer means. */
import type { OtlpSettings } from '../../platform/config/index.ts';
import { retryAfterMs } from '../../storage/outbox/index.ts';
import { createEgress, EgressFault, type EgressOptions, type EgressResponse } from '../egress/index.ts';
import { faultOfStatus, NO_COLLECTOR, unreachable } from './fault.ts';

export { CollectorFault } from './fault.ts';

/** The address is the operator's own choice, as that of the mail server is. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
/** An answer in full is shorter; a page of another server need not be read whole. */
const ANSWER_BYTES_MAX = 65_536;

export interface Collector {
  /** The host, for the log. */
  host: string;
  /**
   * Sends one request, once.
   * @returns how many of its records the collector took note of and dropped
   * @throws CollectorFault
   */
  send(body: object, signal?: AbortSignal): Promise<{ rejected: number }>;
  close(): Promise<void>;
}

interface CollectorOptions {
  url: string;
  settings: Pick<OtlpSettings, 'headers' | 'timeoutMs'>;
  nowMs(): number;
  egress?: Pick<EgressOptions, 'resolver' | 'ca'> | undefined;
}

export function createCollector({ url, settings, nowMs, egress: own = {} }: CollectorOptions): Collector {
  const { headers, timeoutMs } = settings;
  const egress = createEgress({ ...own, allow: ANYWHERE });

  async function call(body: object, signal: AbortSignal | undefined): Promise<EgressResponse> {
    try {
      return await egress.request({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
        bodyBytesMax: ANSWER_BYTES_MAX,
        carriesCredential: Object.keys(headers).length > 0,
        privateNetworks: true,
        ...(signal !== undefined && { signal }),
      });
    } catch (error) {
      throw error instanceof EgressFault ? unreachable(error.code) : error;
    }
  }

  return {
    host: new URL(url).host,
    async send(body, signal) {
      const answer = await call(body, signal);
      if (answer.bodyFault !== null) throw unreachable(answer.bodyFault.code);
      if (answer.status >= 200 && answer.status < 300) return { rejected: rejectedIn(answer) };
      throw faultOfStatus(answer.status, retryAfterMs(answer.headers['retry-after'], nowMs()));
    },
    close: () => egress.close(),
  };
}

/**
 * A success may be a partial one, which says how many records were dropped: repeating them would change nothing.
 * @throws CollectorFault for an answer that no collector gives, such as the page of a proxy
 */
function rejectedIn({ body, truncated }: EgressResponse): number {
  if (body.length === 0) return 0;
  const answer = truncated ? null : parsed(body.toString('utf8'));
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw NO_COLLECTOR;
  const { partialSuccess: partial } = answer as { partialSuccess?: Record<string, unknown> | null };
  const rejected = Number(partial?.rejectedLogRecords ?? partial?.rejectedSpans ?? 0);
  return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
