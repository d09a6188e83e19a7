// SPDX-License-Identifier: Apache-2.0
/** Why a person changed policies, in their own words. The audit chain holds a commitment to it: see record 10. */
export const NOTES_OF_POLICIES = `
  ALTER TABLE svc.policy_set_versions
    ADD COLUMN note text,
    ADD COLUMN note_salt bytea;
  COMMENT ON COLUMN svc.policy_set_versions.note_salt IS 'Goes with the note: alone it lets a short one be guessed.';
  GRANT UPDATE (note, note_salt) ON svc.policy_set_versions TO svc_app;
`;
