// SPDX-License-Identifier: Apache-2.0
/** Mails, notices and chat messages. */
import { acrossTable, organizationTable, sharedTable } from './security.ts';

export const NOTICES = `
  CREATE TABLE svc.mail_outbox (
    id uuid PRIMARY KEY,
    organization_id uuid REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    done_recipient_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
    sent integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    ended_at timestamptz,
    CHECK ((due_at IS NULL) = (ended_at IS NOT NULL))
  );
  CREATE INDEX mail_outbox_due ON svc.mail_outbox (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX mail_outbox_ended ON svc.mail_outbox (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX mail_outbox_of_organization ON svc.mail_outbox (organization_id);
  CREATE INDEX mail_outbox_lanes ON svc.mail_outbox (organization_id, due_at) WHERE due_at IS NOT NULL;
  ${acrossTable(
    'mail_outbox',
    'SELECT, INSERT, UPDATE (due_at, attempts, done_recipient_ids, sent, refused, ended_at), DELETE',
    ['SELECT', 'UPDATE', 'DELETE'],
    'ids of what people are to be told; workers claim them, and a task deletes old ones',
  )}
  CREATE POLICY personal ON svc.mail_outbox FOR INSERT WITH CHECK (organization_id IS NULL);
  COMMENT ON COLUMN svc.mail_outbox.organization_id IS 'Null for a mail that concerns a person and no organization.';
  COMMENT ON COLUMN svc.mail_outbox.subject_id IS 'What it is about, by the kind.';
  COMMENT ON COLUMN svc.mail_outbox.due_at IS
    'While an attempt is under way, when its claim lapses and another process takes it over; null when it has'
    ' ended.';
  COMMENT ON COLUMN svc.mail_outbox.attempts IS 'That were claimed so far.';
  COMMENT ON COLUMN svc.mail_outbox.done_recipient_ids IS
    'Who has got it or can never get it: a later attempt leaves them out.';

  CREATE TABLE svc.notice_settings (
    organization_id uuid PRIMARY KEY REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    mails jsonb NOT NULL DEFAULT '{}',
    chat_integration_id uuid,
    ticket_integration_id uuid,
    quiet_from text,
    quiet_until text,
    updated_at timestamptz NOT NULL,
    escalate_after_percent integer CHECK (escalate_after_percent BETWEEN 10 AND 90),
    escalate_to text[] CHECK (cardinality(escalate_to) > 0 AND escalate_to <@ '{OWNER,ADMIN}'::text[]),
    escalate_chat_id uuid,
    escalate_role text CHECK (escalate_role IN ('OWNER', 'ADMIN')),
    escalate_set_at timestamptz,
    CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
    FOREIGN KEY (organization_id, chat_integration_id) REFERENCES svc.integrations(organization_id, id)
      ON DELETE SET NULL (chat_integration_id),
    FOREIGN KEY (organization_id, ticket_integration_id) REFERENCES svc.integrations(organization_id, id)
      ON DELETE SET NULL (ticket_integration_id),
    CHECK ((escalate_after_percent IS NULL) = (escalate_to IS NULL)),
    FOREIGN KEY (organization_id, escalate_chat_id) REFERENCES svc.integrations(organization_id, id)
      ON DELETE SET NULL (escalate_chat_id)
  );
  ${organizationTable('notice_settings', 'SELECT, INSERT, UPDATE')}
  COMMENT ON COLUMN svc.notice_settings.mails IS
    'Roles by the name of the notice; one that is absent has its default.';
  COMMENT ON COLUMN svc.notice_settings.quiet_from IS 'HH:MM in the time zone of the organization, as quiet_until.';
  COMMENT ON COLUMN svc.notice_settings.escalate_after_percent IS 'Of the time that a review waits; null: never.';
  COMMENT ON COLUMN svc.notice_settings.escalate_role IS 'Of the person who set it, then; null counts as ADMIN.';
  COMMENT ON COLUMN svc.notice_settings.escalate_set_at IS
    'Earlier reviews pass only to roles that may resolve them.';

  CREATE TABLE svc.notice_outbox (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0
  );
  CREATE INDEX notice_outbox_due ON svc.notice_outbox (due_at);
  CREATE INDEX notice_outbox_of_organization ON svc.notice_outbox (organization_id);
  ${acrossTable(
    'notice_outbox',
    'SELECT, INSERT, UPDATE (due_at, attempts), DELETE',
    ['SELECT', 'UPDATE'],
    'ids of what people are to be told of; a task claims them',
  )}
  COMMENT ON COLUMN svc.notice_outbox.subject_id IS 'The event of a review, or the anomaly.';

  CREATE TABLE svc.waiting_notices (
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    kind text NOT NULL,
    subject_ids uuid[] NOT NULL,
    more integer NOT NULL,
    since timestamptz NOT NULL,
    not_before timestamptz NOT NULL,
    PRIMARY KEY (account_id, organization_id, kind)
  );
  CREATE INDEX waiting_notices_due ON svc.waiting_notices (not_before);
  CREATE INDEX waiting_notices_of_organization ON svc.waiting_notices (organization_id);
  ${acrossTable(
    'waiting_notices',
    'SELECT, INSERT, UPDATE (subject_ids, more, not_before), DELETE',
    ['SELECT'],
    'a task finds the person whose notices have waited longest',
  )}
  COMMENT ON COLUMN svc.waiting_notices.more IS 'Subjects beyond those that a mail names.';
  COMMENT ON COLUMN svc.waiting_notices.not_before IS 'When quiet hours are looked at again.';

  CREATE TABLE svc.notice_digests (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    mail_id uuid NOT NULL REFERENCES svc.mail_outbox(id) ON DELETE CASCADE,
    subjects jsonb NOT NULL
  );
  CREATE INDEX notice_digests_of_account ON svc.notice_digests (account_id);
  CREATE INDEX notice_digests_of_organization ON svc.notice_digests (organization_id);
  CREATE INDEX notice_digests_of_mail ON svc.notice_digests (mail_id);
  ${acrossTable(
    'notice_digests',
    'SELECT, INSERT, DELETE',
    ['SELECT'],
    'how long ago a person had a mail counts over all organizations',
  )}
  COMMENT ON COLUMN svc.notice_digests.subjects IS
    'By kind: the ids that the mail names, and how many more there are.';

  CREATE TABLE svc.chat_links (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    organization_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    chat_team text NOT NULL,
    chat_user text NOT NULL,
    created_at timestamptz NOT NULL,
    secret_digest bytea NOT NULL,
    UNIQUE (integration_id, chat_team, chat_user),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id) ON DELETE CASCADE
  );
  CREATE INDEX chat_links_of_account ON svc.chat_links (account_id);
  ${acrossTable('chat_links', 'SELECT, INSERT, DELETE', ['SELECT'], 'a person finds their own, wherever they are')}

  CREATE TABLE svc.chat_link_requests (
    secret_hash bytea PRIMARY KEY,
    organization_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    chat_team text NOT NULL,
    chat_user text NOT NULL,
    expires_at timestamptz NOT NULL,
    chat_team_name text CHECK (char_length(chat_team_name) >= 1 AND char_length(chat_team_name) <= 80),
    chat_user_name text CHECK (char_length(chat_user_name) >= 1 AND char_length(chat_user_name) <= 80),
    secret_digest bytea NOT NULL,
    UNIQUE (integration_id, chat_team, chat_user),
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id) ON DELETE CASCADE
  );
  CREATE INDEX chat_link_requests_over ON svc.chat_link_requests (expires_at);
  ${acrossTable(
    'chat_link_requests',
    'SELECT, INSERT, UPDATE (secret_hash, expires_at, chat_team_name, chat_user_name, secret_digest), DELETE',
    ['SELECT', 'DELETE'],
    'found by the digest of a secret; a task deletes old ones',
  )}
  COMMENT ON COLUMN svc.chat_link_requests.chat_team_name IS 'As the chat gave it with the press; it proves nothing.';

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
    FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id) ON DELETE CASCADE
  );
  CREATE INDEX chat_outbox_due ON svc.chat_outbox (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX chat_outbox_old ON svc.chat_outbox (created_at) WHERE due_at IS NULL;
  CREATE INDEX chat_outbox_of_integration ON svc.chat_outbox (organization_id, integration_id);
  CREATE INDEX chat_outbox_lanes ON svc.chat_outbox (organization_id, due_at) WHERE due_at IS NOT NULL;
  ${acrossTable(
    'chat_outbox',
    `SELECT, INSERT, UPDATE (due_at, attempts, claims, claimed_at, version, is_doubtful, message_ts,
      message_channel, shown), DELETE`,
    ['SELECT', 'UPDATE', 'DELETE'],
    'ids of reviews and messages; workers claim them, a signed press names one, and a task deletes old ones',
  )}
  COMMENT ON COLUMN svc.chat_outbox.due_at IS 'Null while there is nothing to do.';
  COMMENT ON COLUMN svc.chat_outbox.claims IS 'Names the claim: a later one has a higher number.';
  COMMENT ON COLUMN svc.chat_outbox.is_doubtful IS 'A message may have arrived whose answer was lost.';
  COMMENT ON COLUMN svc.chat_outbox.shown IS 'The status of the review that was last shown.';

  CREATE TABLE svc.chat_requests (
    digest bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX chat_requests_over ON svc.chat_requests (expires_at);
  ${sharedTable('chat_requests', 'SELECT, INSERT, DELETE', 'digests of signed requests: none counts twice')}
`;
