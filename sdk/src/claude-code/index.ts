/**
 * Owns the program that Claude Code runs before a tool: it reads the call on stdin and prints the permission. Every
 * fault denies the call. It always ends with 0, because Claude Code goes ahead when a hook fails in any other way.
 */
import type { Readable, Writable } from 'node:stream';
import { type PreToolUseInput, type PreToolUseOutput, preToolUse } from '../claude-agent/index.ts';
import { createClient } from '../client.ts';
import { readRules } from './rules.ts';

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
  stdout.write(`${JSON.stringify(await answerHook(args, stdin, env))}\n`);
}

async function answerHook(
  args: readonly string[],
  stdin: Readable,
  env: Readonly<Record<string, string | undefined>>,
): Promise<PreToolUseOutput> {
  try {
    const input = await readInput(stdin);
    const rulesAt = args.indexOf('--rules');
    const path = rulesAt === -1 ? `${env.CLAUDE_PROJECT_DIR ?? '.'}/.claude/svc.json` : (args[rulesAt + 1] ?? '');
    const { describe, settings } = readRules(path);
    const client = createClient({
      ...(env.SVC_API_KEY !== undefined && { apiKey: env.SVC_API_KEY }),
      ...(env.SVC_BASE_URL !== undefined && { baseUrl: env.SVC_BASE_URL }),
    });
    return await preToolUse(client, describe, input, settings);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'an unknown fault';
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: `Not run: the svc hook is not set up. ${why} Do not retry it; tell the user.`,
      },
    };
  }
}

async function readInput(stdin: Readable): Promise<PreToolUseInput> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) throw new Error('The call is too large to be decided.');
  }
  let input: Partial<PreToolUseInput & { hook_event_name: string }> | null;
  try {
    input = JSON.parse(text) as typeof input;
  } catch {
    // The parser's message would repeat the call.
    throw new Error('stdin is not the JSON of a hook.');
  }
  if (typeof input?.tool_name !== 'string' || typeof input.session_id !== 'string') {
    throw new Error('stdin is not the JSON of a PreToolUse hook.');
  }
  return input as PreToolUseInput;
}
