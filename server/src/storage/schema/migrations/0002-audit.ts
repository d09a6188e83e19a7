// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** The audit chain. The service can add entries and read them, and never change them. */
export const AUDIT = `
  CREATE TABLE svc.audit_entries (
    organization_id uuid NOT NULL,
    seq bigint NOT NULL CHECK (seq > 0),
    at timestamptz NOT NULL,
    kind text NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'system')),
    actor_id text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    metadata json NOT NULL,
    prev_hash bytea NOT NULL CHECK (length(prev_hash) = 32),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (organization_id, seq)
  );
  ${organizationTable('audit_entries', 'SELECT, INSERT')}
`;
