// SPDX-License-Identifier: Apache-2.0
/**
 * The one place that talks to the service. Calls carry only the session's cookies. A call that is refused for an
 * expired access cookie renews the session once and is sent again. The contract's row of the operation gives the types
 * of input and answer: an unknown parameter or field does not compile.
 */
import type { AppAnswer, AppErrorBody, AppOperationId } from '@svc/contract';
import { addressOf, type Given, type LooseInput } from './address.ts';
import { confirmPerson } from './confirming.ts';
import { ApiFailure, type Failure, type RefusalCode } from './failure.ts';
import { OPERATIONS } from './operation-table.ts';

/** @throws ApiFailure, and nothing else */
export function callApi<Id extends AppOperationId>(id: Id, ...[input]: Given<Id>): Promise<AppAnswer<Id>> {
  return callLoosely<AppAnswer<Id>>(id, (input ?? {}) as LooseInput);
}

/** @throws ApiFailure, and nothing else, but for the abort of the signal */
export async function callLoosely<Body>(id: AppOperationId, input: LooseInput, signal?: AbortSignal): Promise<Body> {
  const seen = renewals;
  const first = await attempt<Body>(id, input, signal);
  // Sign-in and sign-out answer 401 for themselves: there is nothing to renew.
  if (OPERATIONS[id].who === 'anybody' || !isRefusedFor(first, 'unauthorized')) {
    return await confirmed(first, () => attempt<Body>(id, input, signal));
  }
  // It may have been sent before a renewal that another call asked for: then the access is new by now.
  const again = renewals === seen ? first : await attempt<Body>(id, input, signal);
  if (!isRefusedFor(again, 'unauthorized')) return await confirmed(again, () => attempt<Body>(id, input, signal));
  await renewSession();
  const renewed = await attempt<Body>(id, input, signal);
  if (isRefusedFor(renewed, 'unauthorized')) throw new ApiFailure({ kind: 'signed-out' });
  return await confirmed(renewed, () => attempt<Body>(id, input, signal));
}

type Attempt<Body> = { body: Body } | { failure: Failure };

async function attempt<Body>(id: AppOperationId, input: LooseInput, signal?: AbortSignal): Promise<Attempt<Body>> {
  return await read<Body>(await send(id, input, signal));
}

function isRefusedFor(answer: Attempt<unknown>, code: RefusalCode): boolean {
  return 'failure' in answer && answer.failure.kind === 'refused' && answer.failure.code === code;
}

/** Some changes ask for a recent sign-in: the person confirms who they are, and the call is sent once more. */
async function confirmed<Body>(answer: Attempt<Body>, again: () => Promise<Attempt<Body>>): Promise<Body> {
  const isConfirmed = isRefusedFor(answer, 'reauthentication_required') && (await confirmPerson());
  const last = isConfirmed ? await again() : answer;
  if ('failure' in last) throw new ApiFailure(last.failure);
  return last.body;
}

export async function send(id: AppOperationId, input: LooseInput, signal?: AbortSignal): Promise<Response> {
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

async function read<Body>(response: Response): Promise<Attempt<Body>> {
  if (response.status === 204) return { body: undefined as Body };
  const body = await response.json().catch(() => null);
  if (!response.ok || body === null) return { failure: refusalOf(response, body) };
  return { body: body as Body };
}

/** Calls that find the session run out at the same time share one renewal: each refresh cookie is good for one use. */
let renewal: Promise<void> | null = null;
/** Counts those that ended well. */
let renewals = 0;

function renewSession(): Promise<void> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(): Promise<void> {
  const answer = await attempt<undefined>('refreshSession', {});
  if (isRefusedFor(answer, 'unauthorized')) throw new ApiFailure({ kind: 'signed-out' });
  if ('failure' in answer) throw new ApiFailure(answer.failure);
  renewals += 1;
}

export function refusalOf(response: Response, body: Partial<AppErrorBody> | null): Failure {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refused',
    status: response.status,
    code: body?.error ?? (response.status >= 500 ? 'unavailable' : 'unreadable'),
    message: body?.message ?? '',
    fields: body?.fields ?? {},
    fieldCodes: body?.fieldCodes ?? {},
    conflict: body?.conflict ?? null,
    organizations: body?.organizations ?? [],
    reason: body?.reason ?? null,
    results: body?.results ?? null,
    brokenClaims: body?.brokenClaims ?? null,
    proposal: body?.proposal ?? null,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    requestId: body?.requestId ?? response.headers.get('x-request-id') ?? '',
  };
}
