// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/**
 * The end of organizations and accounts. The service may begin the end of an organization, which takes its head away:
 * from then on nothing can be decided or changed in it. Only then may its rows be deleted, the audit chain too, by a
 * function that goes through the catalogue. So a table that is added later is emptied as well.
 */
export const DELETIONS = `
  CREATE TABLE svc.organization_deletions (
    organization_id uuid PRIMARY KEY,
    begun_at timestamptz NOT NULL
  );
  ${sharedTable('organization_deletions', 'SELECT, DELETE', 'ids of organizations whose rows a task deletes')}

  GRANT DELETE ON svc.accounts TO svc_app;
  CREATE INDEX api_key_directory_of_organization ON svc.api_key_directory (organization_id);
  CREATE INDEX webhook_outbox_of_organization ON svc.webhook_outbox (organization_id);

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

  -- Rows that must be kept for a time go with their organization all the same.
  DO $$
  DECLARE
    kept record;
  BEGIN
    FOR kept IN
      SELECT c.relname, pg_get_expr(p.polqual, p.polrelid) AS condition
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE p.polname = 'old_enough' AND c.relnamespace = 'svc'::regnamespace
    LOOP
      EXECUTE format('ALTER POLICY old_enough ON svc.%1$I USING ((%2$s) OR EXISTS (
        SELECT FROM svc.organization_deletions d WHERE d.organization_id = %1$I.organization_id))',
        kept.relname, kept.condition);
    END LOOP;
  END $$;
`;
