/**
 * The one place that talks to the service. Calls carry only the session's cookies. A call that is refused for an
 * expired access cookie renews the session once and is sent again. The contract's row of the operation gives the types
 * of input and answer: an unknown parameter or field does not compile.
 */
import type { AppAnswer, AppOperationId, ErrorBody } from '@svc/contract';
import { addressOf, type Given, type LooseInput } from './address.ts';
import { ApiFailure, type Failure } from './failure.ts';
import { OPERATIONS } from './operation-table.ts';

/** @throws ApiFailure, and nothing else */
export function callApi<Id extends AppOperationId>(id: Id, ...[input]: Given<Id>): Promise<AppAnswer<Id>> {
  return callLoosely<AppAnswer<Id>>(id, (input ?? {}) as LooseInput);
}

/** @throws ApiFailure, and nothing else, but for the abort of the signal */
export async function callLoosely<Body>(id: AppOperationId, input: LooseInput, signal?: AbortSignal): Promise<Body> {
  const first = await send(id, input, signal);
  // Sign-in and sign-out answer 401 for themselves: there is nothing to renew.
  if (first.status !== 401 || OPERATIONS[id].who === 'anybody') return await read<Body>(first);
  await renewSession();
  const second = await send(id, input, signal);
  if (second.status === 401) throw new ApiFailure({ kind: 'signed-out' });
  return await read<Body>(second);
}

async function send(id: AppOperationId, input: LooseInput, signal?: AbortSignal): Promise<Response> {
  const { body } = input;
  try {
    return await fetch(addressOf(id, input), {
      method: OPERATIONS[id].method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiFailure({ kind: 'unreachable' });
  }
}

async function read<Body>(response: Response): Promise<Body> {
  if (response.status === 204) return undefined as Body;
  const body = await response.json().catch(() => null);
  if (!response.ok || body === null) throw new ApiFailure(refusalOf(response, body));
  return body as Body;
}

/** Calls that find the session run out at the same time share one renewal: each refresh cookie is good for one use. */
let renewal: Promise<void> | null = null;

function renewSession(): Promise<void> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(): Promise<void> {
  const response = await send('refreshSession', {});
  if (response.status === 401) throw new ApiFailure({ kind: 'signed-out' });
  await read<undefined>(response);
}

function refusalOf(response: Response, body: Partial<ErrorBody> | null): Failure {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refused',
    status: response.status,
    code: body?.error ?? (response.status >= 500 ? 'unavailable' : 'unreadable'),
    message: body?.message ?? '',
    fields: body?.fields ?? {},
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    requestId: body?.requestId ?? response.headers.get('x-request-id') ?? '',
  };
}
