// SPDX-License-Identifier: Apache-2.0
/** The result of checking an export. */
import type { ActCounts, ActFaultCode } from '../act-trail/index.ts';
import type { EntryFaultCode } from './entry-line.ts';

export type ExportFaultCode =
  | EntryFaultCode
  /** The line is too long, no line of an export, or not the canonical text of its value. */
  | 'bad_line'
  /** The digest of an act is not that of its entry. */
  | 'wrong_digest'
  /** The entries of an act do not agree. All of the export is read before it is told. */
  | ActFaultCode
  /** The fault is in the first line, or its key is not the trusted one. */
  | 'wrong_key'
  /** The checkpoint is not signed by the key, or not of this many entries. */
  | 'wrong_checkpoint'
  /** The entries do not have the signed root. */
  | 'wrong_root'
  /** The end is missing: the last line is no checkpoint over the last entry. */
  | 'incomplete'
  /** The earlier checkpoint is not signed by this key. */
  | 'wrong_since'
  /** The entries are not those that the earlier checkpoint covers. */
  | 'rewritten'
  /** The export has fewer entries than the earlier checkpoint covers. */
  | 'cut';

export interface ExportFault {
  /** The line in the file, from 1. */
  readonly line: number;
  /** The first entry that is wrong or may be; null when the fault concerns no entry. */
  readonly seq: number | null;
  readonly code: ExportFaultCode;
  /** An English sentence. */
  readonly message: string;
}

export interface ExportVerification extends ActCounts {
  readonly isValid: boolean;
  /** Null when the export is whole. */
  readonly fault: ExportFault | null;
  /** The number of entries that were found right. */
  readonly entries: number;
  /** The hash of the last right entry. */
  readonly lastHash: string;
  readonly checkpoints: number;
  /** Digests of acts that were computed again from their entries. */
  readonly digests: number;
  /** The last signed note that was found right. */
  readonly checkpoint: string | null;
  /** The verifier key of the first line; null until it is read. */
  readonly key: string | null;
}
