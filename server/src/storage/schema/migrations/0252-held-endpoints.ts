// SPDX-License-Identifier: Apache-2.0

import { acrossTable } from './organization-table.ts';

/**
 * Endpoints for which so many deliveries wait that no more are made: events are counted instead. Workers find those
 * whose hold can end.
 */
export const HELD_ENDPOINTS = `
  CREATE TABLE svc.webhook_holds (
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    skipped bigint NOT NULL,
    blocks bigint NOT NULL,
    reviews bigint NOT NULL,
    criticals bigint NOT NULL,
    anomalies bigint NOT NULL,
    first_event_id text NOT NULL,
    first_at timestamptz NOT NULL,
    last_event_id text NOT NULL,
    last_at timestamptz NOT NULL,
    is_noted boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, endpoint_id)
  );
  COMMENT ON COLUMN svc.webhook_holds.blocks IS 'Events of this type; an event may have several.';
  COMMENT ON COLUMN svc.webhook_holds.is_noted IS 'The audit entry of the hold is written.';
  CREATE INDEX webhook_holds_by_endpoint ON svc.webhook_holds (endpoint_id);
  GRANT SELECT, INSERT, DELETE,
    UPDATE (skipped, blocks, reviews, criticals, anomalies, last_event_id, last_at, is_noted)
    ON svc.webhook_holds TO svc_app;
  ${acrossTable('webhook_holds', ['SELECT'], 'ids and counts; workers find the holds that can end')}

  ALTER TABLE svc.webhook_endpoints ADD COLUMN held_told_at timestamptz;
  COMMENT ON COLUMN svc.webhook_endpoints.held_told_at IS 'When people were last told by mail that it is held.';
  GRANT UPDATE (held_told_at) ON svc.webhook_endpoints TO svc_app;
`;
