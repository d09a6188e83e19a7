// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * Signed checkpoints of the Merkle tree over each organization's audit chain, and the key that signs them. Two more
 * tables record pushes of checkpoints and erased notes.
 */
export const AUDIT_CHECKPOINTS = `
  CREATE TABLE svc.audit_signing_keys (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    private_key text NOT NULL,
    created_at timestamptz NOT NULL
  );
  COMMENT ON COLUMN svc.audit_signing_keys.private_key IS 'Sealed by the vault.';
  ${sharedTable('audit_signing_keys', 'SELECT, INSERT, UPDATE', 'one Ed25519 key for the deployment, never a second')}

  CREATE TABLE svc.audit_checkpoint_heads (
    organization_id uuid PRIMARY KEY,
    size bigint NOT NULL CHECK (size >= 0),
    frontier bytea NOT NULL CHECK (length(frontier) % 32 = 0),
    note text,
    CHECK ((size = 0) = (note IS NULL))
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE svc.audit_checkpoint_heads IS
    'Where the next checkpoint goes on: locked by whoever signs. Decisions lock another row and never wait for it.';
  ${organizationTable('audit_checkpoint_heads', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.audit_checkpoints (
    organization_id uuid NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    frontier bytea NOT NULL CHECK (length(frontier) % 32 = 0),
    note text NOT NULL,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, size)
  );
  COMMENT ON COLUMN svc.audit_checkpoints.frontier IS
    'Hashes of the complete subtrees at this size: with them a later entry is proven without the older ones.';
  ${organizationTable('audit_checkpoints', 'SELECT, INSERT')}

  CREATE TABLE svc.checkpoint_outbox (
    organization_id uuid PRIMARY KEY,
    pushed_size bigint NOT NULL,
    last_size bigint NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL
  );
  COMMENT ON COLUMN svc.checkpoint_outbox.pushed_size IS 'Checkpoints up to this size have arrived.';
  COMMENT ON COLUMN svc.checkpoint_outbox.attempts IS 'That failed one after another, since one was taken.';
  CREATE INDEX checkpoint_outbox_due ON svc.checkpoint_outbox (due_at);
  ${sharedTable(
    'checkpoint_outbox',
    'SELECT, INSERT, UPDATE, DELETE',
    'organizations whose checkpoints wait to be pushed; workers of any process claim them across organizations',
  )}

  ALTER TABLE svc.reviews ADD COLUMN note_erased_seq bigint;
  COMMENT ON COLUMN svc.reviews.note_erased_seq IS 'Number of the audit entry by which the note was erased.';
`;
