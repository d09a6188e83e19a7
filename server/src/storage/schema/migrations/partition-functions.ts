// SPDX-License-Identifier: Apache-2.0
/** Functions of the owner make partitions and end them. The service may call them, and has no other right to them. */

/** Those with bounds, which are ids of their table. The partition of the rows from before has no lower one. */
const LIST = `
  CREATE FUNCTION svc.partitions() RETURNS TABLE (parted name, part name, low uuid, high uuid)
  LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
    SELECT p.relname, c.relname,
      (regexp_match(bounds, $re$FROM \\('([0-9a-f-]{36})'\\)$re$))[1]::uuid,
      (regexp_match(bounds, $re$TO \\('([0-9a-f-]{36})'\\)$re$))[1]::uuid AS high
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent,
      LATERAL pg_get_expr(c.relpartbound, c.oid) AS bounds
    WHERE p.relnamespace = 'svc'::regnamespace AND p.relkind = 'p' AND bounds <> 'DEFAULT'
    ORDER BY 1, high
  $$;
  REVOKE ALL ON FUNCTION svc.partitions() FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.partitions() TO svc_app;`;

/** A statement that changes a table of decisions waits no longer for its lock, since others wait behind it. */
const SETTINGS = `SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '250ms'`;

const grantedToService = (signature: string): string => `
  REVOKE ALL ON FUNCTION svc.${signature} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.${signature} TO svc_app;`;

/** The id that follows time. */
const KEY = `CASE parent WHEN 'idempotency_records' THEN 'event_id' ELSE 'id' END`;

/** A new table like the partition of all others. Citus spreads it as it joins them, before row-level security. */
const NEW_TABLE = `EXECUTE format('CREATE TABLE svc.%I (LIKE svc.%I INCLUDING ALL)%s', fresh, parent || '_others',
          CASE parent WHEN 'webhook_deliveries' THEN ' WITH (fillfactor=70)' ELSE '' END);`;

/**
 * Fills the days to come that no partition has. Rows that have come before their day, by a clock that was wrong, move
 * out of the partition of all others. A row that comes meanwhile fails the call, which the next one repeats.
 */
const MAKE = `
  CREATE FUNCTION svc.make_partitions(days integer) RETURNS integer LANGUAGE plpgsql ${SETTINGS} AS $$
  DECLARE
    today timestamptz := date_trunc('day', now(), 'UTC');
    parent name;
    fresh name;
    day timestamptz;
    first_id uuid;
    end_id uuid;
    is_short boolean;
    made integer := 0;
  BEGIN
    IF days IS NULL OR days NOT BETWEEN 1 AND 28 THEN
      RAISE EXCEPTION 'a partition has 1 to 28 days' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('svc.partitions'));
    FOREACH parent IN ARRAY ARRAY['events', 'webhook_deliveries', 'idempotency_records']::name[] LOOP
      day := today;
      is_short := parent = 'idempotency_records';
      WHILE day < today + make_interval(days => CASE WHEN is_short THEN 3 ELSE 7 END) LOOP
        first_id := svc.id_from(day);
        end_id := (SELECT p.high FROM svc.partitions() p
          WHERE p.parted = parent AND p.high > first_id AND (p.low IS NULL OR p.low <= first_id));
        IF end_id IS NULL THEN
          end_id := LEAST(svc.id_from(day + make_interval(days => CASE WHEN is_short THEN 1 ELSE days END)), (
            SELECT p.low FROM svc.partitions() p
            WHERE p.parted = parent AND p.low > first_id ORDER BY p.low LIMIT 1));
          fresh := parent || '_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD');
          ${NEW_TABLE}
          EXECUTE format('WITH gone AS (DELETE FROM svc.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
            INSERT INTO svc.%5$I SELECT * FROM gone', parent || '_others', ${KEY}, first_id, end_id, fresh);
          EXECUTE format('ALTER TABLE svc.%I ATTACH PARTITION svc.%I FOR VALUES FROM (%L) TO (%L)',
            parent, fresh, first_id, end_id);
          PERFORM svc.secure_partition(fresh);
          made := made + 1;
        END IF;
        day := svc.moment_of(end_id);
      END LOOP;
    END LOOP;
    RETURN made;
  END $$;
  COMMENT ON FUNCTION svc.make_partitions(integer) IS
    'Partitions of this many days, until a week from now. Answers how many it made.';
  ${grantedToService('make_partitions(integer)')}`;

