// SPDX-License-Identifier: Apache-2.0

/** Metadata fields, in alphabetical order. Those in `optional` appear only in the case that the note describes. */
export interface AuditKind {
  meaning: string;
  fields: readonly string[];
  optional?: Readonly<Record<string, string>>;
}
