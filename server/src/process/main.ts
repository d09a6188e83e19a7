// SPDX-License-Identifier: Apache-2.0
/** `svc-server`: finds the command that is asked for, runs it, and says in one sentence what went wrong. */

import cluster from 'node:cluster';
import { ConfigError, readConfig } from '../platform/config/index.ts';
import { COMMANDS, commandOf } from './commands/index.ts';

const SYNTAX_WIDTH = 30;

/** The table of commands as text, the one without words first. */
function usage(): string {
  const lines = [...COMMANDS].reverse().map(({ words, operands, means }) => {
    const syntax = ['  svc-server', ...words, operands].filter((part) => part !== '').join(' ');
    return syntax.length < SYNTAX_WIDTH
      ? `${syntax.padEnd(SYNTAX_WIDTH)}  ${means}`
      : `${syntax}\n${' '.repeat(SYNTAX_WIDTH)}  ${means}`;
  });
  const configuration = 'Configuration is read from the environment; docs/reference/configuration.md lists it.';
  return `Usage:\n${lines.join('\n')}\n${configuration}\n`;
}

async function main(args: readonly string[]): Promise<void> {
  if (cluster.isWorker) {
    const { loadMember } = await import('./group/index.ts');
    const { runMember } = await loadMember();
    return await runMember();
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(usage());
    return;
  }
  const asked = commandOf(args);
  if (asked !== null) {
    process.exitCode = await asked.command.run(asked.operands, () => readConfig(process.env));
    return;
  }
  if (args.length === 1 && args[0] === '--version') {
    const { BUILD_VERSION } = await import('../doors/http/index.ts');
    process.stdout.write(`svc-server ${BUILD_VERSION}\n`);
    return;
  }
  process.stderr.write(usage());
  process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** An error that an operator can resolve is one sentence; a fault of ours keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  if (isBug) return error.stack ?? error.message;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
