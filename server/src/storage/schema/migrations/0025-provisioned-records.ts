// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/**
 * The words of a provisioning file when each of its records was last applied, as keyed hashes. A record is applied
 * again only when the file says something else; changes by people and keys stay.
 */
export const PROVISIONED_RECORDS = `
  CREATE TABLE svc.provisioned_records (
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    source text NOT NULL CHECK (source IN ('file', 'quick-start')),
    kind text NOT NULL,
    record_digest bytea NOT NULL CHECK (length(record_digest) = 32),
    hash_key_id text NOT NULL,
    fields jsonb NOT NULL,
    applied_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, source, kind, record_digest)
  );
  COMMENT ON COLUMN svc.provisioned_records.record_digest IS
    'SHA-256 of what tells the record from others of its kind: its name, its address, an e-mail.';
  COMMENT ON COLUMN svc.provisioned_records.fields IS
    'A keyed hash of each field that the file gave, by its name; hash_key_id names the encryption key of the hashes.';
  ${organizationTable('provisioned_records', 'SELECT, INSERT, UPDATE')}
`;
