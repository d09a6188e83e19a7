// SPDX-License-Identifier: Apache-2.0
/**
 * Events, deliveries and idempotency records lie in partitions by ids that follow time. A term that is over is
 * dropped with its partition. Rows that fit no day go to the partition of all others, so that no insert fails.
 */
import { oldEnough, organizationTable } from '../tables/security.ts';
import { DELETES_WITH_PARTITIONS } from './deletes-by-key.ts';
import { PARTITION_FUNCTIONS } from './partition-functions.ts';
import { ORDERED_IDS, RECORD_BATCH_WITH_PARTITIONS } from './record-batch.ts';

interface Parted {
  table: string;
  /** The id that follows time. */
  key: string;
  storage: string;
  /** On the table of all partitions: an index of the same definition is taken over. */
  indexes: string;
  /** Policies and rights, which hold for every access through the table. */
  security: string;
}

const PARTED: readonly Parted[] = [
  {
    table: 'events',
    key: 'id',
    storage: '',
    indexes: `
  ALTER TABLE svc.events ADD PRIMARY KEY (organization_id, id);
  CREATE INDEX events_of_gateways ON svc.events (organization_id, seq) WHERE gateway_call IS NOT NULL;
  CREATE INDEX events_by_kind ON svc.events (organization_id, sandbox, seq);
  CREATE INDEX events_of_gateways_by_kind
    ON svc.events (organization_id, sandbox DESC NULLS LAST, seq DESC NULLS LAST) WHERE gateway_call IS NOT NULL;`,
    security: `
  ${organizationTable('events', 'SELECT, INSERT, UPDATE (context), DELETE')}
  ${oldEnough('events', "created_at < now() - interval '1 day'")}`,
  },
  {
    table: 'webhook_deliveries',
    key: 'id',
    storage: ' WITH (fillfactor=70)',
    indexes: `
  ALTER TABLE svc.webhook_deliveries ADD PRIMARY KEY (organization_id, id);
  CREATE INDEX webhook_deliveries_of_endpoint ON svc.webhook_deliveries (organization_id, endpoint_id, id);`,
    security: organizationTable(
      'webhook_deliveries',
      'SELECT, INSERT, UPDATE (status, attempts, settled_at, final_decision), DELETE',
    ),
  },
  {
    table: 'idempotency_records',
    key: 'event_id',
    storage: '',
    // Each partition has its own key, without the event: it holds a key once in its time.
    indexes: `
  CREATE INDEX idempotency_records_by_age ON svc.idempotency_records (created_at);`,
    security: `
  ${organizationTable(
    'idempotency_records',
    'SELECT, INSERT, UPDATE (created_at, event_id, fingerprint, fingerprint_key_id), DELETE',
  )}
  ${oldEnough('idempotency_records', "created_at < now() - interval '24 hours'")}
  CREATE TRIGGER never BEFORE UPDATE ON svc.idempotency_records FOR EACH ROW
    WHEN (NEW.created_at < OLD.created_at + interval '24 hours') EXECUTE FUNCTION svc.refuse_update();`,
  },
];

/** The first id of a moment, a new one of it, and the moment of an id. */
const ID_FROM = `
  CREATE FUNCTION svc.id_from(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
    SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  $$;
  CREATE FUNCTION svc.ordered_id(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT encode(substr(int8send((extract(epoch FROM moment) * 1000)::bigint), 3)
      || substr(uuid_send(gen_random_uuid()), 7), 'hex')::uuid
  $$;
  CREATE FUNCTION svc.moment_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
    SELECT to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
  $$;`;

/** A partition is reached through its table alone: the service has no right to it, and its owner sees every row. */
const SECURE_PARTITION = `
  CREATE FUNCTION svc.secure_partition(part name) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
  BEGIN
    EXECUTE format('ALTER TABLE svc.%I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE svc.%I FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY owner ON svc.%I TO CURRENT_USER USING (true) WITH CHECK (true)', part);
    EXECUTE format('REVOKE ALL ON svc.%I FROM svc_app', part);
  END $$;
  REVOKE ALL ON FUNCTION svc.secure_partition(name) FROM PUBLIC;`;

/**
 * The table that stands becomes the partition of all that is before the day after tomorrow, in milliseconds. Its bound
 * was checked before, while decisions went on: see `preparePartitions`. Rows from the future leave it.
 */