/** Rows that stay nevertheless. `$2` is a day ago: Citus takes no clock in these places. */
const STAYS: Readonly<Record<string, string>> = {
  events: `
    e.created_at >= $2
    OR (e.seq > 0 AND NOT EXISTS (SELECT FROM svc.count_cursors k
      WHERE k.organization_id = e.organization_id AND k.counted_seq >= e.seq))
    OR EXISTS (SELECT FROM svc.reviews r
      WHERE r.organization_id = e.organization_id AND r.event_id = e.id AND r.status = 'PENDING')
    OR (e.organization_id, e.id::text) IN (SELECT d.organization_id, d.event_id FROM svc.webhook_outbox o
      JOIN svc.webhook_deliveries d ON d.organization_id = o.organization_id AND d.id = o.delivery_id)`,
  webhook_deliveries: `e.created_at >= $2 OR e.status = 'WAITING'`,
  idempotency_records: 'e.created_at >= $2',
};
/** Tables whose rows go with those of a partitioned one, by this column. */
type Dependents = Readonly<Record<string, readonly (readonly [table: string, column: string])[]>>;
const DEPENDENTS: Dependents = {
  events: [
    ['reviews', 'event_id'],
    ['acts', 'event_id'],
  ],
  webhook_deliveries: [['webhook_attempts', 'delivery_id']],
};
const DEPENDENTS_WITH_VOTES: Dependents = {
  ...DEPENDENTS,
  events: [...(DEPENDENTS.events ?? []), ['review_votes', 'event_id']],
};

/**
 * Ends neighbouring partitions for organizations whose term is over. When no other rows are in them, they are dropped.
 * Several become one. A single one becomes a smaller one, when fewer than a third of its rows stay; otherwise its rows
 * are deleted one by one, elsewhere. Rows that stay are copied beside all reading and writing.
 */
