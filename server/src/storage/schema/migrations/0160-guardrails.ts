// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/**
 * Claims that an organization keeps, every state that one had, and the last proof of each. A version is written once. A
 * proof names what it was made under: the version of the claim, that of the policies, and a digest of everything else.
 */
export const GUARDRAILS = `
  CREATE TABLE svc.guardrails (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    claim jsonb NOT NULL,
    enforcing boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name)
  );
  ${organizationTable('guardrails', 'SELECT, INSERT, UPDATE (name, claim, enforcing, version, updated_at), DELETE')}

  CREATE TABLE svc.guardrail_versions (
    organization_id uuid NOT NULL,
    guardrail_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    created_at timestamptz NOT NULL,
    change text NOT NULL CHECK (change IN ('create', 'update', 'delete')),
    restored_from bigint CHECK (restored_from > 0),
    name text NOT NULL,
    claim jsonb NOT NULL,
    enforcing boolean NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'system')),
    actor_id text NOT NULL,
    source text NOT NULL,
    key_prefix text,
    PRIMARY KEY (organization_id, guardrail_id, version)
  );
  CREATE INDEX guardrail_versions_time ON svc.guardrail_versions (organization_id, created_at);
  ${organizationTable('guardrail_versions', 'SELECT, INSERT')}

  CREATE TABLE svc.guardrail_proofs (
    organization_id uuid NOT NULL,
    guardrail_id uuid NOT NULL,
    guardrail_version bigint NOT NULL,
    policy_set_version bigint NOT NULL,
    world_digest bytea NOT NULL,
    proved_at timestamptz NOT NULL,
    result jsonb,
    PRIMARY KEY (organization_id, guardrail_id)
  );
  ${organizationTable(
    'guardrail_proofs',
    'SELECT, INSERT, UPDATE (guardrail_version, policy_set_version, world_digest, proved_at, result), DELETE',
  )}
`;
