// SPDX-License-Identifier: Apache-2.0
/** The last failure of an integration's messages about reviews, as a fixed word and a time. */
export const MESSAGE_FAULTS = `
  ALTER TABLE svc.integrations
    ADD COLUMN message_fault text,
    ADD COLUMN message_fault_at timestamptz,
    ADD CONSTRAINT message_fault_has_a_time CHECK ((message_fault IS NULL) = (message_fault_at IS NULL)),
    ADD CONSTRAINT message_fault_is_a_word CHECK (message_fault ~ '^[A-Z_]{1,40}$');
  COMMENT ON COLUMN svc.integrations.message_fault IS
    'Why the last message or ticket did not arrive; null after one that did. Never a word of an answer.';
  GRANT UPDATE (message_fault, message_fault_at) ON svc.integrations TO svc_app;
`;
