// SPDX-License-Identifier: Apache-2.0
/** The time that Claude Code gives the hook, read where Claude Code reads it, so that nothing has to be said twice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../text-input.ts';

/** The shortest that a version of Claude Code gives a hook without a `timeout`. */
const TIMEOUT_SECONDS_DEFAULT = 60;
/** A longer one does not fit a timer. */
const TIMEOUT_SECONDS_MAX = 86_400;
const PROGRAM = 'svc-claude-code';

/** The shortest time-out of this program in the settings of the project and of the person, in milliseconds. */
export function hookTimeoutMs(env: Readonly<Record<string, string | undefined>>): number {
  const project = join(env.CLAUDE_PROJECT_DIR ?? '.', '.claude');
  const person = env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? '.', '.claude');
  const files = [
    join(project, 'settings.json'),
    join(project, 'settings.local.json'),
    join(person, 'settings.json'),
    '/etc/claude-code/managed-settings.json',
  ];
  const seconds = files.flatMap(timeoutsIn);
  const shortest = seconds.length === 0 ? TIMEOUT_SECONDS_DEFAULT : Math.min(...seconds);
  return Math.min(shortest, TIMEOUT_SECONDS_MAX) * 1_000;
}

interface Settings {
  hooks?: { PreToolUse?: { hooks?: { command?: unknown; timeout?: unknown }[] }[] };
}

/** Empty for a file that does not exist or that Claude Code could not read either. */
function timeoutsIn(path: string): number[] {
  try {
    const { hooks } = JSON.parse(readText(readFileSync(path))) as Settings;
    const commands = (hooks?.PreToolUse ?? []).flatMap((matcher) => matcher.hooks ?? []);
    const own = commands.filter(({ command }) => typeof command === 'string' && command.includes(PROGRAM));
    return own.map(({ timeout }) => (typeof timeout === 'number' && timeout > 0 ? timeout : TIMEOUT_SECONDS_DEFAULT));
  } catch {
    return [];
  }
}
