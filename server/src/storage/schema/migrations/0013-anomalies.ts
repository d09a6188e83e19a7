// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** A table with sums of one agent's events in spans of time. */
const activity = (table: string, at: string): string => `
  CREATE TABLE svc.${table} (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    ${at} timestamptz NOT NULL,
    events bigint NOT NULL,
    records bigint NOT NULL,
    PRIMARY KEY (organization_id, agent_id, ${at})
  );
  CREATE INDEX ${table}_by_time ON svc.${table} (organization_id, ${at});
  ${organizationTable(table, 'SELECT, INSERT, UPDATE, DELETE')}`;

/**
 * The history that the anomaly scan compares with. It is rolled up from recorded events in the order of their audit
 * numbers, and outlives them.
 */
const ROLL_UPS = `
  CREATE TABLE svc.anomaly_cursors (
    organization_id uuid PRIMARY KEY,
    rolled_up_seq bigint NOT NULL,
    scanned_seq bigint NOT NULL,
    CHECK (scanned_seq <= rolled_up_seq)
  );
  COMMENT ON TABLE svc.anomaly_cursors IS 'Locked by whoever rolls up: no event is counted twice.';
  ${organizationTable('anomaly_cursors', 'SELECT, INSERT, UPDATE')}
  ${activity('agent_hours', 'hour_at')}
  ${activity('agent_slices', 'slice_at')}
  COMMENT ON TABLE svc.agent_slices IS 'Five minutes each, of the last hours only.';

  CREATE TABLE svc.agent_first_actions (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    action text NOT NULL,
    first_at timestamptz NOT NULL,
    anomaly_id uuid,
    PRIMARY KEY (organization_id, agent_id, action)
  );
  COMMENT ON COLUMN svc.agent_first_actions.anomaly_id IS 'The anomaly that told of it: none tells of it again.';
  ${organizationTable('agent_first_actions', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.resource_uses (
    organization_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    events bigint NOT NULL,
    PRIMARY KEY (organization_id, resource_id)
  );
  ${organizationTable('resource_uses', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.resource_first_destinations (
    organization_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    destination text NOT NULL,
    agent_id uuid NOT NULL,
    first_at timestamptz NOT NULL,
    events_before bigint NOT NULL,
    anomaly_id uuid,
    PRIMARY KEY (organization_id, resource_id, destination)
  );
  COMMENT ON COLUMN svc.resource_first_destinations.events_before IS 'On the resource, of any agent, before it.';
  ${organizationTable('resource_first_destinations', 'SELECT, INSERT, UPDATE')}`;

/** An anomaly outlives its agent: the parameters of its message keep the agent's name. */
export const ANOMALIES = `
  ALTER TABLE svc.anomalies
    DROP CONSTRAINT anomalies_organization_id_agent_id_fkey,
    ADD COLUMN opened_seq bigint NOT NULL,
    ADD COLUMN closed_by uuid,
    ADD COLUMN closed_seq bigint,
    ADD COLUMN note_salt bytea CHECK (length(note_salt) = 32),
    ADD CHECK (note IS NULL OR note_salt IS NOT NULL),
    ADD CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
    ADD CHECK ((closed_at IS NULL) = (closed_seq IS NULL)),
    ADD CHECK (kind IN ('VOLUME_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE'));
  COMMENT ON COLUMN svc.anomalies.opened_seq IS 'Number of the audit entry that opened it: the order of the list.';
  CREATE UNIQUE INDEX anomalies_by_seq ON svc.anomalies (organization_id, opened_seq);
  CREATE INDEX anomalies_closed ON svc.anomalies (organization_id, agent_id, kind, closed_at);
  REVOKE DELETE ON svc.anomalies FROM svc_app;
  ${ROLL_UPS}

  ALTER TABLE svc.task_runs ADD COLUMN backlog bigint;
  COMMENT ON COLUMN svc.task_runs.backlog IS 'What the last run left to do, in its unit; null when unknown.';
`;