const end = (create: string, dependentsOf: Dependents): string => `
  ${create} FUNCTION svc.end_partitions(parts name[], ended uuid[]) RETURNS text LANGUAGE plpgsql ${SETTINGS} AS $$
  DECLARE
    parent name;
    fresh name;
    lows uuid[];
    highs uuid[];
    bounds text;
    stays text;
    going bigint := 0;
    staying bigint := 0;
    day_ago timestamptz := now() - interval '1 day';
    part name;
  BEGIN
    -- A missing list would make every condition unknown, and copy no row.
    IF ended IS NULL OR NOT ended <@ COALESCE(NULLIF(current_setting('svc.organizations', true), ''), '{}')::uuid[] THEN
      RAISE EXCEPTION 'organizations that the transaction does not see' USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('svc.partitions'));
    SELECT min(p.parted), array_agg(p.low ORDER BY p.high), array_agg(p.high ORDER BY p.high)
      INTO parent, lows, highs
    FROM svc.partitions() p WHERE p.part = ANY (parts)
    HAVING count(*) = cardinality(parts) AND count(DISTINCT p.parted) = 1;
    IF parent IS NULL OR lows[2:] <> trim_array(highs, 1) THEN
      RAISE EXCEPTION 'no neighbouring partitions' USING ERRCODE = 'invalid_parameter_value';
    ELSIF highs[cardinality(highs)] > svc.id_from(day_ago) THEN
      RAISE EXCEPTION 'the partition is too young' USING ERRCODE = 'insufficient_privilege';
    END IF;
    bounds := format('FOR VALUES FROM (%s) TO (%L)',
      COALESCE(quote_literal(lows[1]), 'MINVALUE'), highs[cardinality(highs)]);
    stays := CASE parent
      ${Object.entries(STAYS)
        .map(([table, condition]) => `WHEN '${table}' THEN $stays$${condition}$stays$`)
        .join('\n      ')} END;
    -- A key is over by its age alone, whatever the organization keeps.
    stays := format('(%s OR %s)', CASE parent WHEN 'idempotency_records' THEN '$1::uuid[] IS NULL'
      ELSE 'NOT e.organization_id = ANY ($1)' END, stays);
    FOREACH part IN ARRAY parts LOOP
      EXECUTE format('LOCK TABLE svc.%I IN SHARE MODE', part);
      -- By their key: a partition of which nothing goes is not read whole.
      EXECUTE format('SELECT $3 + count(*) FROM svc.%I e WHERE NOT %s', part, stays) INTO going
        USING ended, day_ago, going;
    END LOOP;
    FOREACH part IN ARRAY parts LOOP
      EXECUTE format('SELECT $1 + count(*) FROM (SELECT 1 FROM svc.%I LIMIT $2) e', part) INTO staying
        USING staying, CASE WHEN going = 0 AND cardinality(parts) = 1 THEN 1 END;
    END LOOP;
    staying := staying - going;
    IF cardinality(parts) = 1 AND staying * 2 > going THEN
      RETURN CASE going WHEN 0 THEN 'stays' ELSE 'by row' END;
    END IF;
    FOREACH part IN ARRAY parts LOOP
      ${Object.entries(dependentsOf)
        .flatMap(([table, dependents]) =>
          dependents.map(
            ([dependent, column]) => `IF parent = '${table}' AND going > 0 THEN
        EXECUTE format('DELETE FROM svc.${dependent} r USING svc.%I e
          WHERE r.organization_id = e.organization_id AND r.${column} = e.id AND NOT %s', part, stays)
          USING ended, day_ago;
      END IF;`,
          ),
        )
        .join('\n      ')}
    END LOOP;
    IF staying > 0 THEN
      fresh := parts[1] || '_fresh';
      ${NEW_TABLE}
      FOREACH part IN ARRAY parts LOOP
        EXECUTE format('INSERT INTO svc.%I SELECT e.* FROM svc.%I e WHERE %s', fresh, part, stays) USING ended, day_ago;
      END LOOP;
      EXECUTE format('ALTER TABLE svc.%I ADD CONSTRAINT within CHECK (%s)', fresh, concat_ws(' AND ',
        format('%I >= %L', ${KEY}, lows[1]), format('%I < %L', ${KEY}, highs[cardinality(highs)])));
    END IF;
    FOREACH part IN ARRAY parts LOOP
      EXECUTE format('ALTER TABLE svc.%I DETACH PARTITION svc.%I', parent, part);
      EXECUTE format('DROP TABLE svc.%I', part);
    END LOOP;
    IF staying = 0 THEN
      RETURN 'dropped';
    END IF;
    EXECUTE format('ALTER TABLE svc.%I ATTACH PARTITION svc.%I %s', parent, fresh, bounds);
    PERFORM svc.secure_partition(fresh);
    -- Citus has copied the rows to the workers.
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
      EXECUTE 'SELECT truncate_local_data_after_distributing_table(logicalrelid) FROM pg_dist_partition
        WHERE logicalrelid = $1::regclass' USING 'svc.' || fresh;
    END IF;
    EXECUTE format('ALTER TABLE svc.%I DROP CONSTRAINT within', fresh);
    EXECUTE format('ALTER TABLE svc.%I RENAME TO %I', fresh, parts[1]);
    RETURN 'copied';
  END $$;
  COMMENT ON FUNCTION svc.end_partitions(name[], uuid[]) IS
    'Answers "dropped"; "copied" when rows that stay took their place; "stays" or "by row" when it changed nothing.';
  ${grantedToService('end_partitions(name[], uuid[])')}`;

export const PARTITION_FUNCTIONS = [LIST, MAKE, end('CREATE', DEPENDENTS)].join('\n');
/** Votes of a review go with its event. */
export const END_WITH_VOTES = end('CREATE OR REPLACE', DEPENDENTS_WITH_VOTES);
