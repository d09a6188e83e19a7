// SPDX-License-Identifier: Apache-2.0
/** Runs one hook: stdin to the service, its answer to stdout. It loads nothing else, and ends before its time-out. */

import { withheld } from '@svc/core/withheld';
import { readCredentials } from '../credentials/index.ts';
import { type Environment, keyVariable, type Streams } from '../world.ts';
import { askService, type HookAnswer } from './ask.ts';
import { HARNESSES, type Harness, type HarnessName } from './harnesses.ts';
import { isAfter, notesOf, resultOf } from './notes.ts';

const INPUT_CHARACTERS_MAX = 4_000_000;
const BASE_URL_DEFAULT = 'http://127.0.0.1:4000';
/** The time that is left to print when no decision came. */
const PRINT_WITHIN_MS = 2_000;
/** A longer one does not fit a timer. */
const TIMEOUT_SECONDS_MAX = 86_400;

const NOT_RUN = 'The call was not run. Tell the user.';

/** `svc hook NAME …`, which must start fast; `svc hook install` and faults of usage are a command as others. */
export function isHookCall([command, name]: readonly string[]): boolean {
  return command === 'hook' && name !== undefined && Object.hasOwn(HARNESSES, name);
}

/**
 * @param startedMs of `performance.now`
 * @returns the exit code: 2, which blocks the call too, when nothing could be printed
 */
export async function runHook(
  args: readonly string[],
  streams: Streams,
  env: Environment,
  startedMs: number,
): Promise<number> {
  const harness: Harness = HARNESSES[args[1] as HarnessName];
  const refusing = new Refusing(harness);
  let text: string;
  try {
    const options = optionsOf(args.slice(2));
    const seconds = options.timeoutSeconds ?? harness.timeoutSecondsDefault;
    const timeoutMs = seconds * 1_000;
    text = await answered(args[1] as HarnessName, streams, env, { ...options, timeoutMs, startedMs }, refusing);
  } catch (error) {
    text = refusing.text(error instanceof Error ? error.message : 'svc could not be asked.');
  }
  return await new Promise((resolve) => {
    const fail = () => {
      streams.stderr.write(`svc could not answer. ${NOT_RUN}\n`);
      resolve(2);
    };
    streams.stdout.once('error', fail);
    streams.stdout.write(`${text}\n`, (error) => (error ? fail() : resolve(0)));
  });
}

/** The output where svc did not answer: a denial, or after a call whose result is masked, nothing of it. */
class Refusing {
  readonly #harness: Harness;
  #value: unknown;
  #isMasking = false;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** The result may not be read before svc has scanned it. */
  mask(result: unknown): void {
    this.#isMasking = true;
    this.#value = withheld(result);
  }

  /** A denial of a call is no answer to its result. */
  isNeededFor(answer: string): boolean {
    const { hookSpecificOutput } = JSON.parse(answer) as { hookSpecificOutput?: { hookEventName?: string } };
    return this.#isMasking && hookSpecificOutput?.hookEventName === 'PreToolUse';
  }

  text(reason: string): string {
    const { deny, hide } = this.#harness;
    if (!this.#isMasking || hide === undefined) return JSON.stringify(deny(`${reason} ${NOT_RUN}`));
    return JSON.stringify(hide(`${reason} svc took the result out, since it could not be scanned.`, this.#value));
  }
}

interface Options {
  readonly agent: string | null;
  readonly onReview: string | null;
  readonly results: string | null;
  readonly timeoutSeconds: number | null;
}

/** @throws Error for an option that there is not */
function optionsOf(args: readonly string[]): Options {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = [args[at], args[at + 1]];
    if (!['--agent', '--on-review', '--results', '--timeout'].includes(name) || value === undefined) {
      throw new Error(`\`svc hook\` has no option ${name.slice(0, 40)}: see svc hook --help.`);
    }
    given.set(name, value);
  }
  const timeout = given.get('--timeout');
  const timeoutSeconds = timeout === undefined ? null : Number(timeout);
  if (timeoutSeconds !== null && !(timeoutSeconds >= 1 && timeoutSeconds <= TIMEOUT_SECONDS_MAX)) {
    throw new Error(`--timeout must be 1 to ${TIMEOUT_SECONDS_MAX} seconds.`);
  }
  return {
    agent: given.get('--agent') ?? null,
    onReview: given.get('--on-review') ?? null,
    results: given.get('--results') ?? null,
    timeoutSeconds,
  };
}

async function answered(
  name: HarnessName,
  { stdin }: Streams,
  env: Environment,
  { timeoutMs, startedMs, ...options }: Options & { timeoutMs: number; startedMs: number },
  refusing: Refusing,
): Promise<string> {
  const untilMs = startedMs + timeoutMs - Math.min(PRINT_WITHIN_MS, timeoutMs / 2);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    const over = () => resolve(refusing.text(`There was no answer of svc within ${timeoutMs / 1_000} s.`));
    timer = setTimeout(over, Math.max(0, untilMs - performance.now()));
  });
  const asking = ask(name, stdin, env, { ...options, untilMs }, refusing);
  try {
    return (await Promise.race([late, asking.then(({ text }) => text)])) as string;
  } finally {
    clearTimeout(timer);
  }
}

async function ask(
  name: HarnessName,
  stdin: Streams['stdin'],
  env: Environment,
  { agent, onReview, results, untilMs }: Omit<Options, 'timeoutSeconds'> & { untilMs: number },
  refusing: Refusing,
): Promise<HookAnswer> {
  const body = await readInput(stdin);
  const ended = isAfter(body.value);
  if (ended && results === 'mask') refusing.mask(resultOf(body.value));
  const { apiKey, baseUrl } = connectionOf(env);
  const url = new URL(`hooks/${name}`, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (agent !== null) url.searchParams.set('agent', agent);
  if (onReview !== null) url.searchParams.set('onReview', onReview);
  if (results !== null) url.searchParams.set('results', results);
  const notes = notesOf(env, body.value);
  const event = ended ? (notes?.take() ?? null) : null;
  const answer = await askService({ url, apiKey, body: body.text, event, untilMs });
  if (!ended && answer.event !== null) notes?.note(answer.event);
  if (refusing.isNeededFor(answer.text)) throw new Error('svc refused the result.');
  return answer;
}

/** @throws Error without a key, and for an address that is none */
function connectionOf(env: Environment): { apiKey: string; baseUrl: string } {
  const kept = readCredentials(env);
  const apiKey = keyVariable(env, 'SVC_API_KEY') ?? kept?.apiKey;
  const baseUrl = keyVariable(env, 'SVC_BASE_URL') ?? kept?.baseUrl ?? BASE_URL_DEFAULT;
  if (apiKey === undefined) throw new Error('svc has no API key. Run `svc login`, or set SVC_API_KEY.');
  if (!URL.canParse(baseUrl)) throw new Error('The address of svc is none: set SVC_BASE_URL.');
  return { apiKey, baseUrl };
}

async function readInput(stdin: Streams['stdin']): Promise<{ text: string; value: Readonly<Record<string, unknown>> }> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) throw new Error('The call is too large to be decided.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would repeat the call.
  }
  if (typeof value === 'object' && value !== null) return { text, value: value as Record<string, unknown> };
  throw new Error('stdin is not the JSON of a hook.');
}
