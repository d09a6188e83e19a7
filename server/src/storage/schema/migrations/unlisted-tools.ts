// SPDX-License-Identifier: Apache-2.0
/** Tools that were refused because no tool rule takes them. */
import { organizationTable } from '../tables/security.ts';

export const UNLISTED_TOOLS = `
  CREATE TABLE svc.unlisted_tools (
    organization_id uuid NOT NULL,
    tool text NOT NULL,
    agent text NOT NULL,
    door text NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, tool)
  );
  CREATE INDEX unlisted_tools_by_age ON svc.unlisted_tools (last_at);
  ${organizationTable('unlisted_tools', 'SELECT, INSERT, UPDATE (agent, door, last_at), DELETE')}
  COMMENT ON TABLE svc.unlisted_tools IS 'Tools that were refused because no tool rule takes them, each once.';
  COMMENT ON COLUMN svc.unlisted_tools.agent IS 'The name of the agent that asked last.';
`;
