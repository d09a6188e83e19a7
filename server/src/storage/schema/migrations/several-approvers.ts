// SPDX-License-Identifier: Apache-2.0
/** Reviews that several people approve: how, who has, and how reviews are approved that no policy asked for. */
import { oldEnough, organizationTable } from '../tables/security.ts';
import { END_WITH_VOTES } from './partition-functions.ts';
import { REVIEWS_WITH_APPROVALS } from './record-batch.ts';

export const SEVERAL_APPROVERS = `
  ALTER TABLE svc.organizations ADD COLUMN review_defaults json NOT NULL
    DEFAULT '{"count":1,"notAsker":false,"validMinutes":null}';
  GRANT UPDATE (review_defaults) ON svc.organizations TO svc_app;
  COMMENT ON COLUMN svc.organizations.review_defaults IS 'How reviews are approved that no policy asked for.';

  ALTER TABLE svc.reviews
    ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 1 CHECK (approvals_needed BETWEEN 1 AND 5),
    ADD COLUMN not_asker boolean NOT NULL DEFAULT false,
    ADD COLUMN valid_minutes integer CHECK (valid_minutes BETWEEN 5 AND 43200);
  COMMENT ON COLUMN svc.reviews.approvals_needed IS 'People who have to approve, by its policy when it was made.';
  COMMENT ON COLUMN svc.reviews.not_asker IS 'Whether the person who asked for the act counts as no approver.';
  COMMENT ON COLUMN svc.reviews.valid_minutes IS
    'How long the act can be redeemed at most after the last approval; null: as long as the organization says.';

  CREATE TABLE svc.review_votes (
    organization_id uuid NOT NULL,
    event_id uuid NOT NULL,
    account_id uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    channel text NOT NULL,
    voted_at timestamptz NOT NULL,
    made_at timestamptz NOT NULL,
    note text,
    note_salt bytea CHECK (length(note_salt) = 32),
    note_erased_seq bigint,
    audit_seq bigint NOT NULL,
    counts boolean NOT NULL DEFAULT true,
    PRIMARY KEY (organization_id, event_id, account_id),
    CHECK (note IS NULL OR note_salt IS NOT NULL)
  );
  CREATE INDEX review_votes_of_person ON svc.review_votes (organization_id, account_id, event_id);
  ${organizationTable(
    'review_votes',
    `SELECT, INSERT, UPDATE (role, channel, voted_at, note, note_salt, note_erased_seq, audit_seq, counts), DELETE`,
  )}
  ${oldEnough('review_votes', "made_at < now() - interval '1 day'")}
  CREATE TRIGGER followed AFTER INSERT OR UPDATE OF counts, voted_at ON svc.review_votes
    FOR EACH ROW EXECUTE FUNCTION svc.follow_review();
  COMMENT ON TABLE svc.review_votes IS 'Approvals before the last one of a review.';
  COMMENT ON COLUMN svc.review_votes.counts IS
    'False: the person could no longer approve when another one did. They may approve again.';
  COMMENT ON COLUMN svc.review_votes.made_at IS 'When the review was made.';
  COMMENT ON COLUMN svc.review_votes.audit_seq IS 'Number of the audit entry of the approval.';
  COMMENT ON COLUMN svc.review_votes.note_salt IS 'As that of a review.';
  COMMENT ON COLUMN svc.review_votes.note_erased_seq IS 'Number of the audit entry by which the note was erased.';

  -- A process of an older version knows one approval alone.
  CREATE OR REPLACE FUNCTION svc.need_entry_of_review() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog AS $$
  BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RETURN NULL;
    END IF;
    IF NOT EXISTS (
      SELECT FROM svc.audit_entries
      WHERE organization_id = NEW.organization_id AND seq = NEW.audit_seq
        AND kind = 'review.' || lower(NEW.status) AND subject_id = NEW.event_id::text
    ) THEN
      RAISE EXCEPTION 'a review was resolved without its audit entry' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.status = 'APPROVED' AND NEW.approvals_needed > 1 + (
      SELECT count(*) FROM svc.review_votes
      WHERE organization_id = NEW.organization_id AND event_id = NEW.event_id AND counts
        AND account_id <> NEW.decided_by
    ) THEN
      RAISE EXCEPTION 'a review was approved by too few people' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
  END $$;

  ${REVIEWS_WITH_APPROVALS}
  ${END_WITH_VOTES}
`;
