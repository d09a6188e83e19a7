// SPDX-License-Identifier: Apache-2.0
/**
 * The event of each call that runs, from the process before the tool to the one after it. It permits nothing: without
 * it an outcome is not reported.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreToolUseInput } from '../claude-agent/index.ts';

type Call = Pick<Partial<PreToolUseInput>, 'session_id' | 'tool_use_id'>;

interface RunningCalls {
  note(call: Call, eventId: string): Promise<void>;
  /** The event of a call that has ended; null when none is known. */
  take(call: Call): Promise<string | null>;
}

/** A tool that runs longer is not reported. */
const KEPT_MS = 48 * 3_600_000;

export function runningCalls(env: Readonly<Record<string, string | undefined>>): RunningCalls {
  const folder = folderOf(env);
  const pathOf = ({ session_id, tool_use_id }: Call): string =>
    join(
      folder,
      createHash('sha256')
        .update(JSON.stringify([session_id, tool_use_id]))
        .digest('hex'),
    );
  return {
    async note(call, eventId) {
      if (call.tool_use_id === undefined) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(pathOf(call), eventId, { mode: 0o600 });
        await sweep(folder);
      } catch {
        // The call was redeemed and runs: only its outcome stays missing.
      }
    },
    async take(call) {
      try {
        const path = pathOf(call);
        const eventId = await readFile(path, 'utf8');
        await rm(path, { force: true });
        return eventId;
      } catch {
        return null;
      }
    },
  };
}

/** A folder of the person; where there is no home, one in the system's folder for temporary files. */
function folderOf({ XDG_STATE_HOME, HOME }: Readonly<Record<string, string | undefined>>): string {
  if (XDG_STATE_HOME !== undefined && XDG_STATE_HOME !== '') return join(XDG_STATE_HOME, 'svc', 'running-calls');
  if (HOME !== undefined && existsSync(HOME)) return join(HOME, '.local', 'state', 'svc', 'running-calls');
  return join(tmpdir(), `svc-running-calls-${process.getuid?.() ?? 'all'}`);
}

/** Calls whose end was never told: a person refused them, or the program was stopped. */
async function sweep(folder: string): Promise<void> {
  const before = Date.now() - KEPT_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
  }
}
