// SPDX-License-Identifier: Apache-2.0
/**
 * Puts a review to the person of the client. The call that made the review is answered with a question, and the client
 * calls again with the answer. The person, their role, the setting and the risk are checked again then.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Decision, type EventAction, type ReviewResolution, ReviewResolutionSchema } from '@svc/contract';
import { awaitEvent } from '../../decisions/acts/index.ts';
import { type Resolution, readInBandReview, resolveReview } from '../../decisions/reviews/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { checkerOf } from '../http/index.ts';
import { openState, sealState } from './asked-state.ts';
import { questionOf } from './question.ts';
import type { Dialog, McpDeps, ToolCall } from './tool-call.ts';

/** The names of the two questions: a form, and a page. */
const QUESTION = 'review';
const PAGE = 'svc_review';

/** The older revisions have no such answers. */
export function dialogOf({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Dialog {
  const meta = (mcpReq.envelope ?? {}) as Record<string, unknown>;
  const { elicitation } = (meta[CLIENT_CAPABILITIES_META_KEY] ?? {}) as { elicitation?: Record<string, unknown> };
  const state = mcpReq.requestState<string>();
  return {
    canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    canOpen: elicitation?.url !== undefined,
    state: typeof state === 'string' ? state : null,
    responses: mcpReq.inputResponses,
  };
}

/**
 * @param action of a call of a tool; null for an action that the caller named
 * @returns null when no person is to be asked here: the decision is the answer then
 */
export async function askPerson(
  deps: McpDeps,
  call: ToolCall,
  decision: Decision,
  action: EventAction | null,
): Promise<InputRequiredResult | null> {
  const { caller, dialog, arguments: asked } = call;
  const { access } = caller;
  if (decision.finalDecision !== 'REVIEW') return null;
  const question = (await inBandQuestion(deps, call, decision)) ?? (dialog.canOpen ? pageQuestion(decision) : null);
  if (question === null) return null;
  const state = { eventId: decision.id, action };
  return inputRequired({
    inputRequests: question,
    requestState: sealState(deps.vault, access, asked, state, deps.pool.clock.nowMs()),
  });
}

type Question = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>;

/** A form, where this person may answer in their assistant. */
async function inBandQuestion(
  { pool }: McpDeps,
  { caller: { access, request }, dialog }: ToolCall,
  { id }: Decision,
): Promise<Question | null> {
  const { grant, organizationId } = access;
  if (grant?.mayAsk !== true || !dialog.canAsk) return null;
  const person = { organizationId, accountId: grant.accountId };
  const review = await readInBandReview(pool, person, id, pool.clock.nowMs()).catch((error: unknown) => {
    // The decision stands and is answered; its review waits in the app.
    const { name, message } = error as Error;
    request.log.warn({ fault: { name, message } }, 'a person could not be asked in their assistant');
    return null;
  });
  return review === null ? null : { [QUESTION]: questionOf(review) };
}

/** The page of the review. That it was opened is no answer: the event is read again. */
function pageQuestion({ id, review }: Decision): Question | null {
  if (review?.url === undefined) return null;
  const message = `A person has to approve this (svc event ${id}). Open its page; then this goes on.`;
  return { [PAGE]: inputRequired.elicitUrl({ url: review.url, message }) };
}

/**
 * The decision after the person's answer, and the question again while there is none. When another person was
 * faster, it is as it stands.
 * @throws ApiError 400 for an answer that is none; 403 and 409 as a resolution in the app
 */
export async function answerOfPerson(
  deps: McpDeps,
  call: ToolCall,
  state: string,
): Promise<{ decision: Decision; action: EventAction | null; again: InputRequiredResult | null }> {
  const { caller, dialog, arguments: asked } = call;
  const { access, signal } = caller;
  const opened = openState(deps.vault, access, asked, { text: state, nowMs: deps.pool.clock.nowMs() });
  if (opened === null)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, LATE, { reason: 'invalid_request_state' });
  const { eventId, action } = opened;
  const read = (waitMs: number) => awaitEvent(deps, access, { id: eventId, waitMs, signal }, 'decide');
  const answer = answerIn(dialog);
  if (answer === null) {
    // Who answers the form, or closes the page, is not asked again.
    const isOver = dialog.responses?.[QUESTION] !== undefined || isClosed(dialog);
    const decision = await read(dialog.canOpen && !isOver ? OPENED_WAIT_MS : 0);
    return { decision, action, again: isOver ? null : await askPerson(deps, call, decision, action) };
  }
  if (access.grant?.mayAsk !== true) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, LATE, { reason: 'invalid_request_state' });
  }
  await access.grant.check();
  const { organizationId, grant } = access;
  const resolver = { organizationId, accountId: grant.accountId, channel: 'mcp' } as const;
  try {
    const decision = await resolveReview(deps.pool, resolver, eventId, answer.resolution, answer.note);
    return { decision, action, again: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    const now = await read(0);
    if (now.review?.status === 'PENDING') throw error;
    return { decision: now, action, again: null };
  }
}

function isClosed({ responses }: Dialog): boolean {
  const response = inputResponse(responses, PAGE);
  return response.kind === 'elicit' && response.action !== 'accept';
}

/** A client that has opened the page asks again at once: it is held for its person meanwhile. */
const OPENED_WAIT_MS = 20_000;

const LATE =
  'requestState is not of this call, or older than ten minutes. Call get_decision: the review waits in the app.';

const checkNote = checkerOf(ReviewResolutionSchema);

/** @returns null for a person who declined to answer */
function answerIn({ responses }: Dialog): { resolution: Resolution; note: string | null } | null {
  const response = inputResponse(responses, QUESTION);
  if (response.kind !== 'elicit' || response.action !== 'accept') return null;
  const { answer, ...rest } = response.content ?? {};
  if (answer !== 'approve' && answer !== 'deny') {
    throw invalid(`inputResponses.${QUESTION}.content.answer`, 'must be approve or deny');
  }
  checkNote(rest);
  const { note = '' } = rest as ReviewResolution;
  return { resolution: answer, note: note.trim() === '' ? null : note };
}
