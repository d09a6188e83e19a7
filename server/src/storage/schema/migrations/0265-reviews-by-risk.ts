// SPDX-License-Identifier: Apache-2.0

/** Reviews that wait are read by the risk of their events. Row-level security binds the owner too. */
export const REVIEWS_BY_RISK = `
  ALTER TABLE svc.reviews ADD COLUMN risk_score smallint NOT NULL DEFAULT 0;
  COMMENT ON COLUMN svc.reviews.risk_score IS 'That of the event; 0 for a review that had ended before it was kept.';
  ALTER TABLE svc.reviews NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY;
  UPDATE svc.reviews r SET risk_score = e.risk_score
  FROM svc.events e WHERE r.status = 'PENDING' AND e.organization_id = r.organization_id AND e.id = r.event_id;
  ALTER TABLE svc.reviews FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
  CREATE INDEX reviews_by_risk ON svc.reviews (organization_id, sandbox, risk_score, event_id) WHERE status = 'PENDING';
`;
