// SPDX-License-Identifier: Apache-2.0
/**
 * Passwords and secrets of factors change one row a call, with the rights of the caller, as roles and plans do. In a
 * distributed database accounts lie on every server. The caller may hold the row.
 */

const isNotThe = (what: string, row: string): string =>
  `current_setting('svc.changes', true) IS DISTINCT FROM '${what} ' || ${row}`;

/** @param change a statement that returns `true` for the row of the account */
const ofAccount = (signature: string, what: string, change: string): string => `
  CREATE OR REPLACE FUNCTION svc.${signature} RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    changed boolean;
  BEGIN
    EXECUTE format('SET LOCAL svc.changes = %L', '${what} ' || account);
    ${change} RETURNING true INTO changed;
    SET LOCAL svc.changes = '';
    RETURN changed;
  END $$;`;

export const FACTORS_BY_ROW = `
  ${ofAccount(
    'set_password(account uuid, becomes text, was text)',
    'password',
    `UPDATE svc.accounts SET password_hash = becomes WHERE id = account AND (was IS NULL OR password_hash = was)`,
  )}
  GRANT UPDATE (password_hash) ON svc.accounts TO svc_app;
  CREATE TRIGGER never_many BEFORE UPDATE OF password_hash ON svc.accounts FOR EACH ROW
    WHEN (${isNotThe('password', 'OLD.id')}) EXECUTE FUNCTION svc.refuse_update();

  ${ofAccount(
    'set_totp_secret(account uuid, becomes text, at timestamptz)',
    'factor',
    `INSERT INTO svc.account_totp AS t (account_id, secret, created_at) VALUES (account, becomes, at)
    ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
    WHERE t.enabled_at IS NULL`,
  )}
  ${ofAccount(
    'swap_totp_secret(account uuid, was text, becomes text)',
    'factor',
    'UPDATE svc.account_totp SET secret = becomes WHERE account_id = account AND secret = was',
  )}
  GRANT INSERT, UPDATE (secret, created_at) ON svc.account_totp TO svc_app;
  CREATE TRIGGER never_many BEFORE UPDATE OF secret, created_at ON svc.account_totp FOR EACH ROW
    WHEN (${isNotThe('factor', 'OLD.account_id')}) EXECUTE FUNCTION svc.refuse_update();
  CREATE TRIGGER never_added BEFORE INSERT ON svc.account_totp FOR EACH ROW
    WHEN (${isNotThe('factor', 'NEW.account_id')}) EXECUTE FUNCTION svc.refuse_update();
`;
