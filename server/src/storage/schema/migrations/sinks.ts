// SPDX-License-Identifier: Apache-2.0
/** Forms of webhook deliveries, and where a collector stands in each chain. */
import { organizationTable, sharedTable } from '../tables/security.ts';

export const SINKS = `
  ALTER TABLE svc.webhook_endpoints ADD COLUMN format text NOT NULL DEFAULT 'SVC'
    CHECK (format IN ('SVC', 'STANDARD_WEBHOOKS', 'CLOUDEVENTS'));
  GRANT UPDATE (format) ON svc.webhook_endpoints TO svc_app;

  ALTER TABLE svc.webhook_deliveries ADD COLUMN is_cloud_event boolean;
  GRANT UPDATE (is_cloud_event) ON svc.webhook_deliveries TO svc_app;
  COMMENT ON COLUMN svc.webhook_deliveries.is_cloud_event IS
    'The form of the body as of the first attempt; null before it, and for older ones, which are none.';

  CREATE TABLE svc.sink_cursors (
    organization_id uuid PRIMARY KEY,
    sent_seq bigint NOT NULL,
    sent_at timestamptz NOT NULL
  );
  ${organizationTable('sink_cursors', 'SELECT, INSERT, UPDATE (sent_seq, sent_at)')}
  COMMENT ON TABLE svc.sink_cursors IS 'The last audit entry of each chain that the collector has.';

  CREATE TABLE svc.sink_waits (
    sink text PRIMARY KEY,
    failures integer NOT NULL,
    due_at timestamptz NOT NULL
  );
  ${sharedTable('sink_waits', 'SELECT, INSERT, UPDATE (failures, due_at)', 'how long a collector is left alone')}
`;
