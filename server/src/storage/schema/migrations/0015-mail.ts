// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/**
 * Waiting mails, and for a while the sent ones. A row names the event and its subject by ids. Words and recipients are
 * read on sending, from the organization's own tables.
 */
export const MAIL = `
  CREATE TABLE svc.mail_outbox (
    id uuid PRIMARY KEY,
    organization_id uuid REFERENCES svc.organizations ON DELETE CASCADE,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    done_recipient_ids uuid[] NOT NULL DEFAULT '{}',
    sent integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    ended_at timestamptz,
    CHECK ((due_at IS NULL) = (ended_at IS NOT NULL))
  );
  COMMENT ON COLUMN svc.mail_outbox.organization_id IS 'Null for a mail that concerns a person and no organization.';
  COMMENT ON COLUMN svc.mail_outbox.subject_id IS 'What it is about, by the kind.';
  COMMENT ON COLUMN svc.mail_outbox.due_at IS
    'While an attempt is under way, when its claim lapses and another process takes it over; null when it has ended.';
  COMMENT ON COLUMN svc.mail_outbox.attempts IS 'That were claimed so far.';
  COMMENT ON COLUMN svc.mail_outbox.done_recipient_ids IS
    'Who has got it or can never get it: a later attempt leaves them out.';
  CREATE INDEX mail_outbox_due ON svc.mail_outbox (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX mail_outbox_ended ON svc.mail_outbox (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX mail_outbox_of_organization ON svc.mail_outbox (organization_id);
  ${sharedTable(
    'mail_outbox',
    'SELECT, INSERT, UPDATE, DELETE',
    'ids of what people are to be told by mail; workers of any process claim them across organizations',
  )}
`;
