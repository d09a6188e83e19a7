// SPDX-License-Identifier: Apache-2.0
/** Decides an action: POST /v1/events. */
import type { Decision, EventRequest } from '@svc/contract';
import type { Access } from '../../organization/callers/index.ts';
import { type DecideDeps, type DecideRequest, decideAndRecord, NO_ROUTE } from '../decide/index.ts';

/** @throws ApiError for every reason against deciding; nothing is recorded then */
export async function decideEventAs(
  deps: DecideDeps,
  access: Access,
  { request, ...asked }: { request: EventRequest } & Pick<DecideRequest, 'door' | 'idempotencyKey' | 'redeemsNow'>,
): Promise<{ decision: Decision; isReplay: boolean }> {
  return await decideAndRecord(deps, {
    access,
    endpoint: 'events',
    ...asked,
    body: request,
    action: request.action,
    event: request,
    loadRoute: () => NO_ROUTE,
  });
}
