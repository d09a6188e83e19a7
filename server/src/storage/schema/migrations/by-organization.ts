// SPDX-License-Identifier: Apache-2.0
/** Rows of an organization may lie on a server of their own: statements, keys and news need no other one. */

const KEYS = [
  ['quota_notices', 'id'],
  ['webhook_recoveries', 'id'],
  ['oauth_grants', 'id'],
  ['notice_outbox', 'id'],
  ['webhook_outbox', 'delivery_id'],
  ['chat_outbox', 'id'],
];

/** Tables that lie on one server as a whole, with the further columns of their key to a table of organizations. */
const REFERRING = [
  ...['billing_customers', 'invitation_directory', 'mail_outbox', 'membership_directory', 'notice_digests'],
  ...['sessions', 'waiting_notices'],
]
  .map((table) => [table, ''])
  .concat(['chat_links', 'chat_link_requests', 'chat_outbox'].map((table) => [table, 'integration_id_']));

export const BY_ORGANIZATION = `
  -- The sum of a moment and milliseconds depends on no setting. PostgreSQL marks the operator for all intervals.
  CREATE FUNCTION svc.next_ms(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT at + interval '1 ms'
  $$;
  REVOKE ALL ON FUNCTION svc.next_ms(timestamptz) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.next_ms(timestamptz) TO svc_app;

  -- The service tells of these with the commit.
  DROP TRIGGER resolved ON svc.reviews;
  DROP FUNCTION svc.tell_of_review();
  DROP TRIGGER ended ON svc.sessions;
  DROP TRIGGER moved ON svc.sessions;
  DROP FUNCTION svc.tell_of_session();

  -- A key of an organization's rows begins with the organization.
  ALTER TABLE svc.webhook_recovery_index DROP CONSTRAINT webhook_recovery_index_recovery_id_fkey;
  ${KEYS.map(
    ([table, column]) => `ALTER TABLE svc.${table} DROP CONSTRAINT ${table}_pkey,
    ADD PRIMARY KEY (organization_id, ${column});`,
  ).join('\n  ')}
  ALTER TABLE svc.chat_outbox DROP CONSTRAINT chat_outbox_event_id_integration_id_key,
    ADD UNIQUE (organization_id, event_id, integration_id);
  -- A press in a chat names the message alone.
  CREATE INDEX chat_outbox_by_id ON svc.chat_outbox (id);
  -- The keys serve in their place.
  DROP INDEX svc.webhook_outbox_of_organization;
  DROP INDEX svc.notice_outbox_of_organization;
  CREATE INDEX notice_outbox_lanes ON svc.notice_outbox (organization_id, due_at);
  ALTER TABLE svc.webhook_recovery_index DROP CONSTRAINT webhook_recovery_index_pkey,
    ADD PRIMARY KEY (organization_id, recovery_id),
    ADD FOREIGN KEY (organization_id, recovery_id) REFERENCES svc.webhook_recoveries ON DELETE CASCADE;
  -- The customers of all organizations are unique in billing_customers.
  ALTER TABLE svc.billing_accounts DROP CONSTRAINT billing_accounts_customer_id_key;

  -- Tables that lie elsewhere refer to none of an organization. Its end deletes their rows by name.
  ${REFERRING.map(
    ([table, columns]) => `ALTER TABLE svc.${table} DROP CONSTRAINT ${table}_organization_id_${columns}fkey;`,
  ).join('\n  ')}

  -- The service clears the settings of an integration that it removes.
  ALTER TABLE svc.notice_settings
    DROP CONSTRAINT notice_settings_organization_id_chat_integration_id_fkey,
    DROP CONSTRAINT notice_settings_organization_id_escalate_chat_id_fkey,
    DROP CONSTRAINT notice_settings_organization_id_ticket_integration_id_fkey;

  -- These write beside their row, on the server where both lie. There a moment is a value and no call.
  CREATE OR REPLACE FUNCTION svc.follow_review() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz := now();
  BEGIN
    UPDATE svc.chat_outbox SET version = version + 1,
      due_at = CASE WHEN claimed_at IS NULL THEN moment ELSE due_at END
    WHERE organization_id = NEW.organization_id AND event_id = NEW.event_id;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE FUNCTION svc.index_recovery() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz := coalesce(NEW.finished_at, clock_timestamp());
    finished boolean := NEW.finished_at IS NOT NULL;
  BEGIN
    INSERT INTO svc.webhook_recovery_index AS i (recovery_id, organization_id, is_finished, at)
    VALUES (NEW.id, NEW.organization_id, finished, moment)
    ON CONFLICT (organization_id, recovery_id) DO UPDATE SET is_finished = excluded.is_finished, at = excluded.at;
    RETURN NULL;
  END $$;
`;
