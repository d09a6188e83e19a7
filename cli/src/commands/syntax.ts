// SPDX-License-Identifier: Apache-2.0
/** The syntax of a command, as the tables state it. */
import type { ExitCode } from '../exit-codes.ts';
import type { World } from '../world.ts';

/** The `run` export of a command file. */
type Run<Options> = (world: World, options: Options, operands: readonly string[]) => Promise<ExitCode>;

interface OptionSyntax {
  readonly flags: string;
  readonly meaning: string;
  readonly isRequired?: boolean;
  readonly choices?: readonly string[];
}

export interface CommandSyntax {
  readonly name: string;
  readonly summary: string;
  readonly operands?: readonly (readonly [name: string, meaning: string])[];
  readonly options: readonly OptionSyntax[];
  /** The meaning of `--json`, where it is not one document at the end. */
  readonly json?: string;
  readonly examples: readonly string[];
  /** True when a 404 means that the server has no policies as code. */
  readonly hasPolicyRoutes: boolean;
  /** `never`: the options are those of this table, and the types of the commands repeat them. */
  load(): Promise<{ run: Run<never> }>;
}
