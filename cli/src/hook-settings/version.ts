// SPDX-License-Identifier: Apache-2.0
/** Whether the harness on this machine obeys what is installed: older versions know less. */
import { spawnSync } from 'node:child_process';
import type { Environment } from '../world.ts';
import type { InstalledName } from './hook-file.ts';

/** The program of each harness, and the oldest version that was seen to hold a tool back. */
const PROGRAMS: Readonly<Record<InstalledName, { program: string; oldest: string } | null>> = {
  // The first with `onFailure`, without which a hook that fails lets the tool run.
  'claude-code': { program: 'claude', oldest: '2.1.295' },
  // The first with hooks that are on without a flag.
  codex: { program: 'codex', oldest: '0.124.0' },
  copilot: { program: 'copilot', oldest: '1.0.0' },
  cursor: null,
  gemini: { program: 'gemini', oldest: '0.26.0' },
  opencode: { program: 'opencode', oldest: '1.0.0' },
};

const WITHIN_MS = 20_000;

/** @returns `old` for a version that would not hold a tool back, `unknown` where none can be asked; null: it is fine */
export function versionFault(name: InstalledName, env: Environment): { kind: 'old' | 'unknown'; text: string } | null {
  const known = PROGRAMS[name];
  if (known === null) return { kind: 'unknown', text: `${name} cannot be asked for its version here.` };
  const { program, oldest } = known;
  const { status, stdout } = spawnSync(program, ['--version'], {
    env: { ...env },
    encoding: 'utf8',
    timeout: WITHIN_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(status === 0 ? stdout : '');
  if (found === null) {
    return { kind: 'unknown', text: `${program} was not found here. It must be ${oldest} or newer.` };
  }
  if (!isOlder(found.slice(1).map(Number), oldest.split('.').map(Number))) return null;
  const text = `${program} is ${found[0]}, and lets a tool run when a hook fails. Update it to ${oldest} or newer.`;
  return { kind: 'old', text };
}

function isOlder(found: readonly number[], oldest: readonly number[]): boolean {
  for (const [place, number] of oldest.entries()) {
    const own = found[place] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}
