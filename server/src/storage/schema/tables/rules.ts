// SPDX-License-Identifier: Apache-2.0
/** Policies as revisions, their tests and impacts, guardrails and their proofs. */
import { organizationTable } from './security.ts';

export const RULES = `
  CREATE TABLE svc.policy_set_versions (
    organization_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    created_at timestamptz NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'system')),
    actor_id text NOT NULL,
    source text NOT NULL,
    key_prefix text,
    changes integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    changed_bytes bigint NOT NULL DEFAULT 0 CHECK (changed_bytes >= 0),
    restored_from bigint CHECK (restored_from > 0),
    note text,
    note_salt bytea,
    PRIMARY KEY (organization_id, version)
  );
  CREATE INDEX policy_set_versions_time ON svc.policy_set_versions (organization_id, created_at);
  ${organizationTable('policy_set_versions', 'SELECT, INSERT, UPDATE (note, note_salt)')}
  COMMENT ON COLUMN svc.policy_set_versions.note_salt IS 'Goes with the note: alone it lets a short one be guessed.';

  CREATE TABLE svc.policy_revisions (
    organization_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    version_from bigint NOT NULL,
    version_to bigint,
    name text NOT NULL,
    spec jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    summary jsonb GENERATED ALWAYS AS (spec - 'condition') STORED,
    version_node bigint GENERATED ALWAYS AS (
      ((version_to - 1) >> (length(ltrim(((version_from - 1) # (version_to - 1))::bit(64)::text, '0')) - 1))
        << (length(ltrim(((version_from - 1) # (version_to - 1))::bit(64)::text, '0')) - 1)
    ) STORED,
    CHECK (version_to > version_from),
    PRIMARY KEY (organization_id, policy_id, version_from)
  );
  CREATE UNIQUE INDEX policy_revisions_current_name ON svc.policy_revisions (organization_id, name)
    WHERE version_to IS NULL;
  CREATE INDEX policy_revisions_begun ON svc.policy_revisions (organization_id, version_from);
  CREATE INDEX policy_revisions_ended ON svc.policy_revisions (organization_id, version_to)
    WHERE version_to IS NOT NULL;
  CREATE INDEX policy_revisions_nodes_ended
    ON svc.policy_revisions (organization_id, version_node, version_to) WHERE version_to IS NOT NULL;
  CREATE INDEX policy_revisions_nodes_begun
    ON svc.policy_revisions (organization_id, version_node, version_from) WHERE version_node IS NOT NULL;
  ${organizationTable('policy_revisions', 'SELECT, INSERT, UPDATE (version_to)')}

  CREATE TABLE svc.policy_cases (
    organization_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    cases jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, policy_id)
  );
  ${organizationTable('policy_cases', 'SELECT, INSERT, UPDATE (cases, updated_at), DELETE')}

  CREATE TABLE svc.policy_impacts (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    created_by uuid NOT NULL,
    days integer NOT NULL CHECK (days > 0),
    state text NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED', 'LOST')),
    seen_at timestamptz NOT NULL,
    finished_at timestamptz,
    events integer NOT NULL,
    events_total integer NOT NULL,
    message text,
    result json,
    PRIMARY KEY (organization_id, id)
  );
  ${organizationTable(
    'policy_impacts',
    'SELECT, INSERT, UPDATE (state, seen_at, finished_at, events, events_total, message, result), DELETE',
  )}
  COMMENT ON COLUMN svc.policy_impacts.seen_at IS 'Renewed by its process; one that is not seen any more is lost.';

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
  ${organizationTable('guardrails', 'SELECT, INSERT, UPDATE, DELETE')}

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
