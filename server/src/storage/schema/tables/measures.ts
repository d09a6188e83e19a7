// SPDX-License-Identifier: Apache-2.0
/** Sums of decisions, figures beside records, and anomalies. */
import { oldEnough, organizationTable } from './security.ts';

export const MEASURES = `
  CREATE TABLE svc.count_cursors (
    organization_id uuid PRIMARY KEY,
    counted_seq bigint NOT NULL,
    counted_at timestamptz NOT NULL,
    time_zone text NOT NULL DEFAULT '',
    days_to timestamptz NOT NULL DEFAULT '-infinity'::timestamptz,
    decisions_from bigint NOT NULL DEFAULT 0,
    records_from bigint NOT NULL DEFAULT 0,
    agents_from bigint NOT NULL DEFAULT 0,
    scanned_seq bigint NOT NULL DEFAULT 0
  );
  COMMENT ON TABLE svc.count_cursors IS 'Locked by whoever counts: no event is counted twice.';
  ${organizationTable(
    'count_cursors',
    'SELECT, INSERT, UPDATE (counted_seq, counted_at, time_zone, days_to, scanned_seq)',
  )}
  COMMENT ON COLUMN svc.count_cursors.time_zone IS 'The zone whose days are summed; empty before the first ones.';
  COMMENT ON COLUMN svc.count_cursors.days_to IS 'Days that begin before it have all their hours.';
  COMMENT ON COLUMN svc.count_cursors.decisions_from IS 'Sums of decisions had events up to it before.';
  COMMENT ON COLUMN svc.count_cursors.records_from IS 'The same for figures beside records.';
  COMMENT ON COLUMN svc.count_cursors.agents_from IS 'The same for the sums that anomalies are found by.';
  COMMENT ON COLUMN svc.count_cursors.scanned_seq IS 'Anomalies were looked for among events up to it.';

  CREATE TABLE svc.decision_hours (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    grain text NOT NULL CHECK (grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR')),
    hour_at timestamptz NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    events bigint NOT NULL,
    reviewed bigint NOT NULL,
    blocked bigint NOT NULL,
    would_review bigint NOT NULL,
    would_block bigint NOT NULL,
    medium bigint NOT NULL,
    high bigint NOT NULL,
    critical bigint NOT NULL,
    risk_points bigint NOT NULL,
    records bigint NOT NULL,
    CHECK ((reviewed + blocked + would_review + would_block) <= events),
    PRIMARY KEY (organization_id, sandbox, grain, hour_at, agent_id, resource_id)
  ) WITH (fillfactor=80);
  ${organizationTable(
    'decision_hours',
    `SELECT, INSERT, UPDATE (events, reviewed, blocked, would_review, would_block, medium, high, critical,
      risk_points, records), DELETE`,
  )}
  ${oldEnough('decision_hours', "hour_at < now() - interval '400 days'")}
  COMMENT ON COLUMN svc.decision_hours.grain IS
    'ALL, AGENT, RESOURCE or PAIR: an id that is not summed by is the nil uuid.';
  COMMENT ON COLUMN svc.decision_hours.hour_at IS 'Hours begin where those of the organization''s time zone do.';
  COMMENT ON COLUMN svc.decision_hours.would_block IS 'Allowed in monitor mode, and blocked under full enforcement.';

  CREATE TABLE svc.decision_days (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    grain text NOT NULL,
    day_at timestamptz NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    events bigint NOT NULL,
    reviewed bigint NOT NULL,
    blocked bigint NOT NULL,
    would_review bigint NOT NULL,
    would_block bigint NOT NULL,
    medium bigint NOT NULL,
    high bigint NOT NULL,
    critical bigint NOT NULL,
    risk_points bigint NOT NULL,
    records bigint NOT NULL,
    CONSTRAINT decision_hours_check CHECK ((reviewed + blocked + would_review + would_block) <= events),
    CONSTRAINT decision_hours_grain_check CHECK (grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR')),
    PRIMARY KEY (organization_id, sandbox, grain, day_at, agent_id, resource_id)
  );
  ${organizationTable('decision_days', 'SELECT, INSERT, DELETE')}
  COMMENT ON COLUMN svc.decision_days.grain IS
    'ALL, AGENT, RESOURCE or PAIR: an id that is not summed by is the nil uuid.';
  COMMENT ON COLUMN svc.decision_days.day_at IS 'Days begin where those of the time zone in roll_up_cursors do.';
  COMMENT ON COLUMN svc.decision_days.would_block IS 'Allowed in monitor mode, and blocked under full enforcement.';

  CREATE TABLE svc.decision_code_hours (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    grain text NOT NULL CHECK (grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR')),
    kind text NOT NULL CHECK (kind IN ('POLICY', 'DECIDER', 'CAUSE', 'FACTOR', 'FINDING', 'ACTION', 'DESTINATION')),
    hour_at timestamptz NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    code text NOT NULL,
    events bigint NOT NULL,
    reviewed bigint NOT NULL,
    blocked bigint NOT NULL,
    would_review bigint NOT NULL,
    would_block bigint NOT NULL,
    PRIMARY KEY (organization_id, sandbox, grain, kind, hour_at, agent_id, resource_id, code)
  ) WITH (fillfactor=80);
  ${organizationTable(
    'decision_code_hours',
    'SELECT, INSERT, UPDATE (events, reviewed, blocked, would_review, would_block), DELETE',
  )}
  ${oldEnough('decision_code_hours', "hour_at < now() - interval '400 days'")}
  COMMENT ON COLUMN svc.decision_code_hours.grain IS
    'ALL, AGENT, RESOURCE or PAIR: an id that is not summed by is the nil uuid.';
  COMMENT ON COLUMN svc.decision_code_hours.kind IS
    'What the code is: a matching policy, the policy of the decision, what stopped it, a risk factor, and so '
    'on.';
  COMMENT ON COLUMN svc.decision_code_hours.hour_at IS 'Hours begin where those of the organization''s time zone do.';

  CREATE TABLE svc.decision_code_days (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    grain text NOT NULL,
    kind text NOT NULL,
    day_at timestamptz NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    code text NOT NULL,
    events bigint NOT NULL,
    reviewed bigint NOT NULL,
    blocked bigint NOT NULL,
    would_review bigint NOT NULL,
    would_block bigint NOT NULL,
    CONSTRAINT decision_code_hours_grain_check CHECK (grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR')),
    CONSTRAINT decision_code_hours_kind_check CHECK (kind IN ('POLICY', 'DECIDER', 'CAUSE', 'FACTOR', 'FINDING',
      'ACTION', 'DESTINATION')),
    PRIMARY KEY (organization_id, sandbox, grain, kind, day_at, agent_id, resource_id, code)
  );
  ${organizationTable('decision_code_days', 'SELECT, INSERT, DELETE')}
  COMMENT ON COLUMN svc.decision_code_days.grain IS
    'ALL, AGENT, RESOURCE or PAIR: an id that is not summed by is the nil uuid.';
  COMMENT ON COLUMN svc.decision_code_days.kind IS
    'What the code is: a matching policy, the policy of the decision, what stopped it, a risk factor, and so '
    'on.';
  COMMENT ON COLUMN svc.decision_code_days.day_at IS 'Days begin where those of the time zone in roll_up_cursors do.';

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
  ${organizationTable('figure_lasts', 'SELECT, INSERT, UPDATE (at, seq, event_id, decision), DELETE')}

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

  CREATE TABLE svc.agent_slices (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    slice_at timestamptz NOT NULL,
    events bigint NOT NULL,
    records bigint NOT NULL,
    PRIMARY KEY (organization_id, agent_id, slice_at)
  );
  CREATE INDEX agent_slices_by_time ON svc.agent_slices (organization_id, slice_at);
  COMMENT ON TABLE svc.agent_slices IS 'Five minutes each, of the last hours only.';
  ${organizationTable('agent_slices', 'SELECT, INSERT, UPDATE (events, records), DELETE')}

  CREATE TABLE svc.agent_hours (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    hour_at timestamptz NOT NULL,
    events bigint NOT NULL,
    records bigint NOT NULL,
    PRIMARY KEY (organization_id, agent_id, hour_at)
  );
  CREATE INDEX agent_hours_by_time ON svc.agent_hours (organization_id, hour_at);
  ${organizationTable('agent_hours', 'SELECT, INSERT, UPDATE (events, records), DELETE')}

  CREATE TABLE svc.agent_first_actions (
    organization_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    action text NOT NULL,
    first_at timestamptz NOT NULL,
    anomaly_id uuid,
    PRIMARY KEY (organization_id, agent_id, action)
  );
  ${organizationTable('agent_first_actions', 'SELECT, INSERT, UPDATE (anomaly_id)')}
  COMMENT ON COLUMN svc.agent_first_actions.anomaly_id IS 'The anomaly that told of it: none tells of it again.';

  CREATE TABLE svc.resource_uses (
    organization_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    events bigint NOT NULL,
    PRIMARY KEY (organization_id, resource_id)
  );
  ${organizationTable('resource_uses', 'SELECT, INSERT, UPDATE (events)')}

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
  ${organizationTable('resource_first_destinations', 'SELECT, INSERT, UPDATE (anomaly_id)')}
  COMMENT ON COLUMN svc.resource_first_destinations.events_before IS 'On the resource, of any agent, before it.';

  CREATE TABLE svc.anomalies (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('VOLUME_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE')),
    severity text NOT NULL,
    message_params jsonb NOT NULL,
    closed_at timestamptz,
    note text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    opened_seq bigint NOT NULL,
    closed_by uuid,
    closed_seq bigint,
    note_salt bytea CHECK (length(note_salt) = 32),
    PRIMARY KEY (organization_id, id),
    CHECK (note IS NULL OR note_salt IS NOT NULL),
    CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
    CHECK ((closed_at IS NULL) = (closed_seq IS NULL))
  );
  CREATE UNIQUE INDEX anomalies_open ON svc.anomalies (organization_id, agent_id, kind) WHERE closed_at IS NULL;
  CREATE UNIQUE INDEX anomalies_by_seq ON svc.anomalies (organization_id, opened_seq);
  CREATE INDEX anomalies_closed ON svc.anomalies (organization_id, agent_id, kind, closed_at);
  CREATE INDEX anomalies_by_status ON svc.anomalies (organization_id, ((closed_at IS NULL)), opened_seq);
  ${organizationTable(
    'anomalies',
    'SELECT, INSERT, UPDATE (closed_at, note, updated_at, closed_by, closed_seq, note_salt)',
  )}
  COMMENT ON COLUMN svc.anomalies.opened_seq IS 'Number of the audit entry that opened it: the order of the list.';
`;
