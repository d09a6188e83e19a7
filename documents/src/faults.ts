// SPDX-License-Identifier: Apache-2.0
/** Faults of a file, each at its place. */

/** Line and column count from 1, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Fault {
  readonly position: Position;
  /** A sentence without the place and without a full stop. It never carries a secret. */
  readonly message: string;
}

/** `file:line:column: message` for each, in the order of the file. */
export function describeFaults(fileName: string, faults: readonly Fault[]): string[] {
  const inOrder = [...faults].sort(
    (left, right) => left.position.line - right.position.line || left.position.column - right.position.column,
  );
  return inOrder.map(({ position, message }) => `${fileName}:${position.line}:${position.column}: ${message}`);
}
