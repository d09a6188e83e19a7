// SPDX-License-Identifier: Apache-2.0
/** The command line `svc`. This file starts it and stays light: a command loads its own needs when it runs. */
import { version } from './package-file.ts';
import type { Environment, Streams, World } from './world.ts';

/**
 * @param args without the program
 * @param startedMs when the caller began to wait, a moment of `performance.now`: for a process it is 0
 * @returns the exit code; all output goes to the streams
 */
export async function main(
  args: readonly string[],
  streams: Streams,
  env: Environment,
  cwd: string = process.cwd(),
  stopSignal: World['stopSignal'] = signalOfProcess,
  startedMs: number = performance.now(),
): Promise<number> {
  if (args[0] === 'hook') {
    const { isHookCall, runHook } = await import('./hook/index.ts');
    if (isHookCall(args)) return await runHook(args, streams, env, startedMs);
  }
  const json = args.includes('--json');
  const others = args.filter((arg) => arg !== '--json');
  if (others.length === 1 && (others[0] === '--version' || others[0] === '-V')) {
    streams.stdout.write(json ? `${JSON.stringify({ version: version() })}\n` : `${version()}\n`);
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(args, {
    stdin: streams.stdin,
    stdout: streams.stdout,
    stderr: streams.stderr,
    env,
    cwd,
    json,
    stopSignal,
  });
}

/** The process itself. It sets the exit code and does not exit, because its streams may still be writing. */
export async function runProcess(): Promise<void> {
  // The last guard: a fault outside of every command, such as one of a timer, is a sentence too.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`svc: This program met a fault of its own, and ended (${error?.name}).\n`);
    process.exit(1);
  });
  // The reader of our output may close it early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? undefined : 1);
  });
  process.exitCode = await main(process.argv.slice(2), process, process.env, process.cwd(), signalOfProcess, 0);
}

/** The second signal ends the process at once. */
function signalOfProcess(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
