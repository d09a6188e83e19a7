// SPDX-License-Identifier: Apache-2.0
/** The payment processor, through the guarded client. Its library writes the requests and reads the answers. */
import type Stripe from 'stripe';
import { createEgress, EgressFault, type EgressOptions } from '../../outgoing/egress/index.ts';
import type { StripeSettings } from '../../platform/config/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { ANSWER_BYTES_MAX, CALL_REPEATS_MAX, CALL_TIMEOUT_MS } from './limits.ts';

export interface Processor {
  stripe: Stripe;
  webhookSecret: string;
  /** The key is of the processor's live mode: events of its test mode are not ours, and the other way round. */
  isLive: boolean;
  /** Pages of the processor may be without TLS only where its API is. */
  isTls: boolean;
  close(): Promise<void>;
}

/** The library is loaded only where it is needed. @param options of the guarded client */
export async function openProcessor(settings: StripeSettings, options: EgressOptions): Promise<Processor> {
  const { default: StripeClient } = await import('stripe');
  const egress = createEgress(options);
  const { protocol, hostname, port } = settings.apiBase;
  const isTls = protocol === 'https:';
  const stripe = new StripeClient(settings.secretKey, {
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    protocol: isTls ? 'https' : 'http',
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: CALL_REPEATS_MAX,
    telemetry: false,
    httpClient: StripeClient.createFetchHttpClient(fetchThrough(egress)),
  });
  return {
    stripe,
    webhookSecret: settings.webhookSecret,
    isLive: /^[rs]k_live_/.test(settings.secretKey),
    isTls,
    close: () => egress.close(),
  };
}

/** The operator chose the address: it may be one of those that the operator has opened. */
function fetchThrough(egress: ReturnType<typeof createEgress>): typeof fetch {
  return async (url, init = {}) => {
    const { status, headers, body, bodyFault, truncated } = await egress.request({
      method: (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' && init.body !== '' ? init.body : null,
      timeoutMs: CALL_TIMEOUT_MS,
      bodyBytesMax: ANSWER_BYTES_MAX,
      carriesCredential: true,
      privateNetworks: true,
      ...(init.signal && { signal: init.signal }),
    });
    if (bodyFault !== null) throw bodyFault;
    if (truncated) throw new EgressFault('invalid_response');
    const given = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return new Response(status === 204 ? null : new Uint8Array(body), { status, headers: given as [string, string][] });
  };
}

/**
 * Runs calls of the processor. Its messages may quote keys and ids, so the log gets words of its tables alone.
 * @throws ApiError 503 when one of them failed
 */
export async function asked<Result>(log: Logger, what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { type, code, statusCode } = error as { type?: unknown; code?: unknown; statusCode?: unknown };
    log.error({ what, type, code, statusCode }, 'a call of the payment processor failed');
    throw new ApiError('unavailable', {
      message: 'The payment processor does not answer as it should; nothing was changed. Try again later.',
    });
  }
}
