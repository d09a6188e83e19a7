// SPDX-License-Identifier: Apache-2.0
/** Everything outside of a command, so that a test can replace it. */
import type { Readable, Writable } from 'node:stream';
import { readKeyMaterial } from '@svc/core/text-input';

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** The stream of results. */
  readonly stdout: Writable & { readonly isTTY?: boolean };
  /** The stream of errors, warnings, progress and questions. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface World extends Streams {
  readonly env: Environment;
  /** The base of relative paths. */
  readonly cwd: string;
  /** True when results are one JSON document on stdout. */
  readonly json: boolean;
  /** Aborts when the person or the system ends the command, which must end by itself from the first call on. */
  stopSignal(): AbortSignal;
}

/** A key or an address, without what stands around it; one of nothing else counts as unset. */
export function keyVariable(env: Environment, name: string): string | undefined {
  const value = readKeyMaterial(env[name] ?? '');
  return value === '' ? undefined : value;
}

/** Reads a variable; an empty one counts as unset. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
