// SPDX-License-Identifier: Apache-2.0
/**
 * Indexes in the order of the lists that people read, live and sandbox apart: a page never passes rows that it does not
 * show. No two indexes of a table give the same order: that of calls has nulls last, though there are none.
 */
export const LIST_INDEXES = `
  DROP INDEX svc.events_by_seq;
  CREATE INDEX events_by_kind ON svc.events (organization_id, sandbox, seq);
  CREATE INDEX events_of_gateways_by_kind ON svc.events (
    organization_id, sandbox DESC NULLS LAST, seq DESC NULLS LAST
  ) WHERE gateway_call IS NOT NULL;

  ALTER TABLE svc.reviews ADD COLUMN sandbox boolean;
  COMMENT ON COLUMN svc.reviews.sandbox IS 'Of its event.';
  ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.reviews NO FORCE ROW LEVEL SECURITY;
  UPDATE svc.reviews r SET sandbox = e.sandbox
    FROM svc.events e WHERE e.organization_id = r.organization_id AND e.id = r.event_id;
  UPDATE svc.reviews SET sandbox = false WHERE sandbox IS NULL;
  ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.reviews FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.reviews ALTER COLUMN sandbox SET NOT NULL;
  DROP INDEX svc.reviews_by_status;
  CREATE INDEX reviews_by_kind ON svc.reviews (organization_id, sandbox, event_id);
  CREATE INDEX reviews_by_status ON svc.reviews (organization_id, sandbox, status, event_id);
  CREATE INDEX reviews_waiting ON svc.reviews (organization_id, sandbox, expires_at, event_id)
    WHERE status = 'PENDING';

  CREATE INDEX anomalies_by_status ON svc.anomalies (organization_id, (closed_at IS NULL), opened_seq);
`;
