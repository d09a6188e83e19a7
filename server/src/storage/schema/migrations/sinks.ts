// SPDX-License-Identifier: Apache-2.0
/** Forms of webhook deliveries. */
export const SINKS = `
  ALTER TABLE svc.webhook_endpoints ADD COLUMN format text NOT NULL DEFAULT 'SVC'
    CHECK (format IN ('SVC', 'STANDARD_WEBHOOKS', 'CLOUDEVENTS'));
  GRANT UPDATE (format) ON svc.webhook_endpoints TO svc_app;

  ALTER TABLE svc.webhook_deliveries ADD COLUMN is_cloud_event boolean;
  GRANT UPDATE (is_cloud_event) ON svc.webhook_deliveries TO svc_app;
  COMMENT ON COLUMN svc.webhook_deliveries.is_cloud_event IS
    'The form of the body as of the first attempt; null before it, and for older ones, which are none.';
`;
