// SPDX-License-Identifier: Apache-2.0
/**
 * A key may be replaced by a new one of its name, and works on for some hours. The name belongs to the key that is
 * neither revoked nor replaced.
 */
export const ROTATED_KEYS = `
  ALTER TABLE svc.api_keys
    ADD COLUMN created_by uuid,
    ADD COLUMN revokes_at timestamptz,
    ADD COLUMN replaced_by uuid,
    ADD CHECK ((revokes_at IS NULL) = (replaced_by IS NULL));
  GRANT UPDATE (revokes_at, replaced_by) ON svc.api_keys TO svc_app;
  COMMENT ON COLUMN svc.api_keys.created_by IS 'An account; null: a provisioning file.';
  COMMENT ON COLUMN svc.api_keys.revokes_at IS 'It was replaced, and is refused from then on.';
  DROP INDEX svc.api_keys_current_name;
  CREATE UNIQUE INDEX api_keys_current_name ON svc.api_keys (organization_id, name)
    WHERE revoked_at IS NULL AND revokes_at IS NULL;
  CREATE INDEX api_keys_retiring ON svc.api_keys (revokes_at) WHERE revoked_at IS NULL AND revokes_at IS NOT NULL;
`;
