// SPDX-License-Identifier: Apache-2.0
/** Hours and days of decisions know the numbers of their events, so that a search passes over those without any. */

export const COUNTED_NUMBERS = `
  ALTER TABLE svc.decision_hours ADD COLUMN seq_from bigint, ADD COLUMN seq_to bigint;
  ALTER TABLE svc.decision_days ADD COLUMN seq_from bigint, ADD COLUMN seq_to bigint;
  GRANT UPDATE (seq_from, seq_to) ON svc.decision_hours TO svc_app;
  COMMENT ON COLUMN svc.decision_hours.seq_from IS
    'The lowest number of its events that was counted since count_cursors.numbers_from; of the grain ALL alone.';
  COMMENT ON COLUMN svc.decision_hours.seq_to IS 'The highest one.';

  ALTER TABLE svc.count_cursors
    ADD COLUMN numbers_from bigint NOT NULL DEFAULT 0,
    ADD COLUMN numbers_to bigint NOT NULL DEFAULT 0;
  GRANT UPDATE (numbers_from, numbers_to) ON svc.count_cursors TO svc_app;
  COMMENT ON COLUMN svc.count_cursors.numbers_from IS
    'Sums know the numbers of all events behind it. Those up to it were counted before, or long after they were made.';
  COMMENT ON COLUMN svc.count_cursors.numbers_to IS
    'The end of them: counted_seq, unless a process of an earlier build has counted since.';
  -- The owner may be no superuser, and sees all rows only without it.
  ALTER TABLE svc.count_cursors NO FORCE ROW LEVEL SECURITY;
  UPDATE svc.count_cursors SET numbers_from = counted_seq, numbers_to = counted_seq;
  ALTER TABLE svc.count_cursors FORCE ROW LEVEL SECURITY;
`;
