/** Everything that a command sees of the world, so that a test can give it another one. */
import type { Readable, Writable } from 'node:stream';

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Results. */
  readonly stdout: Writable & { readonly isTTY?: boolean };
  /** Errors, warnings, progress and questions. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface World extends Streams {
  readonly env: Environment;
  /** Relative paths start here. */
  readonly cwd: string;
  /** Whether results are one JSON document on stdout. */
  readonly json: boolean;
}

/** A variable that is empty counts as unset. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
