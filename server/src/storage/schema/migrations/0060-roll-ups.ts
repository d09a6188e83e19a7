// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** Sums outlive the events that they count; this is the least age at which the service may delete them. */
const KEPT_AT_LEAST = `hour_at < now() - interval '400 days'`;

const OUTCOMES = 'events, reviewed, blocked, would_review, would_block';

const sums = (table: string, columns: string): string => `
  ${organizationTable(table, `SELECT, INSERT, UPDATE (${columns}), DELETE`)}
  CREATE POLICY old_enough ON svc.${table} AS RESTRICTIVE FOR DELETE TO svc_app USING (${KEPT_AT_LEAST});
  COMMENT ON COLUMN svc.${table}.grain IS 'ALL, AGENT, RESOURCE or PAIR: an id that is not summed by is the nil uuid.';
  COMMENT ON COLUMN svc.${table}.hour_at IS 'Hours begin where those of the organization''s time zone do.';`;

/** Hourly counts of decisions, for the overview and for lists. They are summed behind the decisions. */
export const ROLL_UPS = `
  CREATE TABLE svc.roll_up_cursors (
    organization_id uuid PRIMARY KEY,
    counted_seq bigint NOT NULL,
    counted_at timestamptz NOT NULL
  );
  COMMENT ON TABLE svc.roll_up_cursors IS 'Locked by whoever counts: no event is counted twice.';
  ${organizationTable('roll_up_cursors', 'SELECT, INSERT, UPDATE (counted_seq, counted_at)')}

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
    PRIMARY KEY (organization_id, sandbox, grain, hour_at, agent_id, resource_id),
    CHECK (reviewed + blocked + would_review + would_block <= events)
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN svc.decision_hours.would_block IS 'Allowed in monitor mode, and blocked under full enforcement.';
  ${sums('decision_hours', `${OUTCOMES}, medium, high, critical, risk_points, records`)}

  CREATE TABLE svc.decision_code_hours (
    organization_id uuid NOT NULL,
    sandbox boolean NOT NULL,
    grain text NOT NULL CHECK (grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR')),
    kind text NOT NULL
      CHECK (kind IN ('POLICY', 'DECIDER', 'CAUSE', 'FACTOR', 'FINDING', 'ACTION', 'DESTINATION')),
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
  ) WITH (fillfactor = 80);
  COMMENT ON COLUMN svc.decision_code_hours.kind IS
    'What the code is: a matching policy, the policy of the decision, what stopped it, a risk factor, and so on.';
  ${sums('decision_code_hours', OUTCOMES)}
`;
