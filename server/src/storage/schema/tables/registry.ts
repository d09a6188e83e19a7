// SPDX-License-Identifier: Apache-2.0
/** Agents, resources, keys, integrations and routes, and the records of a provisioning file. */
import { acrossTable, organizationTable } from './security.ts';

export const REGISTRY = `
  CREATE TABLE svc.agents (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED')),
    permissions jsonb,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    description text,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name)
  );
  ${organizationTable('agents', 'SELECT, INSERT, UPDATE, DELETE')}

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
    CHECK (reason IS NULL OR reason_salt IS NOT NULL),
    PRIMARY KEY (organization_id, agent_id, id),
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id) ON DELETE CASCADE
  );
  ${organizationTable('agent_status_changes', 'SELECT, INSERT, UPDATE (reason, reason_salt, reason_erased_at), DELETE')}
  COMMENT ON COLUMN svc.agent_status_changes.changed_by IS 'An account; null: a provisioning file.';

  CREATE TABLE svc.resources (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    classification text NOT NULL,
    description text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name)
  );
  ${organizationTable('resources', 'SELECT, INSERT, UPDATE, DELETE')}

  CREATE TABLE svc.api_keys (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('LIVE', 'TEST')),
    key_prefix text NOT NULL,
    key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
    agent_id uuid,
    allowed_ips text[],
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by uuid,
    revokes_at timestamptz,
    replaced_by uuid,
    permissions text[] NOT NULL DEFAULT '{decide,read,test}'::text[] CHECK (cardinality(permissions) > 0
      AND permissions <@ '{decide,read,test,apply}'::text[]),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
    CHECK ((revokes_at IS NULL) = (replaced_by IS NULL)),
    CONSTRAINT api_keys_apply CHECK (NOT ('apply' = ANY (permissions)) OR kind = 'LIVE' AND agent_id IS NULL)
  );
  CREATE UNIQUE INDEX api_keys_current_name ON svc.api_keys (organization_id, name) WHERE revoked_at IS NULL
    AND (revokes_at IS NULL);
  CREATE INDEX api_keys_retiring ON svc.api_keys (revokes_at) WHERE revoked_at IS NULL
    AND (revokes_at IS NOT NULL);
  ${organizationTable(
    'api_keys',
    `SELECT, INSERT, UPDATE (name, agent_id, allowed_ips, expires_at, revoked_at, updated_at, revokes_at,
      replaced_by, permissions), DELETE`,
  )}
  COMMENT ON COLUMN svc.api_keys.created_by IS 'An account; null: a provisioning file.';
  COMMENT ON COLUMN svc.api_keys.revokes_at IS 'It was replaced, and is refused from then on.';

  CREATE TABLE svc.api_key_directory (
    key_hash bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    api_key_id uuid NOT NULL
  );
  CREATE INDEX api_key_directory_of_organization ON svc.api_key_directory (organization_id);
  ${acrossTable(
    'api_key_directory',
    'SELECT, INSERT, DELETE',
    ['SELECT'],
    'finds the organization of a presented key by its SHA-256',
  )}

  CREATE TABLE svc.integrations (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('HTTP', 'CHAT_WEBHOOK', 'TICKET')),
    allowed_hosts text[] NOT NULL,
    credential jsonb,
    secret text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    settings jsonb,
    message_fault text,
    message_fault_at timestamptz,
    secret_given_by uuid,
    secret_given_role text CHECK (secret_given_role IN ('OWNER', 'ADMIN')),
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    CONSTRAINT message_fault_has_a_time CHECK ((message_fault IS NULL) = (message_fault_at IS NULL)),
    CONSTRAINT message_fault_is_a_word CHECK (message_fault ~ '^[A-Z_]{1,40}$')
  );
  ${organizationTable('integrations', 'SELECT, INSERT, UPDATE, DELETE')}
  COMMENT ON COLUMN svc.integrations.settings IS 'Of a chat or ticket system, without secrets; null for HTTP.';
  COMMENT ON COLUMN svc.integrations.message_fault IS
    'Why the last message or ticket did not arrive; null after one that did. Never a word of an answer.';
  COMMENT ON COLUMN svc.integrations.secret_given_by IS 'Null for the operator''s file.';
  COMMENT ON COLUMN svc.integrations.secret_given_role IS 'In that moment; null counts as an admin.';

  CREATE TABLE svc.http_routes (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    base_url text NOT NULL,
    integration_id uuid,
    resource_id uuid,
    agent_ids uuid[],
    actions text[],
    methods text[],
    timeout_ms integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    scan_body boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id),
    FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id)
  );
  CREATE INDEX http_routes_by_integration ON svc.http_routes (organization_id, integration_id)
    WHERE integration_id IS NOT NULL;
  ${organizationTable('http_routes', 'SELECT, INSERT, UPDATE, DELETE')}

  CREATE TABLE svc.mcp_routes (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    agent_id uuid,
    resource_id uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    scan_body boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
    FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id)
  );
  ${organizationTable('mcp_routes', 'SELECT, INSERT, UPDATE, DELETE')}

  CREATE TABLE svc.gateway_marks (
    organization_id uuid PRIMARY KEY,
    settled_seq bigint NOT NULL
  );
  ${organizationTable('gateway_marks', 'SELECT, INSERT, UPDATE')}
  COMMENT ON COLUMN svc.gateway_marks.settled_seq IS
    'Every call up to this number of the audit chain has been finished, or was not forwarded.';

  CREATE TABLE svc.provisioned_records (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    source text NOT NULL CHECK (source IN ('file', 'quick-start')),
    kind text NOT NULL,
    record_digest bytea NOT NULL CHECK (length(record_digest) = 32),
    hash_key_id text NOT NULL,
    fields jsonb NOT NULL,
    applied_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, source, kind, record_digest)
  );
  ${organizationTable('provisioned_records', 'SELECT, INSERT, UPDATE (hash_key_id, fields, applied_at)')}
  COMMENT ON COLUMN svc.provisioned_records.record_digest IS
    'SHA-256 of what tells the record from others of its kind: its name, its address, an e-mail.';
  COMMENT ON COLUMN svc.provisioned_records.fields IS
    'A keyed hash of each field that the file gave, by its name; hash_key_id names the encryption key of the '
    'hashes.';
`;
