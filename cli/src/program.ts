// SPDX-License-Identifier: Apache-2.0
/** Parses the arguments by the table of commands, runs the command, and turns its errors into an exit code. */
import { Command, CommanderError, Option } from 'commander';
import type { CommandSyntax } from './commands/syntax.ts';
import { COMMANDS } from './commands/table.ts';
import { addressOf, failureOf } from './connection.ts';
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';
import { Failure, faultOf, reportFailure } from './failure.ts';
import type { World } from './world.ts';

export async function runProgram(args: readonly string[], world: World): Promise<number> {
  let exitCode: number = EXIT.failure;
  const program = createProgram(world, async (syntax, operands, options) => {
    try {
      const { run } = await syntax.load();
      exitCode = await run(world, options as never, operands);
    } catch (error) {
      const failure = isFileFault(error)
        ? fileFailure(error)
        : failureOf(error, syntax.hasPolicyRoutes, () => addressOf(world.env));
      reportFailure(world, failure);
      exitCode = failure.exitCode;
    }
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      reportFailure(world, error instanceof Failure ? error : faultOf(error));
      return EXIT.failure;
    }
    if (error.exitCode === 0) return EXIT.success;
    const message = error.message
      .replace(/^error: /, '')
      .replaceAll('\n', ' ')
      .replace(/\.$/, '');
    if (error.code !== 'commander.help') reportFailure(world, new Failure('usage', `${message}. See svc --help.`));
    return EXIT.failure;
  }
}

type Invoke = (
  syntax: CommandSyntax,
  operands: readonly string[],
  options: Readonly<Record<string, unknown>>,
) => Promise<void>;

/** Commands of two words, by the first. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['policies', 'Policies as code.'],
  ['budgets', 'Budgets as code.'],
  ['tool-rules', 'What the call of a tool is, as code.'],
  ['hook', 'Hooks of coding assistants: `svc hook NAME` is what they start.'],
]);

function createProgram(world: World, invoke: Invoke): Command {
  const program = newCommand('svc', world).description('Ask svc before an agent acts, and keep its policies in git.');
  program.option('--json', 'print one JSON document');
  program.option('-V, --version', 'print the version').addHelpText('after', EXAMPLES + exitCodeHelp());
  const groups = new Map<string, Command>();
  for (const syntax of COMMANDS) {
    const [first = '', second] = syntax.name.split(' ');
    let parent = program;
    if (second !== undefined) {
      parent =
        groups.get(first) ??
        program.commands.find((command) => command.name() === first) ??
        newCommand(first, world)
          .description(GROUPS.get(first) ?? '')
          .option('--json', 'print one JSON document');
      if (!program.commands.includes(parent)) program.addCommand(parent);
      groups.set(first, parent);
    }
    parent.addCommand(commandOf(syntax, second ?? first, world, invoke));
  }
  return program;
}

function commandOf(syntax: CommandSyntax, name: string, world: World, invoke: Invoke): Command {
  const command = newCommand(name, world).description(syntax.summary);
  for (const [operand, meaning] of syntax.operands ?? []) command.argument(operand, meaning);
  for (const { flags, meaning, isRequired = false, choices } of syntax.options) {
    const option = new Option(flags, meaning).makeOptionMandatory(isRequired);
    command.addOption(choices === undefined ? option : option.choices([...choices]));
  }
  command.option('--json', syntax.json ?? 'print one JSON document');
  command.addHelpText('after', `\nExamples:\n${syntax.examples.map((line) => `  $ ${line}`).join('\n')}`);
  command.addHelpText('after', exitCodeHelp());
  return command.action(async (...given: unknown[]) => {
    // Operands come first, then options, then the command itself.
    const operands = given
      .slice(0, -2)
      .flat()
      .filter((one) => typeof one === 'string');
    await invoke(syntax, operands, given.at(-2) as Record<string, unknown>);
  });
}

function newCommand(name: string, { stdout, stderr, json }: World): Command {
  return new Command(name)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      // The failure reports the fault, once.
      writeErr: (text) => void (text.startsWith('error:') || json ? undefined : stderr.write(text)),
      outputError: () => undefined,
    });
}

const EXAMPLES = `
Examples:
  $ svc init && svc policies validate
  $ svc login --api-key key_live_…
  $ svc test --local && svc policies apply --prune
`;

function exitCodeHelp(): string {
  return `\nExit codes:\n${EXIT_MEANINGS.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}\n`;
}

/** Files that are missing, foreign or read-only: the platform's sentence names path and reason. */
function isFileFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function fileFailure(error: NodeJS.ErrnoException): Failure {
  return new Failure('file', error.message);
}
