// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what `svc-server` can be asked for, as a table: each row loads its command when it is asked for.
 * Refuses to know how the process ends, and what the service does.
 */
import type { Config } from '../../platform/config/index.ts';

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
    words: ['audit', 'replay'],
    operands: 'FILE [--from N] [--to N] [--json]',
    means: 'decide each decision of an export again, offline, and compare',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands) {
      const { replayAuditFile } = await import('./audit-replay/index.ts');
      return await replayAuditFile(operands, process);
    },
  },
  {
    words: ['verify-release'],
    operands: 'FOLDER [--key FILE]',
    means: 'check the files of a release against its provenance, offline',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands) {
      const { verifyRelease } = await import('./verify-release.ts');
      return await verifyRelease(operands, process);
    },
  },
  {
    words: ['audit', 'accept-loss'],
    operands: 'ORGANIZATION LOST_SEQ LOST_HASH FOUND_SEQ',
    means: 'accept that the database lost entries of a chain, as the log names them',
    operandsMin: 4,
    operandsMax: 4,
    async run(operands, readConfig) {
      const { acceptLossOf } = await import('./audit-accept-loss.ts');
      return await acceptLossOf(operands, readConfig, process);
    },
  },
  {
    words: ['audit', 'archive'],
    operands: '[--dry-run]',
    means: 'bring old audit entries into the files of the archive now',
    operandsMin: 0,
    operandsMax: 1,
    async run(operands, readConfig) {
      const { archiveNow } = await import('./audit-archive.ts');
      return await archiveNow(operands, readConfig, process);
    },
  },
  {
    words: ['audit', 'unarchive'],
    operands: '',
    means: 'bring all archived audit entries back into the database',
    operandsMin: 0,
    operandsMax: 0,
    async run(_operands, readConfig) {
      const { unarchive } = await import('./audit-archive.ts');
      return await unarchive(readConfig, process);
    },
  },
  {
    words: ['backup', 'verify'],
    operands: 'FILE',
    means: 'check a backup: counts, sums and audit chains',
    operandsMin: 1,
    operandsMax: 1,
    async run([file = '']) {
      const { showVerified } = await import('./backup/index.ts');
      return await showVerified(file, process.stdout);
    },
  },
  {
    words: ['backup'],
    operands: 'FILE',
    means: 'write the database and the generated keys to a file',
    operandsMin: 1,
    operandsMax: 1,
    async run([file = ''], readConfig) {
      const { backUp } = await import('./backup/index.ts');
      return await backUp(readConfig(), file, process.stdout);
    },
  },
  {
    words: ['restore'],
    operands: 'FILE [--new-database] [--keep-sign-ins]',
    means: 'bring a backup into an empty database',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { restore } = await import('./backup/index.ts');
      return await restore(operands, readConfig, process);
    },
  },
  {
    words: ['distribute'],
    operands: '[--dry-run]',
    means: 'spread the tables of organizations over a Citus cluster',
    operandsMin: 0,
    operandsMax: 1,
    async run(operands, readConfig) {
      const { distribute } = await import('./distribute.ts');
      return await distribute(operands, readConfig, process);
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
    operands: 'FILE [--dry-run] [--force]',
    means: 'apply a file, - is standard input; --list shows the ids of routes',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { provision } = await import('./provision/index.ts');
      return await provision(operands, readConfig, process);
    },
  },
  {
    words: ['seed'],
    operands: '--history [--days N] [--per-day N]',
    means: 'make an organization with the decisions of a year, to try things out',
    operandsMin: 1,
    operandsMax: 5,
    async run(operands, readConfig) {
      const { seed } = await import('./seed/index.ts');
      return await seed(operands, readConfig, process);
    },
  },
  {
    words: ['user'],
    operands: 'list | reset EMAIL [--factors] | remove EMAIL [--organization NAME]',
    means: 'list people, print a new password, end memberships',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { user } = await import('./users/index.ts');
      return await user(operands, readConfig, process);
    },
  },
  {
    words: ['organization'],
    operands: 'list | show NAME | plan NAME PLAN | adopt NAME | remove NAME --yes',
    means: 'all organizations: plans, provisioning, removal',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { organization } = await import('./organizations/index.ts');
      return await organization(operands, readConfig, process);
    },
  },
  {
    words: ['domains'],
    operands: 'list|verify|remove ORGANIZATION [DOMAIN]',
    means: 'vouch for a domain whose people sign in by the directory of an organization',
    operandsMin: 0,
    operandsMax: 3,
    async run(operands, readConfig) {
      const { domains } = await import('./domains/index.ts');
      return await domains(operands, readConfig, process);
    },
  },
  {
    words: ['keys'],
    operands: 'list | revoke PREFIX | revoke --all --yes',
    means: 'list API keys that work, end one or all',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { keys } = await import('./keys/index.ts');
      return await keys(operands, readConfig, process);
    },
  },
  {
    words: ['encryption-key', 'rotate'],
    operands: '',
    means: 'bring every stored secret under the first encryption key',
    operandsMin: 0,
    operandsMax: 0,
    async run(_operands, readConfig) {
      const { rotateKey } = await import('./encryption-key/index.ts');
      return await rotateKey(readConfig(), process.stdout);
    },
  },
  {
    words: ['sessions'],
    operands: 'end EMAIL | end --all',
    means: 'sign one person out everywhere, or everyone',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { sessions } = await import('./users/index.ts');
      return await sessions(operands, readConfig, process);
    },
  },
  {
    words: ['doctor'],
    operands: '[--json]',
    means: 'check what the service needs, and say how to fix it',
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    async run(operands, readConfig) {
      const { doctor } = await import('./doctor/index.ts');
      return await doctor(operands, process.env, readConfig, process);
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
