// SPDX-License-Identifier: Apache-2.0
/**
 * The last failure of each endpoint, so that failures with a quiet week between them are no streak. An index orders the
 * ends of recoveries for their deletion.
 */
export const WEBHOOK_HEALTH = `
  ALTER TABLE svc.webhook_endpoints ADD COLUMN last_failed_at timestamptz;
  COMMENT ON COLUMN svc.webhook_endpoints.failing_since IS
    'Since then every attempt has failed, without a long pause between two of them; null after a success.';
  COMMENT ON COLUMN svc.webhook_endpoints.last_failed_at IS
    'The last failure, to within the hour; null after a success.';

  CREATE INDEX webhook_recoveries_finished ON svc.webhook_recoveries (finished_at) WHERE finished_at IS NOT NULL;
`;
