// SPDX-License-Identifier: Apache-2.0
/** The file of each harness, and what stands in it for us. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Environment, variable } from '../world.ts';
import { type Json, withHandlers, withoutHandlers } from './handlers.ts';
import { OPENCODE_PLUGIN } from './opencode-plugin.ts';

/** `managed`: the file by which an administrator sets all people of a machine, who cannot take it out. */
export type Scope = 'user' | 'project' | 'managed';

export interface HookFile {
  readonly path: string;
  /** @param text of the file; null without one @throws SyntaxError for a text that is no JSON object */
  install(text: string | null): string;
  /** @returns null where nothing would be left of the file */
  remove(text: string): string | null;
  /** A sentence about what is left to do, for the person who installs it. */
  readonly next: string | null;
}

interface Where {
  readonly scope: Scope;
  readonly env: Environment;
  readonly cwd: string;
}

export interface Wanted extends Where {
  /** How the harness starts us: `svc`, or a path. */
  readonly program: string;
  readonly agent: string | null;
  readonly onReview: 'defer' | null;
  /** Sensitive data is taken out of results before the model reads them. */
  readonly results: 'mask' | null;
  readonly timeoutSeconds: number;
}

type Make = (wanted: Wanted, home: string) => HookFile | null;

function commandOf({ program, agent, onReview, results, timeoutSeconds }: Wanted, name: string): string {
  const options = [
    ...(onReview === null ? [] : [` --on-review ${onReview}`]),
    ...(results === null ? [] : [` --results ${results}`]),
    ...(agent === null ? [] : [` --agent '${agent.replaceAll("'", "'\\''")}'`]),
  ];
  return `${program} hook ${name} --timeout ${timeoutSeconds}${options.join('')}`;
}

/** Claude Code and Codex write their hooks in one form. */
function nested(command: object, events: readonly string[], matcher: string, base: Json = {}): Omit<HookFile, 'path'> {
  const handlers = Object.fromEntries(events.map((event) => [event, { matcher, hooks: [command] }]));
  return jsonFile(handlers, base);
}

function jsonFile(handlers: Json, base: Json = {}): Omit<HookFile, 'path'> {
  return {
    install: (text) => written(withHandlers({ ...base, ...objectOf(text ?? '{}') }, handlers)),
    remove(text) {
      const left = withoutHandlers(objectOf(text), base);
      return Object.keys(left).length === 0 ? null : written(left);
    },
    next: null,
  };
}

const written = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function objectOf(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new SyntaxError('no object');
}

const MS_PER_SECOND = 1_000;

const FILES = {
  'claude-code': (wanted, home) => {
    const timeout = wanted.timeoutSeconds;
    const command = { type: 'command', command: commandOf(wanted, 'claude-code'), timeout, onFailure: 'block' };
    const folder = wanted.scope === 'project' ? join(wanted.cwd, '.claude') : claudeFolder(wanted.env, home);
    const managed = wanted.scope === 'managed';
    return {
      path: managed ? '/etc/claude-code/managed-settings.json' : join(folder, 'settings.json'),
      ...nested(command, ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'], '*', managed ? MANAGED_CLAUDE : {}),
    };
  },
  codex: (wanted, home) => {
    if (wanted.scope === 'managed') return null;
    // Only exit code 2 with a text holds a tool back when the program cannot be started.
    const command = `${commandOf(wanted, 'codex')} || { echo 'svc could not decide: not run' >&2; exit 2; }`;
    const folder = wanted.scope === 'project' ? join(wanted.cwd, '.codex') : codexFolder(wanted.env, home);
    return {
      path: join(folder, 'hooks.json'),
      ...nested({ type: 'command', command, timeout: wanted.timeoutSeconds }, ['PreToolUse', 'PostToolUse'], '.*'),
      next: 'Start codex and trust the hook under /hooks: until then it is skipped without a word.',
    };
  },
  copilot: (wanted, home) => {
    if (wanted.scope === 'managed') return null;
    const command = commandOf(wanted, 'copilot');
    const handler = { type: 'command', bash: command, powershell: command, timeoutSec: wanted.timeoutSeconds };
    const folder =
      wanted.scope === 'project'
        ? join(wanted.cwd, '.github', 'hooks')
        : join(copilotFolder(wanted.env, home), 'hooks');
    return {
      path: join(folder, 'svc.json'),
      ...jsonFile({ preToolUse: handler, postToolUse: handler }, { version: 1 }),
      next: wanted.scope === 'project' ? 'The hook is loaded in a folder that copilot trusts.' : null,
    };
  },
  cursor: (wanted, home) => {
    const handler = { command: commandOf(wanted, 'cursor'), timeout: wanted.timeoutSeconds, failClosed: true };
    const folders = { user: join(home, '.cursor'), project: join(wanted.cwd, '.cursor'), managed: '/etc/cursor' };
    return {
      path: join(folders[wanted.scope], 'hooks.json'),
      ...jsonFile({ preToolUse: handler }, { version: 1 }),
    };
  },
  gemini: (wanted, home) => {
    const timeout = wanted.timeoutSeconds * MS_PER_SECOND;
    const command = `${commandOf(wanted, 'gemini')} || { echo 'svc could not decide: not run' >&2; exit 2; }`;
    const folders = { user: join(home, '.gemini'), project: join(wanted.cwd, '.gemini'), managed: '/etc/gemini-cli' };
    return {
      path: join(folders[wanted.scope], 'settings.json'),
      ...nested({ type: 'command', name: 'svc', command, timeout }, ['BeforeTool', 'AfterTool'], '.*'),
    };
  },
  opencode: (wanted, home) => {
    if (wanted.scope === 'managed') return null;
    const config = variable(wanted.env, 'XDG_CONFIG_HOME') ?? join(home, '.config');
    const folder = wanted.scope === 'project' ? join(wanted.cwd, '.opencode') : join(config, 'opencode');
    return {
      path: join(folder, 'plugins', 'svc.js'),
      install: () => OPENCODE_PLUGIN(wanted),
      remove: () => null,
      next: null,
    };
  },
} as const satisfies Record<string, Make>;

/** Hooks of people and projects do not run beside these. */
const MANAGED_CLAUDE: Json = { allowManagedHooksOnly: true };

const claudeFolder = (env: Environment, home: string) => variable(env, 'CLAUDE_CONFIG_DIR') ?? join(home, '.claude');
const codexFolder = (env: Environment, home: string) => variable(env, 'CODEX_HOME') ?? join(home, '.codex');
const copilotFolder = (env: Environment, home: string) => variable(env, 'COPILOT_HOME') ?? join(home, '.copilot');

export type InstalledName = keyof typeof FILES;
export const INSTALLED_NAMES = Object.keys(FILES) as readonly InstalledName[];

/** @returns null where the harness has no such file that was tried */
export function hookFileOf(name: InstalledName, wanted: Wanted): HookFile | null {
  const make: Make = FILES[name];
  return make(wanted, variable(wanted.env, 'HOME') ?? homedir());
}
