// SPDX-License-Identifier: Apache-2.0
/**
 * Functions for changes that no statement of the service makes by itself. Passwords, secrets of factors, roles, plans
 * and private keys change one row at a time. A review is resolved beside its entry. A revoked key stays revoked.
 */
const SEEN = `(NULLIF(current_setting('svc.organizations', true), '')::uuid[])`;

/** A function with the rights of the owner. It sees the organizations of its transaction, and no other. */
const definer = (signature: string, returns: string, statement: string) => `
  CREATE FUNCTION svc.${signature} RETURNS ${returns} LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    ${statement}
  $$;
  REVOKE ALL ON FUNCTION svc.${signature.replaceAll(/\w+ (\w+)(?=[,)])/g, '$1')} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.${signature.replaceAll(/\w+ (\w+)(?=[,)])/g, '$1')} TO svc_app;`;

export const FUNCTIONS_WITH_RIGHTS = `
  REVOKE UPDATE (password_hash) ON svc.accounts FROM svc_app;
  ${definer(
    'set_password(account uuid, becomes text, was text)',
    'boolean',
    `UPDATE svc.accounts SET password_hash = becomes
    WHERE id = account AND (was IS NULL OR password_hash = was) RETURNING true`,
  )}

  REVOKE INSERT, UPDATE (secret, created_at) ON svc.account_totp FROM svc_app;
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

  REVOKE UPDATE (private_key) ON svc.oauth_signing_keys FROM svc_app;
  ${definer(
    'swap_oauth_signing_key(key uuid, was text, becomes text)',
    'boolean',
    'UPDATE svc.oauth_signing_keys SET private_key = becomes WHERE id = key AND private_key = was RETURNING true',
  )}
  REVOKE UPDATE (private_key) ON svc.audit_signing_keys FROM svc_app;
  ${definer(
    'swap_audit_signing_key(was text, becomes text)',
    'boolean',
    'UPDATE svc.audit_signing_keys SET private_key = becomes WHERE private_key = was RETURNING true',
  )}

  REVOKE UPDATE (role) ON svc.memberships FROM svc_app;
  ${definer(
    'set_role(organization uuid, account uuid, becomes text)',
    'boolean',
    `UPDATE svc.memberships SET role = becomes
    WHERE organization_id = organization AND account_id = account AND organization = ANY ${SEEN} RETURNING true`,
  )}

  REVOKE UPDATE (plan, private_networks) ON svc.organizations FROM svc_app;
  ${definer(
    'set_plan(organization uuid, becomes text, networks boolean)',
    'boolean',
    `UPDATE svc.organizations SET plan = becomes, private_networks = networks
    WHERE organization_id = organization AND organization = ANY ${SEEN} RETURNING true`,
  )}

  CREATE TRIGGER never BEFORE UPDATE ON svc.api_keys FOR EACH ROW
    WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
    EXECUTE FUNCTION svc.refuse_update();

  CREATE FUNCTION svc.need_entry_of_review() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
  BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') AND NOT EXISTS (
      SELECT FROM svc.audit_entries
      WHERE organization_id = NEW.organization_id AND seq = NEW.audit_seq
        AND kind = 'review.' || lower(NEW.status) AND subject_id = NEW.event_id::text
    ) THEN
      RAISE EXCEPTION 'a review was resolved without its audit entry' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER beside_its_entry AFTER UPDATE OF status ON svc.reviews
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc.need_entry_of_review();
  CREATE TRIGGER begins_open BEFORE INSERT ON svc.reviews FOR EACH ROW
    WHEN (NEW.status <> 'PENDING') EXECUTE FUNCTION svc.refuse_update();
`;
