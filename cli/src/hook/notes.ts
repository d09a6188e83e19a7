// SPDX-License-Identifier: Apache-2.0
/**
 * The event of each call that runs, from the process before the tool to the one after it, for harnesses that give calls
 * no id. It permits nothing: without it an outcome is not reported.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../world.ts';

/** A tool that runs longer is not reported. */
const KEPT_MS = 24 * 3_600_000;

export interface Notes {
  note(event: string): void;
  /** The event of the call that has ended; null when none is known. */
  take(): string | null;
}

type Body = Readonly<Record<string, unknown>>;

/** Results are told after a call alone. */
export const resultOf = (body: Body): unknown => body.tool_response ?? body.toolResult ?? body.tool_output;
export const isAfter = (body: Body): boolean => resultOf(body) !== undefined;

/** @returns null for a hook that tells an id of its call: the service finds its event by that */
export function notesOf(env: Environment, body: Body): Notes | null {
  const { tool_use_id: id, session_id, sessionId, conversation_id, tool_name, toolName, tool_input, toolArgs } = body;
  if (id !== undefined) return null;
  const call = [session_id ?? sessionId ?? conversation_id, tool_name ?? toolName, tool_input ?? toolArgs];
  const name = createHash('sha256').update(JSON.stringify(call)).digest('hex');
  const folder = join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'svc', 'running-calls');
  const path = join(folder, name);
  return {
    note(event) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(path, event, { mode: 0o600 });
        sweep(folder);
      } catch {
        // The call was redeemed and runs: only its outcome stays missing.
      }
    },
    take() {
      try {
        const event = readFileSync(path, 'utf8');
        rmSync(path, { force: true });
        return event;
      } catch {
        return null;
      }
    },
  };
}

/** Calls whose end was never told: a person refused them, or the program was stopped. */
function sweep(folder: string): void {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true });
  }
}
