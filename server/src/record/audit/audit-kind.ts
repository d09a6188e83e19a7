// SPDX-License-Identifier: Apache-2.0

/** Metadata fields, in alphabetical order. Those in `optional` appear only in the case that the note describes. */
export interface AuditKind {
  meaning: string;
  fields: readonly string[];
  optional?: Readonly<Record<string, string>>;
}

export const created = (what: string, fields: readonly string[] = ['name']): AuditKind => ({
  meaning: `${what} was made; \`after\` is what it was then.`,
  fields: ['after', ...fields, 'source'],
});
export const updated = (what: string, fields: readonly string[] = ['name']): AuditKind => ({
  meaning: `${what} was changed: \`changedFields\` names the fields, \`before\` and \`after\` hold their values.`,
  fields: ['after', 'before', 'changedFields', ...fields, 'source'],
});
export const deleted = (what: string, fields: readonly string[] = ['name']): AuditKind => ({
  meaning: `${what} was deleted; \`before\` is what it was.`,
  fields: ['before', ...fields, 'source'],
});
