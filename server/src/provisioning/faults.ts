/** Faults of a provisioning file, each at its place. */
import { FAULTS_MAX } from './limits.ts';

/** Both from 1, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Fault {
  readonly position: Position;
  /** A sentence without the place and without a full stop. It never carries a secret. */
  readonly message: string;
}

/** A file that was refused whole: nothing of it has been applied. Each fault is `file:line:column: message`. */
export class ProvisioningError extends Error {
  override readonly name = 'ProvisioningError';
  readonly faults: readonly string[];

  /** @param faults in any order, at least one; the first 100 in the order of the file are kept */
  constructor(fileName: string, faults: readonly Fault[]) {
    const lines = describeFaults(fileName, faults).slice(0, FAULTS_MAX);
    const more = faults.length - lines.length;
    super([...lines, ...(more > 0 ? [`${fileName}: and ${more} more`] : [])].join('\n'));
    this.faults = lines;
  }
}

/** `file:line:column: message` for each, in the order of the file. */
export function describeFaults(fileName: string, faults: readonly Fault[]): string[] {
  const inOrder = [...faults].sort(
    (left, right) => left.position.line - right.position.line || left.position.column - right.position.column,
  );
  return inOrder.map(({ position, message }) => `${fileName}:${position.line}:${position.column}: ${message}`);
}
