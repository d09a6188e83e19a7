// SPDX-License-Identifier: Apache-2.0
/**
 * Functions for changes that no statement of the service makes by itself. Passwords, secrets of factors, roles, plans
 * and private keys change one row at a time. An organization is deleted table by table.
 */
const SEEN = `(NULLIF(current_setting('svc.organizations', true), '')::uuid[])`;

/** A function with the rights of the owner. It sees the organizations of its transaction, and no other. */
const definer = (signature: string, returns: string, statement: string) => `
  CREATE FUNCTION svc.${signature} RETURNS ${returns} LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    ${statement}
  $$;
  REVOKE ALL ON FUNCTION svc.${signature.replaceAll(/\w+ (\w+)(?=[,)])/g, '$1')} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.${signature.replaceAll(/\w+ (\w+)(?=[,)])/g, '$1')} TO svc_app;`;

export const FUNCTIONS = `
  ${definer(
    'set_password(account uuid, becomes text, was text)',
    'boolean',
    `UPDATE svc.accounts SET password_hash = becomes
    WHERE id = account AND (was IS NULL OR password_hash = was) RETURNING true`,
  )}
  ${definer(
    'set_totp_secret(account uuid, becomes text, at timestamptz)',
    'boolean',
    `INSERT INTO svc.account_totp AS t (account_id, secret, created_at) VALUES (account, becomes, at)
    ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
    WHERE t.enabled_at IS NULL RETURNING true`,
  )}
  ${definer(
    'swap_totp_secret(account uuid, was text, becomes text)',
    'boolean',
    'UPDATE svc.account_totp SET secret = becomes WHERE account_id = account AND secret = was RETURNING true',
  )}
  ${definer(
    'swap_oauth_signing_key(key uuid, was text, becomes text)',
    'boolean',
    'UPDATE svc.oauth_signing_keys SET private_key = becomes WHERE id = key AND private_key = was RETURNING true',
  )}
  ${definer(
    'swap_audit_signing_key(was text, becomes text)',
    'boolean',
    'UPDATE svc.audit_signing_keys SET private_key = becomes WHERE private_key = was RETURNING true',
  )}
  ${definer(
    'set_role(organization uuid, account uuid, becomes text)',
    'boolean',
    `UPDATE svc.memberships SET role = becomes
    WHERE organization_id = organization AND account_id = account AND organization = ANY ${SEEN} RETURNING true`,
  )}
  ${definer(
    'set_plan(organization uuid, becomes text, networks boolean)',
    'boolean',
    `UPDATE svc.organizations SET plan = becomes, private_networks = networks
    WHERE organization_id = organization AND organization = ANY ${SEEN} RETURNING true`,
  )}

  CREATE FUNCTION svc.begin_deletion(deleted uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    DELETE FROM svc.organization_heads WHERE organization_id = deleted;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no organization to delete' USING ERRCODE = 'no_data_found';
    END IF;
    INSERT INTO svc.organization_deletions (organization_id, begun_at) VALUES (deleted, clock_timestamp());
    DELETE FROM svc.organization_directory WHERE organization_id = deleted;
    DELETE FROM svc.api_key_directory WHERE organization_id = deleted;
    DELETE FROM svc.invitation_directory WHERE organization_id = deleted;
    DELETE FROM svc.membership_directory WHERE organization_id = deleted;
    DELETE FROM svc.memberships WHERE organization_id = deleted;
    DELETE FROM svc.webhook_endpoints WHERE organization_id = deleted;
    DELETE FROM svc.checkpoint_outbox WHERE organization_id = deleted;
    DELETE FROM svc.chat_outbox WHERE organization_id = deleted AND due_at IS NOT NULL;
  END $$;

  CREATE FUNCTION svc.delete_some_of(deleted uuid, rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    emptied name;
    left_over integer := rows_max;
    gone integer;
  BEGIN
    IF NOT EXISTS (SELECT FROM svc.organization_deletions WHERE organization_id = deleted) THEN
      RAISE EXCEPTION 'this organization is not being deleted' USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOR emptied IN
      -- Tables that refer to others come before them. Sessions belong to people and outlive the organization.
      WITH RECURSIVE depth (id, level) AS (
        SELECT c.oid, 0 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind = 'r' AND a.attname = 'organization_id'
          AND c.relname NOT IN ('sessions', 'organization_deletions')
        UNION
        SELECT f.confrelid, d.level + 1 FROM depth d JOIN pg_constraint f ON f.conrelid = d.id
        WHERE f.contype = 'f' AND f.confrelid <> f.conrelid AND d.level < 20
      )
      SELECT c.relname FROM depth d JOIN pg_class c ON c.oid = d.id JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE a.attname = 'organization_id'
      GROUP BY c.relname ORDER BY max(d.level), c.relname
    LOOP
      EXECUTE format('DELETE FROM svc.%1$I WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM svc.%1$I WHERE organization_id = $1 LIMIT $2))', emptied) USING deleted, left_over;
      GET DIAGNOSTICS gone = ROW_COUNT;
      left_over := left_over - gone;
      EXIT WHEN left_over <= 0;
    END LOOP;
    RETURN rows_max - left_over;
  END $$;

  REVOKE ALL ON FUNCTION svc.begin_deletion(uuid), svc.delete_some_of(uuid, integer) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.begin_deletion(uuid), svc.delete_some_of(uuid, integer) TO svc_app;
`;
