// SPDX-License-Identifier: Apache-2.0
/**
 * A link counts under the secrets that it was made under, and a press for no more than the role of who gave them. The
 * digest of earlier links is unknown, so that each user of a chat confirms once more. An earlier giver may have been an
 * admin, and counts as one.
 */
export const SECRETS_OF_CHATS = `
  ALTER TABLE svc.integrations
    ADD COLUMN secret_given_by uuid,
    ADD COLUMN secret_given_role text CHECK (secret_given_role IN ('OWNER', 'ADMIN'));
  COMMENT ON COLUMN svc.integrations.secret_given_by IS 'Null for the operator''s file.';
  COMMENT ON COLUMN svc.integrations.secret_given_role IS 'In that moment; null counts as an admin.';
  GRANT UPDATE (secret_given_by, secret_given_role) ON svc.integrations TO svc_app;

  DELETE FROM svc.chat_links;
  DELETE FROM svc.chat_link_requests;
  ALTER TABLE svc.chat_links ADD COLUMN secret_digest bytea NOT NULL;
  ALTER TABLE svc.chat_link_requests ADD COLUMN secret_digest bytea NOT NULL;
  GRANT UPDATE (secret_digest) ON svc.chat_link_requests TO svc_app;
`;
