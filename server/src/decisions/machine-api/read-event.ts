// SPDX-License-Identifier: Apache-2.0
/** Reads a decision, and waits for the outcome of its review: GET /v1/events/{id}. */
import { type Decision, OPERATIONS } from '@svc/contract';
import type { Access } from '../../organization/callers/index.ts';
import { type AwaitedEvent, awaitEvent, eventIdOf } from '../acts/index.ts';
import type { MachineApiDeps } from './deps.ts';

/** @throws ApiError 400 for an id that is none; 401, 403 and 404 as the key sees the event */
export async function readEventAs(
  deps: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'waitingCalls' | 'baseUrl'>,
  access: Access,
  asked: AwaitedEvent,
): Promise<Decision> {
  return await awaitEvent(deps, access, { ...asked, id: eventIdOf(asked.id) }, OPERATIONS.readEvent.permission);
}
