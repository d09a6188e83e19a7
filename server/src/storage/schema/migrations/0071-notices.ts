// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * Who is told of reviews and anomalies. A cause commits with its decision or scan. It becomes what waits for each
 * person, and that becomes a digest with its mail.
 */
export const NOTICES = `
  CREATE TABLE svc.notice_settings (
    organization_id uuid PRIMARY KEY REFERENCES svc.organizations ON DELETE CASCADE,
    mails jsonb NOT NULL DEFAULT '{}',
    chat_integration_id uuid,
    ticket_integration_id uuid,
    quiet_from text,
    quiet_until text,
    updated_at timestamptz NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
    FOREIGN KEY (organization_id, chat_integration_id) REFERENCES svc.integrations (organization_id, id)
      ON DELETE SET NULL (chat_integration_id),
    FOREIGN KEY (organization_id, ticket_integration_id) REFERENCES svc.integrations (organization_id, id)
      ON DELETE SET NULL (ticket_integration_id)
  );
  COMMENT ON COLUMN svc.notice_settings.mails IS 'Roles by the name of the notice; one that is absent has its default.';
  COMMENT ON COLUMN svc.notice_settings.quiet_from IS 'HH:MM in the time zone of the organization, as quiet_until.';
  ${organizationTable(
    'notice_settings',
    'SELECT, INSERT, UPDATE (mails, chat_integration_id, ticket_integration_id, quiet_from, quiet_until, updated_at)',
  )}

  CREATE TABLE svc.notice_outbox (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0
  );
  COMMENT ON COLUMN svc.notice_outbox.subject_id IS 'The event of a review, or the anomaly.';
  CREATE INDEX notice_outbox_due ON svc.notice_outbox (due_at);
  CREATE INDEX notice_outbox_of_organization ON svc.notice_outbox (organization_id);
  ${sharedTable(
    'notice_outbox',
    'SELECT, INSERT, UPDATE (due_at, attempts), DELETE',
    'ids of reviews and anomalies of which people are to be told; a task claims them across organizations',
  )}

  CREATE TABLE svc.waiting_notices (
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    kind text NOT NULL,
    subject_ids uuid[] NOT NULL,
    more integer NOT NULL,
    since timestamptz NOT NULL,
    not_before timestamptz NOT NULL,
    PRIMARY KEY (account_id, organization_id, kind)
  );
  COMMENT ON COLUMN svc.waiting_notices.more IS 'Subjects beyond those that a mail names.';
  COMMENT ON COLUMN svc.waiting_notices.not_before IS 'When quiet hours are looked at again.';
  CREATE INDEX waiting_notices_due ON svc.waiting_notices (not_before);
  CREATE INDEX waiting_notices_of_organization ON svc.waiting_notices (organization_id);
  ${sharedTable(
    'waiting_notices',
    'SELECT, INSERT, UPDATE (subject_ids, more, not_before), DELETE',
    'ids of what waits to be told to a person; a task makes digests across organizations',
  )}

  CREATE TABLE svc.notice_digests (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    mail_id uuid NOT NULL REFERENCES svc.mail_outbox ON DELETE CASCADE,
    subjects jsonb NOT NULL
  );
  COMMENT ON COLUMN svc.notice_digests.subjects IS 'By kind: the ids that the mail names, and how many more there are.';
  CREATE INDEX notice_digests_of_account ON svc.notice_digests (account_id);
  CREATE INDEX notice_digests_of_organization ON svc.notice_digests (organization_id);
  CREATE INDEX notice_digests_of_mail ON svc.notice_digests (mail_id);
  ${sharedTable(
    'notice_digests',
    'SELECT, INSERT, DELETE',
    'ids of what one mail tells a person; how long ago a person had one counts across organizations',
  )}
`;
