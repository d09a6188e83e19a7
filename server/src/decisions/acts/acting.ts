// SPDX-License-Identifier: Apache-2.0
/** An event as a caller acts on it: its row, and whether the caller may. */
import { type Decision, UUID_PATTERN } from '@svc/contract';
import { type ApiKeyRecord, StaleRules } from '../../organization/organizations/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { actJoin, EVENT_COLUMNS, type EventRow, readable } from '../../record/events/index.ts';
import type { EventChange, EventChangeDraft, EventChangeRow, GatewayCallDraft } from '../../record/recorder/index.ts';
import type { DecideDeps } from '../decide/index.ts';

/** A row of `SELECT_ACTS`. */
export interface ActedEvent extends EventRow, EventChangeRow {
  resource_id: string;
  records_affected: number | null;
  payload_salt: Buffer | null;
  gateway_call: GatewayCallDraft | null;
  refused: readonly string[] | null;
}

/** Events that are to be changed, with all that is compared: `$1` the organization, `$2` events. */
export const SELECT_ACTS = `
  SELECT e.organization_id, ${EVENT_COLUMNS}, e.resource_id, e.records_affected, e.payload_salt, e.gateway_call
  FROM svc.events e
    LEFT JOIN LATERAL (
      SELECT * FROM svc.reviews WHERE organization_id = $1 AND event_id = e.id OFFSET 0
    ) AS r ON true
    ${actJoin('$1')}
  WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])`;

const UUID = new RegExp(UUID_PATTERN);

/** @throws ApiError 400 for an id that is none */
export function eventIdOf(id: string): string {
  if (!UUID.test(id)) throw invalid('id', 'must be a UUID: 8-4-4-4-12 hexadecimal digits');
  return id.toLowerCase();
}

/** @throws ApiError 404 and 403 as for reading the event, and 403 for a LIVE key and an event of the sandbox */
export function checkActor(found: ActedEvent | undefined, key: ApiKeyRecord): ActedEvent {
  const row = readable(found, key);
  if (key.kind === 'TEST' || !row.sandbox) return row;
  throw new ApiError('forbidden', { message: 'The event was decided for a TEST key: act on it with one.' });
}

/** @throws ApiError 409 unless the final decision is ALLOW */
export function checkAllowed(decision: Decision): void {
  if (decision.finalDecision === 'ALLOW') return;
  const { review } = decision;
  const why = review === null ? 'its decision is BLOCK' : `its review is ${review.status}`;
  throw new ApiError('not_allowed', { message: `The event is not allowed: ${why}. Do not run the action.` });
}

/** The change that is recorded, and the answer to the caller. */
export interface Acted<Answer> extends EventChange {
  answer: Answer | ApiError;
}

const NOTHING = { entry: null, act: null } as const;

/**
 * Decides the change under the lock of the head.
 * @param act throws an ApiError for a refusal that leaves nothing
 * @throws ApiError of the act; StaleRules when the rules have changed since they were read
 */
export async function actOn<Answer>(
  { recorder }: Pick<DecideDeps, 'recorder'>,
  on: Pick<EventChangeDraft, 'organizationId' | 'eventId' | 'generation' | 'counters'>,
  act: (row: ActedEvent | undefined, nowMs: number) => Acted<Answer>,
): Promise<Answer> {
  let answer: Answer | ApiError | undefined;
  const outcome = await recorder.record({
    ...on,
    changeOf(row, nowMs) {
      const acted = tried(() => act(row as ActedEvent | undefined, nowMs));
      answer = acted.answer;
      return acted;
    },
  });
  if (outcome.kind !== 'changed') throw new StaleRules();
  if (answer === undefined) throw new Error('a change of an event without an answer');
  if (answer instanceof ApiError) throw answer;
  return answer;
}

/** A batch has other records too: an error of one must not fail them. */
function tried<Answer>(act: () => Acted<Answer>): Acted<Answer> {
  try {
    return act();
  } catch (error) {
    const answer = error instanceof ApiError ? error : new ApiError('internal_error', { cause: error });
    return { answer, ...NOTHING };
  }
}
