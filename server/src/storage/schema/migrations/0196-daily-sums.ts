// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

const days = (table: string, hours: string): string => `
  CREATE TABLE svc.${table} (LIKE svc.${hours} INCLUDING ALL);
  ALTER TABLE svc.${table} RENAME COLUMN hour_at TO day_at;
  COMMENT ON COLUMN svc.${table}.day_at IS 'Days begin where those of the time zone in roll_up_cursors do.';
  ${organizationTable(table, 'SELECT, INSERT, DELETE')}`;

/** Sums of whole days beside those of hours: a month of an overview is thirty rows then, and not 720. */
export const DAILY_SUMS = `
  ${days('decision_days', 'decision_hours')}
  ${days('decision_code_days', 'decision_code_hours')}
  ALTER TABLE svc.roll_up_cursors
    ADD COLUMN time_zone text NOT NULL DEFAULT '',
    ADD COLUMN days_to timestamptz NOT NULL DEFAULT '-infinity';
  COMMENT ON COLUMN svc.roll_up_cursors.time_zone IS 'The zone whose days are summed; empty before the first ones.';
  COMMENT ON COLUMN svc.roll_up_cursors.days_to IS 'Days that begin before it have all their hours.';
  GRANT UPDATE (time_zone, days_to) ON svc.roll_up_cursors TO svc_app;
`;
