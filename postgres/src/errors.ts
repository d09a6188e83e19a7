// SPDX-License-Identifier: Apache-2.0
/** A start, stop or restart that cannot go on. The message is one sentence for the operator, without secrets. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another process holds the data directory. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** A failed system call in the operator's words; every other error, a mistake of ours among them, as it is. */
export function explain(error: unknown, sentence: (code: string) => string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new EmbeddedPostgresError(sentence(codeOf(error)), { cause: error });
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}
