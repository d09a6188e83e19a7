// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

const owned = (name: string, columns: string) => `
  CREATE TABLE svc.${name} (
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    id uuid NOT NULL,
    ${columns},
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
  );
  ${organizationTable(name, 'SELECT, INSERT, UPDATE, DELETE')}`;

/** Records that decisions and gateways refer to by name or id. The vault seals secrets before they arrive here. */
export const REGISTRY = `
  ${owned(
    'resources',
    `name text NOT NULL, classification text NOT NULL, description text, UNIQUE (organization_id, name)`,
  )}
  ${owned(
    'agents',
    `name text NOT NULL, status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED')), permissions jsonb,
    UNIQUE (organization_id, name)`,
  )}
  ${owned(
    'api_keys',
    `name text NOT NULL, kind text NOT NULL CHECK (kind IN ('LIVE', 'TEST')), key_prefix text NOT NULL,
    key_hash bytea NOT NULL CHECK (length(key_hash) = 32), agent_id uuid, allowed_ips text[], expires_at timestamptz,
    revoked_at timestamptz,
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents (organization_id, id)`,
  )}
  CREATE UNIQUE INDEX api_keys_current_name ON svc.api_keys (organization_id, name) WHERE revoked_at IS NULL;

  CREATE TABLE svc.api_key_directory (
    key_hash bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    api_key_id uuid NOT NULL
  );
  ${sharedTable(
    'api_key_directory',
    'SELECT, INSERT, DELETE',
    'finds the organization of a presented key by its SHA-256',
  )}

  ${owned(
    'integrations',
    `name text NOT NULL, kind text NOT NULL CHECK (kind IN ('HTTP', 'CHAT_WEBHOOK', 'TICKET')),
    allowed_hosts text[] NOT NULL, credential jsonb, secret text, UNIQUE (organization_id, name)`,
  )}
  ${owned(
    'http_routes',
    `name text NOT NULL, base_url text NOT NULL, integration_id uuid, resource_id uuid, agent_ids uuid[],
    actions text[], methods text[], timeout_ms integer NOT NULL, UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations (organization_id, id),
    FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources (organization_id, id)`,
  )}
  ${owned(
    'mcp_routes',
    `name text NOT NULL, agent_id uuid, resource_id uuid, UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents (organization_id, id),
    FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources (organization_id, id)`,
  )}
  ${owned(
    'webhook_endpoints',
    `url text NOT NULL, description text, secret text NOT NULL, disabled_at timestamptz, UNIQUE (organization_id, url)`,
  )}
  ${owned(
    'anomalies',
    `agent_id uuid NOT NULL, kind text NOT NULL, severity text NOT NULL, message_params jsonb NOT NULL,
    closed_at timestamptz, note text,
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents (organization_id, id)`,
  )}
  CREATE UNIQUE INDEX anomalies_open ON svc.anomalies (organization_id, agent_id, kind) WHERE closed_at IS NULL;
`;
