// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/**
 * Agents as people see them: a purpose, and who paused them and why. A reason stands beside the salt of its commitment
 * in the audit chain, so that both can be erased.
 */
const AGENTS = `
  ALTER TABLE svc.agents ADD COLUMN description text;
  GRANT UPDATE (description) ON svc.agents TO svc_app;

  CREATE TABLE svc.agent_status_changes (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED')),
    changed_at timestamptz NOT NULL,
    changed_by uuid,
    reason text,
    reason_salt bytea CHECK (length(reason_salt) = 32),
    reason_erased_at timestamptz,
    PRIMARY KEY (organization_id, agent_id, id),
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents (organization_id, id) ON DELETE CASCADE,
    CHECK (reason IS NULL OR reason_salt IS NOT NULL)
  );
  COMMENT ON COLUMN svc.agent_status_changes.changed_by IS 'An account; null: a provisioning file.';
  ${organizationTable(
    'agent_status_changes',
    'SELECT, INSERT, UPDATE (reason, reason_salt, reason_erased_at), DELETE',
  )}`;

/** Counts of decisions by day of UTC, for lists. They are rolled up from recorded events, in their order. */
const FIGURES = `
  CREATE TABLE svc.figure_cursors (
    organization_id uuid PRIMARY KEY,
    counted_seq bigint NOT NULL
  );
  COMMENT ON TABLE svc.figure_cursors IS 'Locked by whoever counts: no event is counted twice.';
  ${organizationTable('figure_cursors', 'SELECT, INSERT, UPDATE (counted_seq)')}

  CREATE TABLE svc.figure_days (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    kind text NOT NULL CHECK (kind IN ('AGENT', 'RESOURCE')),
    record_id uuid NOT NULL,
    day date NOT NULL,
    asked bigint NOT NULL,
    reviewed bigint NOT NULL,
    blocked bigint NOT NULL,
    risk_max smallint NOT NULL,
    PRIMARY KEY (organization_id, sandbox, kind, record_id, day)
  );
  CREATE INDEX figure_days_by_day ON svc.figure_days (organization_id, day);
  ${organizationTable('figure_days', 'SELECT, INSERT, UPDATE (asked, reviewed, blocked, risk_max), DELETE')}

  CREATE TABLE svc.figure_uses (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    action text NOT NULL,
    day date NOT NULL,
    asked bigint NOT NULL,
    stopped bigint NOT NULL,
    PRIMARY KEY (organization_id, sandbox, agent_id, resource_id, action, day)
  );
  CREATE INDEX figure_uses_of_resource ON svc.figure_uses (organization_id, sandbox, resource_id);
  CREATE INDEX figure_uses_by_day ON svc.figure_uses (organization_id, day);
  ${organizationTable('figure_uses', 'SELECT, INSERT, UPDATE (asked, stopped), DELETE')}

  CREATE TABLE svc.figure_lasts (
    organization_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('AGENT', 'RESOURCE', 'KEY', 'ROUTE')),
    record_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    at timestamptz NOT NULL,
    seq bigint NOT NULL,
    event_id uuid NOT NULL,
    decision text NOT NULL,
    PRIMARY KEY (organization_id, kind, record_id, sandbox)
  );
  COMMENT ON TABLE svc.figure_lasts IS 'The last decision of each record, by its number in the audit chain.';
  ${organizationTable('figure_lasts', 'SELECT, INSERT, UPDATE (at, seq, event_id, decision), DELETE')}`;

export const RECORDS_OF_PEOPLE = AGENTS + FIGURES;
