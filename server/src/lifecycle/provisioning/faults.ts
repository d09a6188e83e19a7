// SPDX-License-Identifier: Apache-2.0
/** Faults of a provisioning file, each at its place. */
import { describeFaults, type Fault } from '@svc/documents';
import { FAULTS_MAX } from './limits.ts';

export { describeFaults, type Fault, type Position } from '@svc/documents';

/** A refused file, of which nothing has been applied. Each fault is `file:line:column: message`. */
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
