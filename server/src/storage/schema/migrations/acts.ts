// SPDX-License-Identifier: Apache-2.0
/** Allowed acts: their digests, redemptions and outcomes, and the words of agents about them. */
import { organizationTable } from '../tables/security.ts';

export const ACTS = `
  ALTER TABLE svc.organizations
    ADD COLUMN approval_valid_minutes integer NOT NULL DEFAULT 1440
      CHECK (approval_valid_minutes BETWEEN 5 AND 43200),
    ADD COLUMN outcome_minutes integer NOT NULL DEFAULT 60 CHECK (outcome_minutes BETWEEN 5 AND 1440),
    ADD COLUMN context_kept boolean NOT NULL DEFAULT true;
  GRANT UPDATE (approval_valid_minutes, outcome_minutes, context_kept) ON svc.organizations TO svc_app;

  ALTER TABLE svc.events
    ADD COLUMN action_digest bytea CHECK (length(action_digest) = 32),
    ADD COLUMN payload_salt bytea CHECK (length(payload_salt) = 32),
    ADD COLUMN content_scanned boolean,
    ADD COLUMN redeemable_until timestamptz,
    ADD COLUMN context json;
  GRANT UPDATE (context) ON svc.events TO svc_app;
  COMMENT ON COLUMN svc.events.action_digest IS 'Of the whole act; null for events that were recorded before it was.';
  COMMENT ON COLUMN svc.events.payload_salt IS
    'Opens the digest of content, path, body and arguments, which are not kept; null when there were none.';
  COMMENT ON COLUMN svc.events.content_scanned IS 'Whether there was a text to scan.';
  COMMENT ON COLUMN svc.events.redeemable_until IS 'Of a plain ALLOW; an approved review has its own.';
  COMMENT ON COLUMN svc.events.context IS
    'By field: commitment, and value and salt until they are erased. Empty when the organization keeps none.';

  ALTER TABLE svc.reviews ADD COLUMN redeemable_until timestamptz;
  GRANT UPDATE (redeemable_until) ON svc.reviews TO svc_app;
  COMMENT ON COLUMN svc.reviews.redeemable_until IS 'Set with the approval.';

  CREATE TABLE svc.acts (
    organization_id uuid NOT NULL,
    event_id uuid NOT NULL,
    redeemed_at timestamptz,
    redeem_key text,
    forwarder_id integer,
    refused text[] NOT NULL DEFAULT '{}',
    outcome text CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'UNKNOWN')),
    outcome_records integer,
    outcome_code text,
    outcome_source text CHECK (outcome_source IN ('REPORTED', 'GATEWAY')),
    reported_at timestamptz,
    amended_at timestamptz,
    exceeds boolean NOT NULL DEFAULT false,
    entries bigint[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (organization_id, event_id),
    CHECK ((outcome IS NULL) = (reported_at IS NULL))
  );
  CREATE INDEX acts_under_way ON svc.acts (organization_id, event_id)
    WHERE forwarder_id IS NOT NULL AND outcome IS NULL;
  CREATE INDEX acts_exceeding ON svc.acts (organization_id, event_id) WHERE exceeds;
  ${organizationTable(
    'acts',
    `SELECT, INSERT, UPDATE (redeemed_at, redeem_key, forwarder_id, refused, outcome, outcome_records, outcome_code,
      outcome_source, reported_at, amended_at, exceeds, entries), DELETE`,
  )}
  CREATE POLICY old_enough ON svc.acts AS RESTRICTIVE FOR DELETE TO svc_app USING (
    NOT EXISTS (
      SELECT FROM svc.events e WHERE e.organization_id = acts.organization_id AND e.id = acts.event_id
        AND e.created_at >= now() - interval '1 day'
    )
    OR EXISTS (SELECT FROM svc.organization_deletions d WHERE d.organization_id = acts.organization_id)
  );
  CREATE TRIGGER never BEFORE UPDATE ON svc.acts FOR EACH ROW
    WHEN (
      (OLD.redeemed_at IS NOT NULL AND (NEW.redeemed_at, NEW.redeem_key, NEW.forwarder_id)
        IS DISTINCT FROM (OLD.redeemed_at, OLD.redeem_key, OLD.forwarder_id))
      OR (OLD.outcome <> 'UNKNOWN' AND NEW.outcome IS DISTINCT FROM OLD.outcome)
    ) EXECUTE FUNCTION svc.refuse_update();
  COMMENT ON TABLE svc.acts IS 'Events whose act was redeemed, refused or reported, and its outcome.';
  COMMENT ON COLUMN svc.acts.redeem_key IS 'The Idempotency-Key; null for a call that was forwarded at its decision.';
  COMMENT ON COLUMN svc.acts.forwarder_id IS
    'The process that forwards the call, by the advisory lock that it holds; null for one that is not forwarded.';
  COMMENT ON COLUMN svc.acts.refused IS 'Reasons of refused redemptions that stand in the audit chain.';
  COMMENT ON COLUMN svc.acts.entries IS 'Numbers of the audit entries about it, in order.';
  COMMENT ON COLUMN svc.acts.exceeds IS 'More records than the decision was asked for.';

  -- The owner may be no superuser, and sees all rows only without it.
  ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.audit_entries NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.gateway_marks NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.acts NO FORCE ROW LEVEL SECURITY;
  INSERT INTO svc.acts (organization_id, event_id, forwarder_id)
  SELECT e.organization_id, e.id, (e.gateway_call->>'forwarderId')::integer
  FROM svc.events e LEFT JOIN svc.gateway_marks m ON m.organization_id = e.organization_id
  WHERE e.gateway_call IS NOT NULL AND e.gateway_call->>'forwarderId' IS NOT NULL
    AND e.seq > COALESCE(m.settled_seq, 0)
    AND NOT EXISTS (
      SELECT FROM svc.audit_entries a
      WHERE a.organization_id = e.organization_id AND a.kind = 'gateway.called' AND a.subject_id = e.id::text
    );
  ALTER TABLE svc.acts FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.audit_entries FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
  DROP TABLE svc.gateway_marks;
`;
