// SPDX-License-Identifier: Apache-2.0
/** Events, reviews, and the audit chain with its checkpoints. */
import { acrossTable, oldEnough, organizationTable, sharedTable } from './security.ts';

export const RECORD = `
  CREATE TABLE svc.events (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint NOT NULL,
    created_at timestamptz NOT NULL,
    sandbox boolean NOT NULL,
    api_key_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    action text NOT NULL,
    destination text,
    records_affected integer,
    decision text NOT NULL,
    evaluated_decision text NOT NULL,
    risk_level text NOT NULL,
    risk_score smallint NOT NULL,
    quota_exceeded boolean NOT NULL,
    record json NOT NULL,
    gateway_call json,
    PRIMARY KEY (organization_id, id)
  );
  CREATE INDEX events_of_gateways ON svc.events (organization_id, seq) WHERE gateway_call IS NOT NULL;
  CREATE INDEX events_by_kind ON svc.events (organization_id, sandbox, seq);
  CREATE INDEX events_of_gateways_by_kind
    ON svc.events (organization_id, sandbox DESC NULLS LAST, seq DESC NULLS LAST) WHERE gateway_call IS NOT NULL;
  ${organizationTable('events', 'SELECT, INSERT, DELETE')}
  ${oldEnough('events', "created_at < now() - interval '1 day'")}
  COMMENT ON COLUMN svc.events.seq IS 'Number of the audit entry of this decision: the order of commits.';
  COMMENT ON COLUMN svc.events.record IS 'Read only with its event: json costs less to store than jsonb.';
  COMMENT ON COLUMN svc.events.gateway_call IS
    'The call that a gateway was asked for. forwarderId: the process that forwards it, by the advisory lock '
    'that it holds; null for a call that is not forwarded. What became of it: the first audit entry '
    'gateway.called about it.';

  CREATE TABLE svc.reviews (
    organization_id uuid NOT NULL,
    event_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'DENIED', 'EXPIRED')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    decided_at timestamptz,
    note text,
    approver_roles text[] NOT NULL,
    decided_by uuid,
    decided_role text CHECK (decided_role IN ('OWNER', 'ADMIN', 'MEMBER')),
    channel text,
    note_salt bytea CHECK (length(note_salt) = 32),
    audit_seq bigint,
    note_erased_seq bigint,
    sandbox boolean NOT NULL,
    opened_at timestamptz,
    escalated_at timestamptz,
    escalated_to text[] CHECK (escalated_to <@ '{OWNER,ADMIN}'::text[]),
    may_resolve text[] NOT NULL GENERATED ALWAYS AS (
      CASE WHEN cardinality(approver_roles) = 0 THEN '{OWNER,ADMIN}'::text[] ELSE approver_roles END
        || COALESCE(escalated_to, '{}')
    ) STORED,
    escalates boolean NOT NULL DEFAULT true,
    risk_score smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (organization_id, event_id),
    CHECK (note IS NULL OR note_salt IS NOT NULL),
    CHECK ((escalated_at IS NULL) = (escalated_to IS NULL))
  );
  CREATE INDEX reviews_pending ON svc.reviews (organization_id, expires_at) WHERE status = 'PENDING';
  CREATE INDEX reviews_by_kind ON svc.reviews (organization_id, sandbox, event_id);
  CREATE INDEX reviews_by_status ON svc.reviews (organization_id, sandbox, status, event_id);
  CREATE INDEX reviews_waiting ON svc.reviews (organization_id, sandbox, expires_at, event_id)
    WHERE status = 'PENDING';
  CREATE INDEX reviews_by_person ON svc.reviews (organization_id, decided_by) WHERE decided_by IS NOT NULL;
  CREATE INDEX reviews_by_risk ON svc.reviews (organization_id, sandbox, risk_score, event_id)
    WHERE status = 'PENDING';
  ${organizationTable(
    'reviews',
    `SELECT, INSERT, UPDATE (status, decided_at, note, decided_by, decided_role, channel, note_salt, audit_seq,
      note_erased_seq, opened_at, escalated_at, escalated_to), DELETE`,
  )}
  ${oldEnough('reviews', "created_at < now() - interval '1 day' AND status <> 'PENDING'")}
  COMMENT ON COLUMN svc.reviews.note_salt IS
    'Opens the commitment to the note in the audit chain; note and salt are erased together.';
  COMMENT ON COLUMN svc.reviews.audit_seq IS 'Number of the audit entry that resolved or expired it.';
  COMMENT ON COLUMN svc.reviews.note_erased_seq IS 'Number of the audit entry by which the note was erased.';
  COMMENT ON COLUMN svc.reviews.sandbox IS 'Of its event.';
  COMMENT ON COLUMN svc.reviews.opened_at IS 'When a person who may resolve it first looked at it.';
  COMMENT ON COLUMN svc.reviews.escalated_to IS 'Roles to which it was passed on, beside approver_roles.';
  COMMENT ON COLUMN svc.reviews.may_resolve IS 'Roles whose members may resolve it now.';
  COMMENT ON COLUMN svc.reviews.escalates IS 'Whether it may be passed on, by its policy when it was made.';
  COMMENT ON COLUMN svc.reviews.risk_score IS 'That of the event; 0 for a review that had ended before it was kept.';

  CREATE TABLE svc.idempotency_records (
    organization_id uuid NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    created_at timestamptz NOT NULL,
    event_id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    fingerprint_key_id text NOT NULL,
    PRIMARY KEY (organization_id, endpoint, key)
  );
  CREATE INDEX idempotency_records_by_age ON svc.idempotency_records (created_at);
  ${organizationTable(
    'idempotency_records',
    'SELECT, INSERT, UPDATE (created_at, event_id, fingerprint, fingerprint_key_id), DELETE',
  )}
  ${oldEnough('idempotency_records', "created_at < now() - interval '24 hours'")}
  COMMENT ON COLUMN svc.idempotency_records.fingerprint IS
    'HMAC of the canonical request; a plain hash of a short identity number could be guessed.';

  CREATE TABLE svc.audit_entries (
    organization_id uuid NOT NULL,
    seq bigint NOT NULL CHECK (seq > 0),
    at timestamptz NOT NULL,
    kind text NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'system')),
    actor_id text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    metadata json NOT NULL,
    prev_hash bytea NOT NULL CHECK (length(prev_hash) = 32),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (organization_id, seq)
  );
  CREATE INDEX audit_entries_of_calls ON svc.audit_entries (organization_id, subject_id, seq)
    WHERE kind = 'gateway.called';
  CREATE INDEX audit_entries_of_people ON svc.audit_entries (organization_id, actor_id, seq)
    WHERE actor_type = 'user';
  CREATE INDEX audit_entries_about_members ON svc.audit_entries (organization_id, subject_id, seq)
    WHERE subject_type = 'member';
  ${organizationTable('audit_entries', 'SELECT, INSERT')}

  CREATE TABLE svc.audit_signing_keys (
    is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    private_key text NOT NULL,
    created_at timestamptz NOT NULL
  );
  ${sharedTable('audit_signing_keys', 'SELECT, INSERT', 'one Ed25519 key for the deployment, never a second')}
  COMMENT ON COLUMN svc.audit_signing_keys.private_key IS 'Sealed by the vault.';

  CREATE TABLE svc.audit_checkpoint_heads (
    organization_id uuid PRIMARY KEY,
    size bigint NOT NULL CHECK (size >= 0),
    frontier bytea NOT NULL CHECK ((length(frontier) % 32) = 0),
    note text,
    CHECK ((size = 0) = (note IS NULL))
  ) WITH (fillfactor=50);
  COMMENT ON TABLE svc.audit_checkpoint_heads IS
    'Where the next checkpoint goes on: locked by whoever signs. Decisions lock another row and never wait '
    'for it.';
  ${organizationTable('audit_checkpoint_heads', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.audit_checkpoints (
    organization_id uuid NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    frontier bytea NOT NULL CHECK ((length(frontier) % 32) = 0),
    note text NOT NULL,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, size)
  );
  ${organizationTable('audit_checkpoints', 'SELECT, INSERT')}
  COMMENT ON COLUMN svc.audit_checkpoints.frontier IS
    'Hashes of the complete subtrees at this size: with them a later entry is proven without the older ones.';

  CREATE TABLE svc.checkpoint_outbox (
    organization_id uuid PRIMARY KEY,
    pushed_size bigint NOT NULL,
    last_size bigint NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL
  );
  CREATE INDEX checkpoint_outbox_due ON svc.checkpoint_outbox (due_at);
  ${acrossTable(
    'checkpoint_outbox',
    'SELECT, INSERT, UPDATE, DELETE',
    ['SELECT', 'UPDATE'],
    'sizes of checkpoints to be pushed; workers claim them',
  )}
  COMMENT ON COLUMN svc.checkpoint_outbox.pushed_size IS 'Checkpoints up to this size have arrived.';
  COMMENT ON COLUMN svc.checkpoint_outbox.attempts IS 'That failed one after another, since one was taken.';
`;
