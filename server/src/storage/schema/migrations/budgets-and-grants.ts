// SPDX-License-Identifier: Apache-2.0
/** Budgets, grants, and the counts of both, which change with the batch of decisions that they decide. */
import { organizationTable } from '../tables/security.ts';
import { ARGUMENTS, RECORD_BATCH_WITH_COUNTERS, TYPES } from './record-batch.ts';

const NAMES = ARGUMENTS.split(',')
  .map((argument) => argument.trim().split(' ')[0])
  .join(', ');

/** A process of an older version counts nothing: it decides no more where something is counted. */
const RECORD_BATCH_OF_OLDER_VERSION = `
  CREATE OR REPLACE FUNCTION svc.record_batch(
    ${ARGUMENTS}
  ) RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('svc.organizations', '{' || organization || '}', true);
    IF EXISTS (SELECT FROM svc.budgets b WHERE b.organization_id = organization) THEN
      RAISE EXCEPTION 'a process of an older version knows no budgets' USING ERRCODE = 'feature_not_supported';
    END IF;
    RETURN svc.record_batch(${NAMES}, NULL);
  END $$;
  COMMENT ON FUNCTION svc.record_batch(${TYPES}) IS 'The call of versions without budgets.';`;

export const BUDGETS_AND_GRANTS = `
  ALTER TABLE svc.organizations
    ADD COLUMN grant_hours_max smallint NOT NULL DEFAULT 0 CHECK (grant_hours_max BETWEEN 0 AND 168);
  GRANT UPDATE (grant_hours_max) ON svc.organizations TO svc_app;
  COMMENT ON COLUMN svc.organizations.grant_hours_max IS
    'How far the end of a grant may lie away, in hours; 0: no person makes grants.';

  ALTER TABLE svc.reviews
    ADD COLUMN grants boolean NOT NULL DEFAULT false,
    ADD COLUMN counted json;
  GRANT UPDATE (counted) ON svc.reviews TO svc_app;
  COMMENT ON COLUMN svc.reviews.counted IS
    'Counts that go up when the approved act turns out to affect more records than it said.';
  COMMENT ON COLUMN svc.reviews.grants IS 'Whether its approver may let the same act through for a time.';

  CREATE TABLE svc.budgets (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    spec json NOT NULL,
    series integer NOT NULL CHECK (series > 0),
    since timestamptz NOT NULL,
    raised_window timestamptz,
    raised_amount bigint CHECK (raised_amount > 0),
    raised_note text,
    raised_note_salt bytea CHECK (length(raised_note_salt) = 32),
    noticed_window timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    CHECK ((raised_window IS NULL) = (raised_amount IS NULL))
  );
  ${organizationTable('budgets', 'SELECT, INSERT, UPDATE, DELETE')}
  COMMENT ON TABLE svc.budgets IS 'How many acts, or records, are let through in a calendar window.';
  COMMENT ON COLUMN svc.budgets.spec IS 'The specification without the name.';
  COMMENT ON COLUMN svc.budgets.series IS 
    'Goes up when measure, window or per change: what was counted counts no more.';
  COMMENT ON COLUMN svc.budgets.since IS 'The moment from which the series counts decisions.';
  COMMENT ON COLUMN svc.budgets.raised_window IS 'Start of the window that has more room, by raised_amount.';
  COMMENT ON COLUMN svc.budgets.raised_note IS 'Why the last raise was made; the chain holds a commitment to it.';
  COMMENT ON COLUMN svc.budgets.noticed_window IS
    'Start of the window of which people were told that it is nearly full.';

  CREATE TABLE svc.grants (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    action text NOT NULL,
    resource_id uuid NOT NULL,
    classification text NOT NULL,
    destination text,
    gateway json,
    dlp_types text[] NOT NULL,
    records_max integer NOT NULL CHECK (records_max >= 0),
    policy_id uuid,
    until timestamptz NOT NULL,
    uses_max integer CHECK (uses_max BETWEEN 1 AND 1000),
    note text,
    note_salt bytea CHECK (length(note_salt) = 32),
    made_by uuid NOT NULL,
    made_at timestamptz NOT NULL,
    audit_seq bigint NOT NULL,
    ended_at timestamptz,
    ended_reason text,
    ended_by uuid,
    end_note text,
    end_note_salt bytea CHECK (length(end_note_salt) = 32),
    end_seq bigint,
    uses integer,
    may_approve text[] NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
    CHECK ((ended_at IS NULL) = (uses IS NULL)),
    CHECK (note IS NULL OR note_salt IS NOT NULL),
    CHECK (end_note IS NULL OR end_note_salt IS NOT NULL)
  );
  CREATE INDEX grants_live ON svc.grants (organization_id, agent_id, until) WHERE ended_at IS NULL;
  CREATE INDEX grants_in_order ON svc.grants (organization_id, audit_seq);
  CREATE INDEX grants_by_state ON svc.grants (organization_id, (ended_at IS NULL), audit_seq);
  CREATE INDEX grants_ended ON svc.grants (organization_id, ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX grants_of_person ON svc.grants (organization_id, made_by);
  ${organizationTable(
    'grants',
    `SELECT, INSERT, UPDATE (note, note_salt, ended_at, ended_reason, ended_by, end_note, end_note_salt, end_seq, uses),
      DELETE`,
  )}
  COMMENT ON TABLE svc.grants IS 'Standing permissions: acts like one that was approved are let through for a time.';
  COMMENT ON COLUMN svc.grants.event_id IS
    'The event whose approval made it; everything it binds was copied from there.';
  COMMENT ON COLUMN svc.grants.policy_id IS 'The policy that asked; null where the risk score did.';
  COMMENT ON COLUMN svc.grants.may_approve IS 'Roles that may approve its review: its maker keeps one of them.';
  COMMENT ON COLUMN svc.grants.ended_at IS 'A grant whose time is over keeps null until a task notes its end.';
  COMMENT ON COLUMN svc.grants.uses IS 'How often it was used, since it ended; until then a counter has it.';
  COMMENT ON COLUMN svc.grants.audit_seq IS 'Number of the audit entry by which it was made.';
  COMMENT ON COLUMN svc.grants.end_seq IS 'Number of the audit entry by which a person ended it.';
  COMMENT ON COLUMN svc.grants.note_salt IS 'As that of a review.';
  COMMENT ON COLUMN svc.grants.end_note_salt IS 'As that of a review.';

  ALTER TABLE svc.review_votes ADD COLUMN grant_asked json;
  GRANT UPDATE (grant_asked) ON svc.review_votes TO svc_app;
  COMMENT ON COLUMN svc.review_votes.grant_asked IS
    'The grant that the first approval of several asks for; it is made with the last one.';

  CREATE TABLE svc.counters (
    organization_id uuid NOT NULL,
    name text NOT NULL,
    of uuid NOT NULL,
    sandbox boolean NOT NULL,
    bucket text NOT NULL,
    window_start timestamptz NOT NULL,
    window_end timestamptz,
    used bigint NOT NULL CHECK (used >= 0),
    PRIMARY KEY (organization_id, name)
  );
  CREATE INDEX counters_of ON svc.counters (organization_id, of, window_start);
  ${organizationTable('counters', 'SELECT, INSERT, UPDATE (used), DELETE')}
  COMMENT ON TABLE svc.counters IS 'Counts of budgets and grants. They change behind the lock of the head alone.';
  COMMENT ON COLUMN svc.counters.of IS 'The budget or the grant.';
  COMMENT ON COLUMN svc.counters.window_end IS 'Null for a count without an end.';

  ${RECORD_BATCH_WITH_COUNTERS}
  ${RECORD_BATCH_OF_OLDER_VERSION}
`;
