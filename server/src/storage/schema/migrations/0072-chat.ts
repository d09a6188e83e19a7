// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/**
 * Messages and tickets about reviews. A trigger lets them follow the review, so that no way of resolving can forget it.
 * An attempt under way keeps its claim: what it must follow is told by the version.
 */
export const CHAT = `
  CREATE TABLE svc.chat_outbox (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    event_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    claims bigint NOT NULL DEFAULT 0,
    claimed_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    is_doubtful boolean NOT NULL DEFAULT false,
    message_ts text,
    message_channel text,
    shown text,
    UNIQUE (event_id, integration_id),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN svc.chat_outbox.due_at IS 'Null while there is nothing to do.';
  COMMENT ON COLUMN svc.chat_outbox.claims IS 'Names the claim: a later one has a higher number.';
  COMMENT ON COLUMN svc.chat_outbox.is_doubtful IS 'A message may have arrived whose answer was lost.';
  COMMENT ON COLUMN svc.chat_outbox.shown IS 'The status of the review that was last shown.';
  CREATE INDEX chat_outbox_due ON svc.chat_outbox (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX chat_outbox_old ON svc.chat_outbox (created_at) WHERE due_at IS NULL;
  CREATE INDEX chat_outbox_of_integration ON svc.chat_outbox (organization_id, integration_id);
  ${sharedTable(
    'chat_outbox',
    'SELECT, INSERT, UPDATE (due_at, attempts, claims, claimed_at, version, is_doubtful, message_ts, ' +
      'message_channel, shown), DELETE',
    'ids of reviews and their messages; workers claim them, and a signed press names one, across organizations',
  )}

  CREATE FUNCTION svc.follow_review() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE svc.chat_outbox SET version = version + 1,
      due_at = CASE WHEN claimed_at IS NULL THEN now() ELSE due_at END
    WHERE event_id = NEW.event_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER followed AFTER UPDATE OF status ON svc.reviews
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc.follow_review();

  CREATE TABLE svc.chat_links (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    organization_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    chat_team text NOT NULL,
    chat_user text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (integration_id, chat_team, chat_user),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations (organization_id, id) ON DELETE CASCADE
  );
  CREATE INDEX chat_links_of_account ON svc.chat_links (account_id);
  ${sharedTable('chat_links', 'SELECT, INSERT, DELETE', 'a person sees their own links over all organizations')}

  CREATE TABLE svc.chat_link_requests (
    secret_hash bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    chat_team text NOT NULL,
    chat_user text NOT NULL,
    expires_at timestamptz NOT NULL,
    UNIQUE (integration_id, chat_team, chat_user),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations (organization_id, id) ON DELETE CASCADE
  );
  CREATE INDEX chat_link_requests_over ON svc.chat_link_requests (expires_at);
  ${sharedTable(
    'chat_link_requests',
    'SELECT, INSERT, UPDATE (secret_hash, expires_at), DELETE',
    'finds the chat user of a one-time link by the digest of its secret',
  )}

  CREATE TABLE svc.chat_requests (
    digest bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX chat_requests_over ON svc.chat_requests (expires_at);
  ${sharedTable('chat_requests', 'SELECT, INSERT, DELETE', 'digests of signed requests: none counts twice')}
`;
