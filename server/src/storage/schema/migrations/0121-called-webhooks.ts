// SPDX-License-Identifier: Apache-2.0
/** Whether anything was sent to an endpoint yet, so that a new one is not called working. */
export const CALLED_WEBHOOKS = `
  ALTER TABLE svc.webhook_endpoints ADD COLUMN first_called_at timestamptz;
  COMMENT ON COLUMN svc.webhook_endpoints.first_called_at IS
    'When the first attempt at its present address ended; null before it, and for older endpoints until the next one.';
  GRANT UPDATE (first_called_at) ON svc.webhook_endpoints TO svc_app;
`;
