// SPDX-License-Identifier: Apache-2.0
/**
 * An organization is ended with the rights of the caller, who holds its head. A distributed database lets one user
 * alone write rows of an organization in a transaction. Directories lie on one server. Only their owner deletes there.
 */
export const ENDS_BY_CALLER = `
  CREATE FUNCTION svc.note_deletion(deleted uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO svc.organization_deletions (organization_id, begun_at) VALUES (deleted, clock_timestamp());
    DELETE FROM svc.organization_directory WHERE organization_id = deleted;
    DELETE FROM svc.api_key_directory WHERE organization_id = deleted;
    DELETE FROM svc.invitation_directory WHERE organization_id = deleted;
    DELETE FROM svc.membership_directory WHERE organization_id = deleted;
  END $$;
  REVOKE ALL ON FUNCTION svc.note_deletion(uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.note_deletion(uuid) TO svc_app;

  DROP FUNCTION svc.begin_deletion(uuid);
  CREATE FUNCTION svc.begin_deletion(deleted uuid) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('SET LOCAL svc.changes = %L', 'end ' || deleted);
    DELETE FROM svc.organization_heads WHERE organization_id = deleted;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no organization to delete' USING ERRCODE = 'no_data_found';
    END IF;
    SET LOCAL svc.changes = '';
    PERFORM svc.note_deletion(deleted);
    DELETE FROM svc.memberships WHERE organization_id = deleted;
    DELETE FROM svc.webhook_endpoints WHERE organization_id = deleted;
    DELETE FROM svc.checkpoint_outbox WHERE organization_id = deleted;
    DELETE FROM svc.chat_outbox WHERE organization_id = deleted AND due_at IS NOT NULL;
  END $$;
  REVOKE ALL ON FUNCTION svc.begin_deletion(uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.begin_deletion(uuid) TO svc_app;

  -- A deletion has no new row. Citus hides the parts of a table from its catalog, and not the schema that they lie in.
  CREATE OR REPLACE FUNCTION svc.refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF pg_has_role(current_user, (SELECT nspowner FROM pg_namespace WHERE nspname = TG_TABLE_SCHEMA), 'USAGE') THEN
      RETURN coalesce(NEW, OLD);
    END IF;
    RAISE EXCEPTION 'permission denied for this change of %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$;
  GRANT DELETE ON svc.organization_heads TO svc_app;
  CREATE TRIGGER never_alone BEFORE DELETE ON svc.organization_heads FOR EACH ROW
    WHEN (current_setting('svc.changes', true) IS DISTINCT FROM 'end ' || OLD.organization_id)
    EXECUTE FUNCTION svc.refuse_update();
`;
