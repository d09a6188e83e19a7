// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** The log of both gateways: the decision about each call and, for a forwarded one, its outcome. */
export const GATEWAY_CALLS = `
  CREATE TABLE svc.gateway_calls (
    organization_id uuid NOT NULL,
    event_id uuid NOT NULL,
    seq bigint NOT NULL,
    created_at timestamptz NOT NULL,
    protocol text NOT NULL CHECK (protocol IN ('HTTP', 'MCP')),
    route_id uuid,
    route_name text,
    tool text,
    method text,
    agent_id uuid NOT NULL,
    agent_name text NOT NULL,
    key_prefix text NOT NULL,
    test_key boolean NOT NULL,
    decision text NOT NULL,
    credential_id uuid,
    forwarder_id integer,
    finished_at timestamptz,
    upstream_status smallint,
    upstream_error text,
    latency_ms integer,
    PRIMARY KEY (organization_id, event_id)
  );
  COMMENT ON COLUMN svc.gateway_calls.seq IS 'Number of the audit entry of the decision: the order of commits.';
  COMMENT ON COLUMN svc.gateway_calls.forwarder_id IS
    'The process that forwards the call, by the advisory lock that it holds; null for a call that is not forwarded.';
  CREATE INDEX gateway_calls_by_seq ON svc.gateway_calls (organization_id, seq);
  CREATE INDEX gateway_calls_under_way ON svc.gateway_calls (organization_id, created_at)
    WHERE forwarder_id IS NOT NULL AND finished_at IS NULL;
  ${organizationTable('gateway_calls', 'SELECT, INSERT, UPDATE')}
`;
