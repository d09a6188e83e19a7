// SPDX-License-Identifier: Apache-2.0
/** Old checkpoints are thinned. The database holds which of them stay: no statement of the service decides it. */

/**
 * Goes on behind `thinned_size`, through checkpoints older than a week by the clock of the database. A checkpoint stays
 * when one of these holds:
 *
 * - it was pushed to an address, or has yet to be
 * - it is the last of its hour
 * - without it, a proof of an entry would read more entries than one checkpoint may cover
 * - its time lies in the future, by a clock that was wrong
 *
 * The last checkpoint has none behind it, and is not looked at.
 */
const THIN = `
  CREATE FUNCTION svc.thin_checkpoints(organization uuid, rows_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    entries_max CONSTANT bigint := 16384;
    old_at CONSTANT timestamptz := now() - interval '7 days';
    seen CONSTANT uuid[] := NULLIF(current_setting('svc.organizations', true), '')::uuid[];
    begun bigint;
    kept bigint;
    pushed_to bigint;
    one record;
    gone bigint[] := '{}';
    looked_at integer := 0;
  BEGIN
    SELECT thinned_size INTO begun FROM svc.audit_checkpoint_heads
    WHERE organization_id = organization AND organization = ANY (seen) FOR NO KEY UPDATE;
    IF begun IS NULL THEN
      RETURN 0;
    END IF;
    SELECT pushed_size INTO pushed_to FROM svc.checkpoint_outbox WHERE organization_id = organization;
    kept := begun;
    FOR one IN
      SELECT size, pushed, signed_at, lead(size) OVER by_size AS next_size, lead(signed_at) OVER by_size AS next_at
      FROM (
        SELECT size, pushed, signed_at FROM svc.audit_checkpoints
        WHERE organization_id = organization AND size > begun ORDER BY size LIMIT rows_max + 1
      ) AS next WINDOW by_size AS (ORDER BY size)
    LOOP
      EXIT WHEN one.next_size IS NULL OR one.size > pushed_to OR one.signed_at BETWEEN old_at AND now();
      looked_at := looked_at + 1;
      IF one.pushed OR one.signed_at > now() OR one.next_size - kept > entries_max
        OR date_trunc('hour', one.signed_at, 'UTC') <> date_trunc('hour', one.next_at, 'UTC')
      THEN
        kept := one.size;
      ELSE
        gone := gone || one.size;
      END IF;
    END LOOP;
    DELETE FROM svc.audit_checkpoints WHERE organization_id = organization AND size = ANY (gone);
    UPDATE svc.audit_checkpoint_heads SET thinned_size = kept WHERE organization_id = organization AND kept > begun;
    RETURN looked_at;
  END $$;
  REVOKE ALL ON FUNCTION svc.thin_checkpoints(uuid, integer) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.thin_checkpoints(uuid, integer) TO svc_app;`;

export const THINNED_CHECKPOINTS = `
  -- It is unknown which of the present ones were pushed.
  ALTER TABLE svc.audit_checkpoints ADD COLUMN pushed boolean NOT NULL DEFAULT true;
  ALTER TABLE svc.audit_checkpoints ALTER COLUMN pushed SET DEFAULT false;
  GRANT UPDATE (pushed) ON svc.audit_checkpoints TO svc_app;
  CREATE TRIGGER never BEFORE UPDATE ON svc.audit_checkpoints FOR EACH ROW
    WHEN (OLD.pushed AND NOT NEW.pushed) EXECUTE FUNCTION svc.refuse_update();
  COMMENT ON COLUMN svc.audit_checkpoints.pushed IS
    'Somebody has it outside: it stays. True for those from before this was noted.';

  ALTER TABLE svc.audit_checkpoint_heads ADD COLUMN thinned_size bigint NOT NULL DEFAULT 0;
  COMMENT ON COLUMN svc.audit_checkpoint_heads.thinned_size IS 'The checkpoints up to this size are thinned; it stays.';
  ${THIN}
`;
