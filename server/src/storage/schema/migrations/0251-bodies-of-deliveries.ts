// SPDX-License-Identifier: Apache-2.0
/**
 * A delivery of a decision keeps the outcome that its first attempt told, and its body is made of that and the stored
 * event. The same event served each endpoint a copy of its own before.
 */
export const BODIES_OF_DELIVERIES = `
  ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.webhook_deliveries NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.webhook_deliveries ALTER COLUMN data DROP NOT NULL, ADD COLUMN final_decision text;
  UPDATE svc.webhook_deliveries d SET
    final_decision = d.body::json #>> '{data,finalDecision}',
    data = CASE WHEN EXISTS (
      SELECT FROM svc.events e WHERE e.organization_id = d.organization_id AND e.id::text = d.event_id
    ) THEN NULL ELSE d.data END
  WHERE d.types[1] NOT IN ('ANOMALY', 'TEST');
  ALTER TABLE svc.webhook_deliveries DROP COLUMN body;
  ALTER TABLE svc.webhook_deliveries FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
  COMMENT ON COLUMN svc.webhook_deliveries.data IS 'Null for a decision, whose event has it.';
  COMMENT ON COLUMN svc.webhook_deliveries.final_decision IS
    'The outcome of a decision at the first attempt: the part of the body that is not in the event.';
  GRANT UPDATE (final_decision) ON svc.webhook_deliveries TO svc_app;
`;
