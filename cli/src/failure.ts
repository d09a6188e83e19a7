// SPDX-License-Identifier: Apache-2.0
/** The error that ends a command: a sentence for a person, a code for programs, an exit code for shells. */
import { EXIT, type ExitCode } from './exit-codes.ts';
import { plain } from './output/plain.ts';
import type { World } from './world.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly exitCode: ExitCode;
  /** The path of each wrong field with its fault. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: string,
    message: string,
    exitCode: ExitCode = EXIT.failure,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
    this.fields = fields;
  }
}

/** An error that no command foresees: a sentence, and never a stack. The message of a parser may repeat a file. */
export function faultOf(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : new Error('an unknown fault');
  const what = name === 'SyntaxError' ? name : `${name}: ${message.split('\n', 1)[0]}`;
  return new Failure('internal_error', `This program met a fault of its own, and ended (${what}).`);
}

/** Writes a sentence to stderr, or `{ "error": { code, message, fields? } }` to stdout. */
export function reportFailure({ stdout, stderr, json }: World, { code, message, fields }: Failure): void {
  const hasFields = Object.keys(fields).length > 0;
  if (json) {
    stdout.write(`${JSON.stringify({ error: { code, message, ...(hasFields && { fields }) } }, null, 2)}\n`);
    return;
  }
  stderr.write(`svc: ${plain(message)}\n`);
  for (const [path, what] of Object.entries(fields)) stderr.write(`  ${plain(path)} ${plain(what)}\n`);
}
