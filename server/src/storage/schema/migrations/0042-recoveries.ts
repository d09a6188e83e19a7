// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * Recoveries of webhooks under row-level security. Workers find them by a narrow index, which a trigger keeps. It says
 * of each whether it has ended, and when something last happened to it.
 */
export const RECOVERIES = `
  COMMENT ON TABLE svc.webhook_recoveries IS NULL;
  ${organizationTable('webhook_recoveries', 'SELECT, INSERT, DELETE')}

  CREATE TABLE svc.webhook_recovery_index (
    recovery_id uuid PRIMARY KEY REFERENCES svc.webhook_recoveries ON DELETE CASCADE,
    organization_id uuid NOT NULL,
    is_finished boolean NOT NULL,
    at timestamptz NOT NULL
  );
  INSERT INTO svc.webhook_recovery_index (recovery_id, organization_id, is_finished, at)
    SELECT id, organization_id, finished_at IS NOT NULL, COALESCE(finished_at, created_at) FROM svc.webhook_recoveries;
  CREATE INDEX webhook_recovery_index_by_time ON svc.webhook_recovery_index (is_finished, at);
  DROP INDEX svc.webhook_recoveries_unfinished;
  DROP INDEX svc.webhook_recoveries_finished;
  ${sharedTable(
    'webhook_recovery_index',
    'SELECT, INSERT, UPDATE (is_finished, at), DELETE',
    'ids of recoveries; workers of any process find those to go on with, and those to delete',
  )}

  CREATE FUNCTION svc.index_recovery() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO svc.webhook_recovery_index AS i (recovery_id, organization_id, is_finished, at)
    VALUES (NEW.id, NEW.organization_id, NEW.finished_at IS NOT NULL, COALESCE(NEW.finished_at, clock_timestamp()))
    ON CONFLICT (recovery_id) DO UPDATE SET is_finished = excluded.is_finished, at = excluded.at;
    RETURN NULL;
  END $$;
  CREATE TRIGGER indexed AFTER INSERT OR UPDATE ON svc.webhook_recoveries
    FOR EACH ROW EXECUTE FUNCTION svc.index_recovery();
`;
