// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** Evaluations of proposed policies over stored events: their progress, and for a day their result. */
export const POLICY_IMPACTS = `
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
  COMMENT ON COLUMN svc.policy_impacts.seen_at IS 'Renewed by its process; one that is not seen any more is lost.';
  ${organizationTable(
    'policy_impacts',
    'SELECT, INSERT, UPDATE (state, seen_at, finished_at, events, events_total, message, result), DELETE',
  )}
`;
