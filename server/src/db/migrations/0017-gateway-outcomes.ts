import { organizationTable } from './organization-table.ts';

/**
 * What became of a call is written into its row without a new entry in any index, in the room that each page keeps for
 * that. Calls that nobody finished are looked for behind a mark, since an index of them would be one of those entries.
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
