// SPDX-License-Identifier: Apache-2.0
/** Tool rules, and the tools of MCP routes as they were registered. */
import { organizationTable } from '../tables/security.ts';

export const DOORS = `
  CREATE TABLE svc.tool_rules (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    agent text,
    resource text,
    rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
    unlisted text NOT NULL CHECK (unlisted IN ('DENY', 'WRITE')),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name)
  );
  ${organizationTable('tool_rules', 'SELECT, INSERT, UPDATE, DELETE')}
  COMMENT ON TABLE svc.tool_rules IS 'Sets of rules by which a call of a tool is read as an act.';
  COMMENT ON COLUMN svc.tool_rules.agent IS 'The name of the agent whose calls it reads; null for any.';
  COMMENT ON COLUMN svc.tool_rules.resource IS 'The name of the resource where a rule names none.';

  ALTER TABLE svc.mcp_routes ADD COLUMN tools jsonb CHECK (jsonb_typeof(tools) = 'array');
  GRANT UPDATE (tools) ON svc.mcp_routes TO svc_app;
  COMMENT ON COLUMN svc.mcp_routes.tools IS
    'Name and digest of each tool of its server; null where definitions are not compared.';

  CREATE TABLE svc.door_uses (
    organization_id uuid NOT NULL,
    door text NOT NULL,
    sandbox boolean NOT NULL,
    last_at timestamptz NOT NULL,
    last_stopped_at timestamptz,
    events bigint NOT NULL CHECK (events > 0),
    PRIMARY KEY (organization_id, door, sandbox)
  );
  ${organizationTable('door_uses', 'SELECT, INSERT, UPDATE, DELETE')}
  COMMENT ON TABLE svc.door_uses IS 'Each way in by which decisions were asked for: when last, and when last stopped.';
`;
