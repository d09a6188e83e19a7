// SPDX-License-Identifier: Apache-2.0
/** A person who opens the link is told whose it is, in the words of the chat. */
export const NAMES_OF_CHAT_USERS = `
  ALTER TABLE svc.chat_link_requests
    ADD COLUMN chat_team_name text CHECK (char_length(chat_team_name) BETWEEN 1 AND 80),
    ADD COLUMN chat_user_name text CHECK (char_length(chat_user_name) BETWEEN 1 AND 80);
  COMMENT ON COLUMN svc.chat_link_requests.chat_team_name IS 'As the chat gave it with the press; it proves nothing.';
  GRANT UPDATE (chat_team_name, chat_user_name) ON svc.chat_link_requests TO svc_app;
`;
