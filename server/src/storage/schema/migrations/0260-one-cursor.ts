// SPDX-License-Identifier: Apache-2.0

/** The owner of the tables is held to row-level security too. */
const TABLES = ['count_cursors', 'figure_cursors', 'anomaly_cursors'];

/**
 * One cursor for all that is counted. Three counted on their own, and stood apart. Each kind of sum keeps its former
 * number, so that no event is counted twice or left out.
 */
export const ONE_CURSOR = `
  ALTER TABLE svc.roll_up_cursors RENAME TO count_cursors;
  ALTER INDEX svc.roll_up_cursors_pkey RENAME TO count_cursors_pkey;
  ALTER TABLE svc.count_cursors
    ADD COLUMN decisions_from bigint NOT NULL DEFAULT 0,
    ADD COLUMN records_from bigint NOT NULL DEFAULT 0,
    ADD COLUMN agents_from bigint NOT NULL DEFAULT 0,
    ADD COLUMN scanned_seq bigint NOT NULL DEFAULT 0;
  COMMENT ON COLUMN svc.count_cursors.decisions_from IS 'Sums of decisions had events up to it before.';
  COMMENT ON COLUMN svc.count_cursors.records_from IS 'The same for figures beside records.';
  COMMENT ON COLUMN svc.count_cursors.agents_from IS 'The same for the sums that anomalies are found by.';
  COMMENT ON COLUMN svc.count_cursors.scanned_seq IS 'Anomalies were looked for among events up to it.';
  GRANT UPDATE (scanned_seq) ON svc.count_cursors TO svc_app;

  ${TABLES.map((table) => `ALTER TABLE svc.${table} NO FORCE ROW LEVEL SECURITY;`).join('\n  ')}
  INSERT INTO svc.count_cursors (organization_id, counted_seq, counted_at)
  SELECT organization_id, 0, now() FROM (
    SELECT organization_id FROM svc.figure_cursors UNION SELECT organization_id FROM svc.anomaly_cursors
  ) AS o
  ON CONFLICT (organization_id) DO NOTHING;
  UPDATE svc.count_cursors c SET decisions_from = c.counted_seq, records_from = n.records_from,
    agents_from = n.agents_from, scanned_seq = n.scanned_seq,
    counted_seq = LEAST(c.counted_seq, n.records_from, n.agents_from)
  FROM (
    SELECT o.organization_id, COALESCE(f.counted_seq, 0) AS records_from, COALESCE(a.rolled_up_seq, 0) AS agents_from,
      COALESCE(a.scanned_seq, 0) AS scanned_seq
    FROM svc.count_cursors o
      LEFT JOIN svc.figure_cursors f USING (organization_id) LEFT JOIN svc.anomaly_cursors a USING (organization_id)
  ) AS n
  WHERE n.organization_id = c.organization_id;
  ALTER TABLE svc.count_cursors FORCE ROW LEVEL SECURITY;
  DROP TABLE svc.figure_cursors, svc.anomaly_cursors;
`;
