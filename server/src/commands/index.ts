/**
 * Owns what `svc-server` can be asked for, as a table: each row loads its command when it is asked for.
 * Refuses to know how the process ends, and what the service does.
 */
import type { Config } from '../config/index.ts';

/** Operands: how they are written, and how many there may be. */
interface Command {
  words: readonly string[];
  operands: string;
  means: string;
  operandsMin: number;
  operandsMax: number;
  /** @returns the exit code; a command that serves does not return */
  run(operands: readonly string[], readConfig: () => Config): Promise<number>;
}

/** The command without words is what runs the service. Longer words stand before their beginnings. */
export const COMMANDS: readonly Command[] = [
  {
    words: ['audit', 'verify'],
    operands: 'FILE [--since FILE] [--key KEY]',
    means: 'check an export of the audit, offline; - is standard input',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands) {
      const { verifyAuditFile } = await import('./audit-verify.ts');
      return await verifyAuditFile(operands, process);
    },
  },
  {
    words: ['psql'],
    operands: '[--organization NAME] [--write]',
    means: 'look into the database, or run statements of standard input',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { runPrompt } = await import('./psql/index.ts');
      return await runPrompt(operands, readConfig, process);
    },
  },
  {
    words: ['provision'],
    operands: 'FILE',
    means: 'apply a provisioning file and end',
    operandsMin: 1,
    operandsMax: 1,
    async run([file = ''], readConfig) {
      const { provisionFile } = await import('./provision.ts');
      await provisionFile(readConfig(), file, process.stdout);
      return 0;
    },
  },
  {
    words: ['quick-start'],
    operands: '',
    means: 'run it with a first organization to try',
    operandsMin: 0,
    operandsMax: 0,
    async run(_operands, readConfig) {
      const { serveQuickStart } = await import('./serve.ts');
      return await serveQuickStart(readConfig());
    },
  },
  {
    words: [],
    operands: '',
    means: 'run the service',
    operandsMin: 0,
    operandsMax: 0,
    async run(_operands, readConfig) {
      const { serve } = await import('./serve.ts');
      return await serve(readConfig());
    },
  },
];

/** @returns null when the arguments are no command */
export function commandOf(args: readonly string[]): { command: Command; operands: readonly string[] } | null {
  const command = COMMANDS.find(({ words }) => words.every((word, place) => args[place] === word));
  if (command === undefined) return null;
  const operands = args.slice(command.words.length);
  if (operands.length < command.operandsMin || operands.length > command.operandsMax) return null;
  return { command, operands };
}
