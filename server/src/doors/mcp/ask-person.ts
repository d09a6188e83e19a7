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
import { type Decision, type ReviewResolution, ReviewResolutionSchema } from '@svc/contract';
import { readEventAs } from '../../decisions/machine-api/index.ts';
import { type Resolution, readInBandReview, resolveReview } from '../../decisions/reviews/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { checkerOf } from '../http/index.ts';
import { openState, sealState } from './asked-state.ts';
import { questionOf } from './question.ts';
import type { Dialog, McpDeps, ToolCall } from './tool-call.ts';

/** The name of the one question. */
const QUESTION = 'review';

/** The older revisions have no such answers. */
export function dialogOf({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Dialog {
  const meta = (mcpReq.envelope ?? {}) as Record<string, unknown>;
  const { elicitation } = (meta[CLIENT_CAPABILITIES_META_KEY] ?? {}) as { elicitation?: Record<string, unknown> };
  const state = mcpReq.requestState<string>();
  return {
    canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    state: typeof state === 'string' ? state : null,
    responses: mcpReq.inputResponses,
  };
}

/** @returns null when this person is not to be asked: the decision is the answer then */
export async function askPerson(
  deps: McpDeps,
  { caller: { access, request }, dialog, arguments: asked }: ToolCall,
  decision: Decision,
): Promise<InputRequiredResult | null> {
  const { grant, organizationId } = access;
  if (grant?.mayAsk !== true || !dialog.canAsk || decision.finalDecision !== 'REVIEW') return null;
  const nowMs = deps.pool.clock.nowMs();
  const person = { organizationId, accountId: grant.accountId };
  const review = await readInBandReview(deps.pool, person, decision.id, nowMs).catch((error: unknown) => {
    // The decision stands and is answered; its review waits in the app.
    const { name, message } = error as Error;
    request.log.warn({ fault: { name, message } }, 'a person could not be asked in their assistant');
    return null;
  });
  if (review === null) return null;
  return inputRequired({
    inputRequests: { [QUESTION]: questionOf(review) },
    requestState: sealState(deps.vault, access, asked, decision.id, nowMs),
  });
}

/**
 * The decision after the person's answer. Without one, or when another person was faster, it is as it stands.
 * @throws ApiError 400 for an answer that is none; 403 and 409 as a resolution in the app
 */
export async function answerOfPerson(deps: McpDeps, call: ToolCall, state: string): Promise<Decision> {
  const { caller, dialog, arguments: asked } = call;
  const { access, signal } = caller;
  const opened = openState(deps.vault, access, asked, { text: state, nowMs: deps.pool.clock.nowMs() });
  if (opened === null || access.grant?.mayAsk !== true) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, LATE, { reason: 'invalid_request_state' });
  }
  const { eventId } = opened;
  const read = () => readEventAs(deps, access, { id: eventId, waitMs: 0, signal });
  const answer = answerIn(dialog);
  if (answer === null) return await read();
  await access.grant.check();
  const resolver = {
    organizationId: access.organizationId,
    accountId: access.grant.accountId,
    channel: 'mcp',
  } as const;
  try {
    return await resolveReview(deps.pool, resolver, eventId, answer.resolution, answer.note);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    const now = await read();
    if (now.review?.status === 'PENDING') throw error;
    return now;
  }
}

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