const part = ({ table, key, storage, indexes, security }: Parted): string => `
  DO $$
  DECLARE
    bound uuid := COALESCE(
      (SELECT (regexp_match(pg_get_constraintdef(oid), '''([0-9a-f-]{36})'''))[1]::uuid FROM pg_constraint
       WHERE conrelid = 'svc.${table}'::regclass AND conname = '${table}_bound'),
      svc.id_from(date_trunc('day', now(), 'UTC') + interval '2 days'));
    one record;
  BEGIN
    ALTER TABLE svc.${table} NO FORCE ROW LEVEL SECURITY;
    CREATE TABLE svc.${table}_others (LIKE svc.${table} INCLUDING ALL)${storage};
    ALTER TABLE svc.${table}_others DROP CONSTRAINT IF EXISTS ${table}_bound;
    DROP TRIGGER IF EXISTS never ON svc.${table};
    IF NOT EXISTS (SELECT FROM pg_constraint
      WHERE conrelid = 'svc.${table}'::regclass AND conname = '${table}_bound' AND convalidated)
    THEN
      WITH gone AS (DELETE FROM svc.${table} WHERE ${key} >= bound RETURNING *)
      INSERT INTO svc.${table}_others SELECT * FROM gone;
    END IF;
    FOR one IN
      SELECT indexrelid::regclass::text AS name, c.relname
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = 'svc.${table}'::regclass
    LOOP
      EXECUTE format('ALTER INDEX %s RENAME TO %I', one.name, 'before_' || one.relname);
    END LOOP;
    FOR one IN SELECT polname FROM pg_policy WHERE polrelid = 'svc.${table}'::regclass LOOP
      EXECUTE format('DROP POLICY %I ON svc.${table}', one.polname);
    END LOOP;
    ALTER TABLE svc.${table} RENAME TO ${table}_before;
    CREATE TABLE svc.${table} (LIKE svc.${table}_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)
      PARTITION BY RANGE (${key});
    ALTER TABLE svc.${table} DROP CONSTRAINT IF EXISTS ${table}_bound;
    ${indexes}
    EXECUTE format(
      'ALTER TABLE svc.${table} ATTACH PARTITION svc.${table}_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
    ALTER TABLE svc.${table}_before DROP CONSTRAINT IF EXISTS ${table}_bound;
    ALTER TABLE svc.${table} ATTACH PARTITION svc.${table}_others DEFAULT;
    PERFORM svc.secure_partition('${table}_before'), svc.secure_partition('${table}_others');
  END $$;
  ${security}`;

/** Policies name a table by its identity: that of acts would ask the partition of the old rows. */
const ACTS_OLD_ENOUGH = `
  DROP POLICY old_enough ON svc.acts;
  CREATE POLICY old_enough ON svc.acts AS RESTRICTIVE FOR DELETE TO svc_app USING (
    NOT EXISTS (
      SELECT FROM svc.events e WHERE e.organization_id = acts.organization_id AND e.id = acts.event_id
        AND e.created_at >= now() - interval '1 day'
    )
    OR EXISTS (SELECT FROM svc.organization_deletions d WHERE d.organization_id = acts.organization_id)
  );`;

export const PARTITIONS = `
  ${ID_FROM}
  ${SECURE_PARTITION}
  ${PARTED.map(part).join('\n')}
  ${ACTS_OLD_ENOUGH}
  ${PARTITION_FUNCTIONS}
  ${RECORD_BATCH_WITH_PARTITIONS}
  ${ORDERED_IDS}
  ${DELETES_WITH_PARTITIONS}
  DO $$ BEGIN PERFORM svc.make_partitions(1); END $$;
`;

/** That of Kysely: no process migrates meanwhile. */
const MIGRATION_LOCK = '3853314791062309107';

/**
 * Statements that go before the migration, each in a transaction of its own: the second reads the table while decisions
 * go on. A table with rows from the future fails it, and the migration reads it then.
 */
export const boundStatements = (): readonly string[] =>
  PARTED.flatMap(({ table, key }) => [
    `DO $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${MIGRATION_LOCK});
      IF (SELECT relkind = 'r' FROM pg_class WHERE oid = to_regclass('svc.${table}')) AND NOT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = to_regclass('svc.${table}') AND conname = '${table}_bound')
      THEN
        EXECUTE format('ALTER TABLE svc.${table} ADD CONSTRAINT ${table}_bound CHECK (${key} < %L) NOT VALID',
          (lpad(to_hex((extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '2 days') * 1000)::bigint),
            12, '0') || repeat('0', 20))::uuid);
      END IF;
    END $$`,
    `DO $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${MIGRATION_LOCK});
      IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass('svc.${table}') AND conname = '${table}_bound')
      THEN
        ALTER TABLE svc.${table} VALIDATE CONSTRAINT ${table}_bound;
      END IF;
    EXCEPTION WHEN check_violation THEN
      NULL;
    END $$`,
  ]);
