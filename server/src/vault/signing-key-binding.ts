/** The place of the one secret that belongs to no organization. */
import type { Binding } from './vault.ts';

/** The key that signs checkpoints of the audit is sealed for this column. */
export const SIGNING_KEY_BINDING: Binding = {
  organizationId: null,
  table: 'audit_signing_keys',
  column: 'private_key',
  rowId: 'only',
};
