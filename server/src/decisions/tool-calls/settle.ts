// SPDX-License-Identifier: Apache-2.0
/** Decides a call of a tool, waits for its person, and redeems it, so that it may run now, once. */
import {
  type Decision,
  type Door,
  type EventContext,
  LINE_PATTERN,
  type McpGatewayRequest,
  TOOL_NAME_CHARACTERS_MAX,
} from '@svc/contract';
import { readCall } from '@svc/core/tool-rules';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { WaitingCalls } from '../../record/events/index.ts';
import { awaitEvent, redeemEvent } from '../acts/index.ts';
import { identifiedAgent } from '../decide/index.ts';
import { decideMcpCall, type HttpGatewayDeps } from '../gateways/index.ts';
import { type CallKeys, callKeys, type IdentifiedCall } from './call-keys.ts';

export type ToolCallDeps = HttpGatewayDeps & { waitingCalls: WaitingCalls };

export interface ToolCallAsked extends IdentifiedCall {
  readonly door: Door;
  readonly context: EventContext | undefined;
  /** The definition of the tool, and the MCP route whose registered tools it is compared with. */
  readonly definition?: Readonly<Record<string, unknown>>;
  readonly routeId?: string;
  /** How long a REVIEW is waited for here, in milliseconds. */
  readonly waitMs: number;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** The caller waits for a moment only: an ALLOW is redeemed after its decision, if the caller is still there. */
  readonly isHurried?: boolean;
}

/**
 * SPARED: the rules do not ask about the tool. RUN: it is redeemed, and may run now. PENDING: a person has to decide.
 * REFUSED: it may not run, for the `reason`.
 */
export type ToolAnswer =
  | { readonly kind: 'SPARED' }
  | { readonly kind: 'RUN'; readonly decision: Decision }
  | { readonly kind: 'PENDING'; readonly decision: Decision }
  | { readonly kind: 'REFUSED'; readonly decision: Decision; readonly reason: string };

/** Decisions of one call that were spent, one after another, before it gives up. */
export const SPENT_MAX = 100;

/** @throws ApiError for every reason against deciding; the call may not run then */
export async function settleToolCall(deps: ToolCallDeps, access: Access, asked: ToolCallAsked): Promise<ToolAnswer> {
  checkTool(asked.tool);
  if (await isSpared(deps, access, asked)) return { kind: 'SPARED' };
  const keys = callKeys(asked);
  let key = keys.shared(0);
  for (let spent = 1; spent <= SPENT_MAX; spent += 1) {
    const { decision, isReplay } = await decided(deps, access, asked, key, asked.isHurried ? undefined : keys.own);
    // Recorded and redeemed in one batch.
    if (!isReplay && decision.redemption?.status === 'REDEEMED') return { kind: 'RUN', decision };
    const isOwn = key === keys.own;
    const answer = await settled(deps, access, asked, { keys, decision, isOld: isReplay && !isOwn });
    if (answer !== null) return answer;
    if (isOwn) return { kind: 'REFUSED', decision, reason: SPENT };
    // Only a review is looked for again. A call that needs no person is decided for itself alone.
    key = decision.decision === 'REVIEW' ? keys.shared(spent) : keys.own;
  }
  throw new ApiError('conflict', { message: 'The same call was asked for too often in this session.' });
}

const LINE = new RegExp(LINE_PATTERN, 'u');

/** @throws ApiError 400 for a name that the contract does not take */
export function checkTool(tool: string): void {
  if (tool !== '' && tool.length <= TOOL_NAME_CHARACTERS_MAX && LINE.test(tool)) return;
  throw invalid('tool', `must be a name on one line, with at most ${TOOL_NAME_CHARACTERS_MAX} characters`);
}

const SPENT = 'This very call was redeemed before. It ran, or may have run, and is not run again.';

const GONE = 'The caller has gone, and its call is not redeemed.';

/** The rules of now say so: nothing is recorded of it. */
async function isSpared(
  { snapshots, pool }: ToolCallDeps,
  access: Access,
  { agent, tool, input }: ToolCallAsked,
): Promise<boolean> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    if (!mayBeSpared(snapshot)) return false;
    await snapshots.assertCurrent(snapshot);
    const key = await checkCaller(snapshot, access, 'decide', pool.clock.nowMs());
    const { name } = identifiedAgent(snapshot, key, agent);
    const sets = snapshot.toolRules.map(({ compiled }) => compiled);
    return readCall(sets, name, tool, input).kind === 'SPARED';
  });
}

const mayBeSpared = ({ toolRules }: OrganizationSnapshot): boolean =>
  toolRules.some(({ spec }) => spec.rules.some(({ decide }) => decide === false));

async function decided(
  deps: ToolCallDeps,
  access: Access,
  asked: ToolCallAsked,
  idempotencyKey: string,
  redeemKey: string | undefined,
) {
  const request = requestOf(asked);
  const { answer, isReplay } = await decideMcpCall(deps, {
    access,
    door: asked.door,
    mustBeListed: true,
    ...(redeemKey !== undefined && { redeemKey }),
    idempotencyKey,
    request,
    text: JSON.stringify(request),
  });
  return { decision: answer as Decision, isReplay };
}

function requestOf({ agent, tool, input, context, definition, routeId }: ToolCallAsked): McpGatewayRequest {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return {
    ...(agent !== undefined && { agent }),
    tool,
    ...(input !== undefined && { arguments: isObject ? (input as Record<string, unknown>) : { input } }),
    ...(context !== undefined && { context }),
    ...(definition !== undefined && { definition: { ...definition } }),
    ...(routeId !== undefined && { routeId }),
  };
}

/** Null when another call has spent the decision, or its time is over: then it is asked anew. */
async function settled(
  deps: ToolCallDeps,
  access: Access,
  asked: ToolCallAsked,
  { keys, decision: first, isOld }: { keys: CallKeys; decision: Decision; isOld: boolean },
): Promise<ToolAnswer | null> {
  const decision =
    first.finalDecision === 'REVIEW' ? await awaitEvent(deps, access, { ...asked, id: first.id }, 'decide') : first;
  if (decision.finalDecision === 'REVIEW') return { kind: 'PENDING', decision };
  if (decision.finalDecision === 'BLOCK') {
    // A person's denial stands for the session. A refusal by the rules may be an ALLOW by now.
    if (isOld && decision.review?.status !== 'DENIED') return null;
    return { kind: 'REFUSED', decision, reason: decision.reasons.join(' ') };
  }
  return await redeemed(deps, access, asked, keys, decision);
}

async function redeemed(
  deps: ToolCallDeps,
  access: Access,
  asked: ToolCallAsked,
  keys: CallKeys,
  decision: Decision,
): Promise<ToolAnswer | null> {
  const request = requestOf(asked);
  if (asked.signal.aborted) throw new ApiError('conflict', { message: GONE });
  try {
    const redeeming = { id: decision.id, idempotencyKey: keys.own, request, text: JSON.stringify(request) };
    const { answer, isReplay } = await redeemEvent(deps, access, redeeming);
    if (isReplay) return { kind: 'REFUSED', decision: answer, reason: SPENT };
    return { kind: 'RUN', decision: answer };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    if (error.code === 'already_redeemed' || error.code === 'approval_lapsed') return null;
    return { kind: 'REFUSED', decision, reason: [error.message, ...(error.reasons ?? [])].join(' ') };
  }
}
