// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/**
 * The outcome of a call updates its row without a new index entry, in the room that each page keeps for that.
 * Unfinished calls are searched behind a mark, since an index of them would be such an entry.
 */
export const GATEWAY_OUTCOMES = `
  DROP INDEX svc.gateway_calls_under_way;
  ALTER TABLE svc.gateway_calls SET (fillfactor = 60);

  CREATE TABLE svc.gateway_marks (
    organization_id uuid PRIMARY KEY,
    settled_seq bigint NOT NULL
  );
  COMMENT ON COLUMN svc.gateway_marks.settled_seq IS
    'Every call up to this number of the audit chain has been finished, or was not forwarded.';
  ${organizationTable('gateway_marks', 'SELECT, INSERT, UPDATE')}
`;
