// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the program that Claude Code runs before a tool: it reads the call on stdin and prints the permission. Every
 * fault denies the call. A fault in printing is thrown, and the program then ends with 2, which blocks the call too.
 * After a tool it reports how the call ended.
 */
import type { Readable, Writable } from 'node:stream';
import {
  answerCall,
  answerMisplaced,
  DECIDE_WITHIN_MS,
  type HookSettings,
  type PostToolUseInput,
  type PreToolUseInput,
  type PreToolUseOutput,
  reportCall,
} from '../claude-agent/index.ts';
import { createClient, type SvcClient } from '../client.ts';
import { plainText } from '../text-input.ts';
import { readRules } from './rules.ts';
import { runningCalls } from './running-calls.ts';
import { hookTimeoutMs } from './time-out.ts';

const INPUT_CHARACTERS_MAX = 20_000_000;

/**
 * @param args `--rules FILE`; by default `.claude/svc.json` of the project
 * @param env SVC_API_KEY, SVC_BASE_URL and Claude Code's CLAUDE_PROJECT_DIR
 */
export async function runHook(
  args: readonly string[],
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const timeoutMs = hookTimeoutMs(env);
  const late = pause(timeoutMs - PRINT_WITHIN_MS).then(() => denial(`No decision within ${timeoutMs} ms.`));
  const answer = await Promise.race([answerHook(args, stdin, env, timeoutMs), late]);
  await new Promise<void>((resolve, reject) => {
    stdout.once('error', reject);
    stdout.write(`${JSON.stringify(answer)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** The time left to print when the call could not be decided in time. */
const PRINT_WITHIN_MS = 3_000;
/** Reading, matching and printing. */
const OVERHEAD_MS = 5_000;

/** A timer that does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

async function answerHook(
  args: readonly string[],
  stdin: Readable,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<PreToolUseOutput> {
  try {
    const input = await readInput(stdin);
    if (input.hook_event_name === 'PostToolUse' || input.hook_event_name === 'PostToolUseFailure') {
      return await answerEnd(input, env);
    }
    const misplaced = answerMisplaced(input.hook_event_name);
    if (misplaced !== null) return misplaced;
    checkInput(input);
    const rulesAt = args.indexOf('--rules');
    const path = rulesAt === -1 ? `${env.CLAUDE_PROJECT_DIR ?? '.'}/.claude/svc.json` : (args[rulesAt + 1] ?? '');
    const { describe, settings } = readRules(path);
    const waitMs = waitWithin(timeoutMs, settings);
    const { output, eventId } = await answerCall(clientOf(env), describe, input, { ...settings, waitMs });
    if (eventId !== null) await runningCalls(env).note(input, eventId);
    return output;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'an unknown fault';
    return denial(why);
  }
}

/** A call that ran is reported. One that needed no decision is not known, and nothing is said of a fault. */
async function answerEnd(
  input: Partial<PostToolUseInput>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<PreToolUseOutput> {
  try {
    const eventId = await runningCalls(env).take(input);
    if (eventId !== null) await reportCall(clientOf(env), eventId, input as PostToolUseInput);
  } catch {
    // The tool has run: what is said here would not undo it.
  }
  return {};
}

function clientOf(env: Readonly<Record<string, string | undefined>>): SvcClient {
  return createClient({
    ...(env.SVC_API_KEY !== undefined && { apiKey: env.SVC_API_KEY }),
    ...(env.SVC_BASE_URL !== undefined && { baseUrl: env.SVC_BASE_URL }),
  });
}

/**
 * The wait that the time-out leaves beside the attempts of a decision; all of it by default.
 * @throws Error when the settings ask for more
 */
function waitWithin(timeoutMs: number, { waitMs, onReview }: HookSettings): number {
  const leftMs = Math.max(0, timeoutMs - DECIDE_WITHIN_MS - OVERHEAD_MS);
  if (waitMs === undefined) return onReview === 'ask' ? 0 : leftMs;
  if (waitMs <= leftMs) return waitMs;
  throw new Error(
    `\`waitMs\` is ${waitMs}, and the hook's \`timeout\` of ${timeoutMs / 1_000} s leaves ${leftMs} ms to wait.`,
  );
}

function denial(why: string): PreToolUseOutput {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Not run: the svc hook is not set up. ${why} Do not retry it; tell the user.`,
    },
  };
}

async function readInput(stdin: Readable): Promise<Partial<PostToolUseInput>> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) throw new Error('The call is too large to be decided.');
  }
  try {
    return (JSON.parse(plainText(text)) as Partial<PostToolUseInput> | null) ?? {};
  } catch {
    // The parser's message would repeat the call.
    throw new Error('stdin is not the JSON of a hook.');
  }
}

function checkInput(input: Partial<PreToolUseInput>): asserts input is PreToolUseInput {
  if (typeof input.tool_name !== 'string' || typeof input.session_id !== 'string') {
    throw new Error('stdin is not the JSON of a PreToolUse hook.');
  }
}
