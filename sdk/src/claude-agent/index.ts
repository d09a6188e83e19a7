// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the PreToolUse hook of the Claude Agent SDK. It imports nothing of the SDK: a hook is a function from JSON to
 * JSON, and Claude Code runs the same one as a program.
 */
import type { SvcClient } from '../client.ts';
import { callGuard, checkWait, type GuardSettings, refusalMessage } from '../tools/index.ts';
import type { EventRequest } from '../wire.ts';

/** The input of a hook from Claude Code and the Agent SDK, before a tool runs. */
export interface PreToolUseInput {
  readonly hook_event_name?: string;
  readonly session_id: string;
  readonly tool_name: string;
  readonly tool_input: unknown;
}

export interface PreToolUseOutput {
  readonly hookSpecificOutput?: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'allow' | 'deny' | 'ask';
    readonly permissionDecisionReason: string;
  };
  /** Shown to the person. */
  readonly systemMessage?: string;
}

export interface HookSettings extends Omit<GuardSettings, 'session'> {
  /**
   * The answer to a REVIEW that is still open after `waitMs`. `deny`, the default, refuses and names the event. `ask`
   * asks the person at the keyboard, who then decides instead of svc's reviewers. It bypasses their roles, and svc
   * records nothing of it. With `ask` the hook waits only where `waitMs` says so.
   */
  onReview?: 'ask' | 'deny';
  /**
   * The answer to ALLOW. `pass`, the default, keeps Claude's permission rules and prompts; `allow` skips the prompts.
   */
  onAllow?: 'pass' | 'allow';
}

/** The action of a call; null for one that needs no decision. */
export type DescribeTool = (name: string, input: Readonly<Record<string, unknown>>) => EventRequest | null;

/**
 * Answers one hook call. Every fault denies the call. It throws nothing, and it ends before the time at which Claude
 * would give up the hook and go ahead.
 */
export async function preToolUse(
  client: SvcClient,
  describe: DescribeTool,
  input: PreToolUseInput,
  settings: HookSettings = {},
  signal?: AbortSignal,
): Promise<PreToolUseOutput> {
  const { onReview = 'deny', onAllow = 'pass' } = settings;
  const misplaced = answerMisplaced(input.hook_event_name);
  if (misplaced !== null) return misplaced;
  try {
    const fields = typeof input.tool_input === 'object' && input.tool_input !== null ? input.tool_input : {};
    const action = describe(input.tool_name, fields as Record<string, unknown>);
    if (action === null) return {};
    const guard = callGuard(client, { ...settings, session: input.session_id });
    const waitMs = waitOf(settings);
    const within = AbortSignal.timeout(waitMs + DECIDE_WITHIN_MS);
    const call = { tool: input.tool_name, input: input.tool_input, action, signal: eitherOf(within, signal) };
    const decision = await guard.settle(call, waitMs);
    const { finalDecision, reasons } = decision;
    if (finalDecision === 'ALLOW') return onAllow === 'pass' ? {} : answer('allow', `svc: ${reasons.join(' ')}`);
    if (finalDecision === 'REVIEW' && onReview === 'ask') {
      return answer('ask', `svc asks for a review (event ${decision.id}). ${reasons.join(' ')}`);
    }
    return answer('deny', refusalMessage(decision));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'an unknown fault';
    return answer('deny', `Not run: svc could not decide. ${why} Do not retry it; tell the user.`);
  }
}

/** The answer to any other event, in its own form. It is too late there, or another hook decides. Null for ours. */
export function answerMisplaced(event: unknown): PreToolUseOutput | null {
  if (event === undefined || event === 'PreToolUse') return null;
  const message =
    'svc decides before a tool runs: this hook belongs under PreToolUse. Nothing was decided or recorded.';
  if (event === 'PermissionRequest') {
    const hookSpecificOutput = { hookEventName: event, decision: { behavior: 'deny', message } };
    return { systemMessage: message, hookSpecificOutput } as unknown as PreToolUseOutput;
  }
  if (event === 'PostToolUse' || event === 'PostToolUseFailure') {
    return { systemMessage: message, decision: 'block', reason: message } as PreToolUseOutput;
  }
  return { systemMessage: message, ...answer('deny', message) };
}

interface HookMatcher {
  matcher?: string;
  hooks: ((
    input: unknown,
    toolUseId: string | undefined,
    options: { signal: AbortSignal },
  ) => Promise<PreToolUseOutput>)[];
  timeout?: number;
}

/** The time of all attempts of a decision, with every wait for a Retry-After. */
export const DECIDE_WITHIN_MS = 45_000;
/** More than a decision takes. */
const HOOK_SECONDS = 60;

/**
 * `query({ prompt, options: { hooks: svcHooks(svc, describe) } })`.
 * @param settings `matcher` limits the hook to tools with matching names
 */
export function svcHooks(
  client: SvcClient,
  describe: DescribeTool,
  { matcher, ...settings }: HookSettings & { matcher?: string } = {},
): { PreToolUse: HookMatcher[] } {
  const hook: HookMatcher['hooks'][number] = (input, _toolUseId, { signal }) =>
    preToolUse(client, describe, input as PreToolUseInput, settings, signal);
  checkWait(settings.waitMs);
  const timeout = HOOK_SECONDS + Math.ceil(waitOf(settings) / 1_000);
  return { PreToolUse: [{ ...(matcher !== undefined && { matcher }), hooks: [hook], timeout }] };
}

/** Together with a decision, the ten minutes that Claude Code gives a hook by default. */
const WAIT_MS_DEFAULT = 540_000;

function waitOf({ waitMs, onReview }: HookSettings): number {
  return waitMs ?? (onReview === 'ask' ? 0 : WAIT_MS_DEFAULT);
}

function eitherOf(deadline: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
  return signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
}

function answer(permissionDecision: 'allow' | 'deny' | 'ask', permissionDecisionReason: string): PreToolUseOutput {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}
