// SPDX-License-Identifier: Apache-2.0
/** Runs the command line in this process, in a world of the test's own. It hides no assertion. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../../../cli/src/main.ts';

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The content of stdin. */
  input?: string;
  /** True makes all three streams a terminal. */
  isTerminal?: boolean;
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export async function svc(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return await startSvc(args, options).ended;
}

/** A command that goes on until it is told to end. */
export interface RunningSvc {
  ended: Promise<Ran>;
  /** Its output so far. */
  shown: { stdout: string; stderr: string };
  /** Ends it as Ctrl-C does. */
  stop(): void;
}

export function startSvc(args: readonly string[], options: RunOptions = {}): RunningSvc {
  const isTTY = options.isTerminal ?? false;
  const stdout = Object.assign(new PassThrough(), { isTTY });
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const stdin = Object.assign(Readable.from([options.input ?? '']), { isTTY });
  const shown = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => (shown.stdout += text));
  stderr.setEncoding('utf8').on('data', (text: string) => (shown.stderr += text));
  const env = { HOME: '/nonexistent', ...options.env };
  const stopping = new AbortController();
  const ended = main(args, { stdin, stdout, stderr }, env, options.cwd ?? '/nonexistent', () => stopping.signal);
  return { ended: ended.then((code) => ({ code, ...shown })), shown, stop: () => stopping.abort() };
}

/** A folder with these files, until the end of the test that asks for it. */
export function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The text of a policy file; `spec` is YAML, indented by two. */
export function policyFile(name: string, spec = '  action: READ\n  decision: ALLOW'): string {
  return `apiVersion: svc/v1\nkind: Policy\nmetadata:\n  name: ${JSON.stringify(name)}\nspec:\n${spec}\n`;
}
