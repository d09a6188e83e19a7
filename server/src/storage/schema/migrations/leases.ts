// SPDX-License-Identifier: Apache-2.0
/** Periodic tasks belong to the process that holds their lease, in place of the advisory lock of a connection. */

export const LEASES = `
  ALTER TABLE svc.task_runs
    ADD COLUMN lease_id uuid,
    ADD COLUMN lease_until timestamptz,
    ADD CHECK ((lease_id IS NULL) = (lease_until IS NULL));
  GRANT UPDATE (lease_id, lease_until) ON svc.task_runs TO svc_app;
  COMMENT ON COLUMN svc.task_runs.lease_id IS 'Of the run that is under way; null when none is.';
  COMMENT ON COLUMN svc.task_runs.lease_until IS
    'By the clock of the database. The run prolongs it; once it has passed, any process may take the task over.';
`;
