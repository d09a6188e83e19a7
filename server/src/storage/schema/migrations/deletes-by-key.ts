// SPDX-License-Identifier: Apache-2.0
/** Rows of a deleted organization are found by their key: a distributed table has no places of rows. */

/** @param keyed the table whose primary key tells the rows of table `c` */
const deletesByKey = (keyed: string): string => `
  CREATE OR REPLACE FUNCTION svc.delete_some_of(deleted uuid, rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    emptied record;
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
        WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND a.attname = 'organization_id' AND c.relname NOT IN ('sessions', 'organization_deletions')
        UNION
        SELECT f.confrelid, d.level + 1 FROM depth d JOIN pg_constraint f ON f.conrelid = d.id
        WHERE f.contype = 'f' AND f.confrelid <> f.conrelid AND d.level < 20
      )
      SELECT c.relname AS name, (
          SELECT string_agg(quote_ident(k.attname), ', ' ORDER BY array_position(i.indkey::smallint[], k.attnum))
          FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY (i.indkey)
          WHERE i.indrelid = ${keyed} AND i.indisprimary
        ) AS key
      FROM depth d JOIN pg_class c ON c.oid = d.id JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE a.attname = 'organization_id'
      GROUP BY c.oid, c.relname ORDER BY max(d.level), c.relname
    LOOP
      EXECUTE format('DELETE FROM svc.%1$I WHERE organization_id = $1 AND (%2$s) IN (
        SELECT %2$s FROM svc.%1$I WHERE organization_id = $1 LIMIT $2)', emptied.name, emptied.key)
        USING deleted, left_over;
      GET DIAGNOSTICS gone = ROW_COUNT;
      left_over := left_over - gone;
      EXIT WHEN left_over <= 0;
    END LOOP;
    RETURN rows_max - left_over;
  END $$;
`;

export const DELETES_BY_KEY = deletesByKey('c.oid');
/** Keys of the partitions of a table are alike, also where it has none itself. */
export const DELETES_WITH_PARTITIONS = deletesByKey(
  'COALESCE((SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid LIMIT 1), c.oid)',
);
