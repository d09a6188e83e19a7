// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the hooks of the Claude Agent SDK. One decides and redeems a call before its tool runs; one reports its end.
 * They import nothing of the SDK: a hook is a function from JSON to JSON. Claude Code runs the same as a program.
 */
import type { SvcClient } from '../client.ts';
import { FAILURE, successOf, tell } from '../decisions/index.ts';
import { TIMEOUT_MS_MAX } from '../limits.ts';
import { underSignals } from '../signals.ts';
import { callGuard, checkWait, type GuardSettings } from '../tools/index.ts';
import type { EventRequest } from '../wire.ts';
import type { OutcomeReport } from '../wire-acts.ts';

/** The input of a hook from Claude Code and the Agent SDK, before a tool runs. */
export interface PreToolUseInput {
  readonly hook_event_name?: string;
  readonly session_id: string;
  readonly tool_name: string;
  readonly tool_input: unknown;
  /** The id of this very call. */
  readonly tool_use_id?: string;
}

/** The input of a hook after a tool has run, or has failed to. */
export interface PostToolUseInput extends PreToolUseInput {
  readonly tool_response?: unknown;
  readonly is_interrupt?: boolean;
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
  return (await answerCall(client, describe, input, settings, signal)).output;
}

export interface AnsweredCall {
  readonly output: PreToolUseOutput;
  /** The event that was redeemed for the call; null when the tool does not run, or runs without one. */
  readonly eventId: string | null;
}

/** The same, with the event whose outcome is to be reported. */
export async function answerCall(
  client: SvcClient,
  describe: DescribeTool,
  input: PreToolUseInput,
  settings: HookSettings = {},
  signal?: AbortSignal,
): Promise<AnsweredCall> {
  const { onReview = 'deny', onAllow = 'pass' } = settings;
  const misplaced = answerMisplaced(input.hook_event_name);
  if (misplaced !== null) return unreported(misplaced);
  const waitMs = waitOf(settings);
  const late = new AbortController();
  const withinMs = Math.min(waitMs + DECIDE_WITHIN_MS, TIMEOUT_MS_MAX);
  const timer = setTimeout(() => late.abort(new Error('There was no answer in time.')), withinMs);
  try {
    const fields = typeof input.tool_input === 'object' && input.tool_input !== null ? input.tool_input : {};
    const action = describe(input.tool_name, fields as Record<string, unknown>);
    if (action === null) return unreported({});
    const guard = callGuard(client, { ...settings, session: input.session_id }, 'claude-agent-sdk');
    const { tool_name: tool, tool_use_id: id } = input;
    const { decision, refusal } = await underSignals([late.signal, signal], (either) =>
      guard.settle({ tool, id, input: input.tool_input, action, signal: either }, waitMs),
    );
    if (refusal === null) {
      const why = `svc: ${decision.reasons.join(' ')}`;
      return { output: onAllow === 'pass' ? {} : answer('allow', why), eventId: decision.id };
    }
    if (decision.finalDecision === 'REVIEW' && onReview === 'ask') {
      const why = `svc asks for a review (event ${decision.id}). ${decision.reasons.join(' ')}`;
      return unreported(answer('ask', why));
    }
    return unreported(answer('deny', refusal));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'an unknown fault';
    return unreported(answer('deny', `Not run: svc could not decide. ${why} Do not retry it; tell the user.`));
  } finally {
    clearTimeout(timer);
  }
}

const unreported = (output: PreToolUseOutput): AnsweredCall => ({ output, eventId: null });

/** Reports how the tool of a redeemed call ended. It throws nothing and gives up in time. */
export async function reportCall(
  client: SvcClient,
  eventId: string,
  input: PostToolUseInput,
  { recordsAffected }: Pick<HookSettings, 'recordsAffected'> = {},
): Promise<void> {
  const hasFailed = input.hook_event_name === 'PostToolUseFailure';
  const failure = input.is_interrupt === true ? INTERRUPTED : FAILURE;
  await tell(client, eventId, hasFailed ? failure : successOf(input.tool_response, recordsAffected));
}

/** It may have been done in part, or whole. */
const INTERRUPTED: OutcomeReport = { status: 'UNKNOWN', code: 'interrupted' };

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

interface HookMatcher<Output> {
  matcher?: string;
  hooks: ((input: unknown, toolUseId: string | undefined, options: { signal: AbortSignal }) => Promise<Output>)[];
  timeout?: number;
}

interface Hooks {
  PreToolUse: HookMatcher<PreToolUseOutput>[];
  PostToolUse: HookMatcher<Record<string, never>>[];
  PostToolUseFailure: HookMatcher<Record<string, never>>[];
}

/** The time of all attempts of a decision, with every wait for a Retry-After. */
export const DECIDE_WITHIN_MS = 45_000;
/** More than a decision takes. */
const HOOK_SECONDS = 60;
/** Calls that were redeemed and have not ended; beyond so many the oldest reports nothing. */
const RUNNING_MAX = 10_000;

/**
 * `query({ prompt, options: { hooks: svcHooks(svc, describe) } })`.
 * @param settings `matcher` limits the hooks to tools with matching names
 */
export function svcHooks(
  client: SvcClient,
  describe: DescribeTool,
  { matcher, ...settings }: HookSettings & { matcher?: string } = {},
): Hooks {
  /** The event of each call that runs, by the id of the call. */
  const running = new Map<string, string>();
  checkWait(settings.waitMs);
  const matched = matcher === undefined ? {} : { matcher };
  const report: HookMatcher<Record<string, never>> = {
    ...matched,
    hooks: [
      async (input) => {
        const { tool_use_id: id = '' } = input as PostToolUseInput;
        const eventId = running.get(id);
        running.delete(id);
        if (eventId !== undefined) await reportCall(client, eventId, input as PostToolUseInput, settings);
        return {};
      },
    ],
  };
  const decide: HookMatcher<PreToolUseOutput> = {
    ...matched,
    timeout: HOOK_SECONDS + Math.ceil(waitOf(settings) / 1_000),
    hooks: [
      async (input, _toolUseId, { signal }) => {
        const { tool_use_id: id } = input as PreToolUseInput;
        const { output, eventId } = await answerCall(client, describe, input as PreToolUseInput, settings, signal);
        const [oldest] = running.size < RUNNING_MAX ? [] : running.keys();
        if (oldest !== undefined) running.delete(oldest);
        if (id !== undefined && eventId !== null) running.set(id, eventId);
        return output;
      },
    ],
  };
  return { PreToolUse: [decide], PostToolUse: [report], PostToolUseFailure: [report] };
}

/** Together with a decision, the ten minutes that Claude Code gives a hook by default. */
const WAIT_MS_DEFAULT = 540_000;

function waitOf({ waitMs, onReview }: HookSettings): number {
  return waitMs ?? (onReview === 'ask' ? 0 : WAIT_MS_DEFAULT);
}

function answer(permissionDecision: 'allow' | 'deny' | 'ask', permissionDecisionReason: string): PreToolUseOutput {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}
