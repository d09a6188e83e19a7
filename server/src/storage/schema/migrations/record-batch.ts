// SPDX-License-Identifier: Apache-2.0
/**
 * One call records a batch of one organization. The functions take the organization from their argument and never from
 * the rows, so that no row can reach another one.
 */
import { declared, ENTRIES, EVENTS, KEYS, namesOf, rowsOf, typesOf } from './record-batch-columns.ts';

/**
 * Inserts rows that come from arguments. Citus copies them to a worker, which row-level security refuses, unless the
 * statement returns something.
 */
const inserted = (insert: string): string => `WITH made AS (${insert} RETURNING 1
    ) SELECT count(*) INTO inserted FROM made;`;
const INSERTED = 'DECLARE inserted bigint;';

const granted = (signature: string) => `
  REVOKE ALL ON FUNCTION svc.${signature} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.${signature} TO svc_app;`;

const COUNTED = ['skipped', 'blocks', 'reviews', 'criticals', 'anomalies'] as const;
const ACTS = [
  'redeemed_at',
  'redeem_key',
  'forwarder_id',
  'refused',
  'outcome',
  'outcome_records',
  'outcome_code',
  'outcome_source',
  'reported_at',
  'amended_at',
  'exceeds',
  'entries',
] as const;

/** An outcome that is known stays. The one of a gateway is written without a look at the row. */
const kept = (column: string): string =>
  `CASE WHEN a.outcome IS NULL OR excluded.amended_at IS NOT NULL THEN excluded.${column} ELSE a.${column} END`;

const WRITE_ACTS = `
  CREATE FUNCTION svc.write_acts(organization uuid, acts json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO svc.acts AS a (organization_id, event_id, ${ACTS.join(', ')})
    SELECT organization, d.event_id, d.redeemed_at, d.redeem_key, d.forwarder_id,
      ARRAY(SELECT json_array_elements_text(COALESCE(d.refused, '[]'))), d.outcome, d.outcome_records, d.outcome_code,
      d.outcome_source, d.reported_at, d.amended_at, COALESCE(d.exceeds, false),
      ARRAY(SELECT json_array_elements_text(COALESCE(d.entries, '[]'))::bigint)
    FROM json_to_recordset(acts) AS d (event_id uuid, redeemed_at timestamptz, redeem_key text,
      forwarder_id integer, refused json, outcome text, outcome_records integer, outcome_code text,
      outcome_source text, reported_at timestamptz, amended_at timestamptz, exceeds boolean, entries json)
    ON CONFLICT (organization_id, event_id) DO UPDATE SET
      redeemed_at = COALESCE(a.redeemed_at, excluded.redeemed_at),
      redeem_key = COALESCE(a.redeem_key, excluded.redeem_key),
      forwarder_id = COALESCE(a.forwarder_id, excluded.forwarder_id),
      refused = a.refused || ARRAY(SELECT unnest(excluded.refused) EXCEPT SELECT unnest(a.refused)),
      outcome = ${kept('outcome')}, outcome_records = ${kept('outcome_records')},
      outcome_code = ${kept('outcome_code')}, outcome_source = ${kept('outcome_source')},
      reported_at = ${kept('reported_at')}, amended_at = COALESCE(a.amended_at, excluded.amended_at),
      exceeds = ${kept('exceeds')}, entries = a.entries || excluded.entries;
  END $$;
  COMMENT ON FUNCTION svc.write_acts(uuid, json) IS
    'Each event once; columns that are left out stay as they are stored.';
  ${granted('write_acts(uuid, json)')}`;

const ADD_DELIVERIES = `
  CREATE FUNCTION svc.add_deliveries(organization uuid, deliveries json) RETURNS void LANGUAGE plpgsql AS $$
  ${INSERTED}
  BEGIN
    ${inserted(`
      INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
      SELECT organization, d.id, d.endpoint_id, d.event_id, ARRAY(SELECT json_array_elements_text(d.types)),
        d.created_at, d.data
      FROM json_to_recordset(deliveries) AS d (
        id uuid, endpoint_id uuid, event_id text, types json, created_at timestamptz, data json)`)}
    ${inserted(`
      INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at, attempt)
      SELECT d.id, organization, d.endpoint_id, d.created_at, 0
      FROM json_to_recordset(deliveries) AS d (id uuid, endpoint_id uuid, created_at timestamptz)`)}
  END $$;
  COMMENT ON FUNCTION svc.add_deliveries(uuid, json) IS 'New ones with new ids, due since they were made.';
  ${granted('add_deliveries(uuid, json)')}`;

const COUNT_SKIPS = `
  CREATE FUNCTION svc.count_skips(organization uuid, skips json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO svc.webhook_holds AS h (organization_id, endpoint_id, ${COUNTED.join(', ')}, first_event_id, first_at,
      last_event_id, last_at)
    SELECT organization, d.endpoint_id, ${COUNTED.map((column) => `d.${column}`).join(', ')}, d.first_event_id,
      d.first_at, d.last_event_id, d.last_at
    FROM json_to_recordset(skips) AS d (endpoint_id uuid, ${COUNTED.map((column) => `${column} bigint`).join(', ')},
      first_event_id text, first_at timestamptz, last_event_id text, last_at timestamptz)
    ON CONFLICT (organization_id, endpoint_id) DO UPDATE SET
      ${COUNTED.map((column) => `${column} = h.${column} + excluded.${column}`).join(', ')},
      last_event_id = excluded.last_event_id, last_at = excluded.last_at;
  END $$;
  COMMENT ON FUNCTION svc.count_skips(uuid, json) IS 'Begins holds of endpoints, or adds to them.';
  ${granted('count_skips(uuid, json)')}`;

/** Columns that later versions added, which a process of an older one leaves out. */
interface ReviewColumns {
  names: string;
  values: string;
  types: string;
}
const NO_COLUMNS: ReviewColumns = { names: '', values: '', types: '' };
const APPROVAL_COLUMNS: ReviewColumns = {
  names: ', approvals_needed, not_asker, valid_minutes',
  values: ', COALESCE(d.approvals_needed, 1), COALESCE(d.not_asker, false), d.valid_minutes',
  types: ', approvals_needed smallint, not_asker boolean, valid_minutes integer',
};
const SIGNED_COLUMNS: ReviewColumns = {
  names: `${APPROVAL_COLUMNS.names}, grants, signed`,
  values: `${APPROVAL_COLUMNS.values}, COALESCE(d.grants, false), COALESCE(d.signed, false)`,
  types: `${APPROVAL_COLUMNS.types}, grants boolean, signed boolean`,
};

/** A review is told at once, in the chosen chat too, and again near its expiry. Sandbox reviews call no person. */
const addReviews = (create: string, newId: string, more: ReviewColumns = NO_COLUMNS) => `
  ${create} FUNCTION svc.add_reviews(organization uuid, reviews json) RETURNS void LANGUAGE plpgsql AS $$
  ${INSERTED}
  BEGIN
    ${inserted(`
      INSERT INTO svc.reviews (organization_id, event_id, sandbox, status, created_at, expires_at, approver_roles,
        risk_score, escalates${more.names})
      SELECT organization, d.event_id, d.sandbox, 'PENDING', d.created_at, d.expires_at,
        ARRAY(SELECT json_array_elements_text(d.approver_roles)), d.risk_score, d.escalates${more.values}
      FROM json_to_recordset(reviews) AS d (
        event_id uuid, sandbox boolean, created_at timestamptz, expires_at timestamptz,
        approver_roles json, risk_score smallint, escalates boolean${more.types})`)}
    ${inserted(`
      INSERT INTO svc.chat_outbox (id, organization_id, integration_id, event_id, created_at, due_at)
      SELECT ${newId}, organization, chosen.id, d.event_id, d.created_at, d.created_at
      FROM json_to_recordset(reviews) AS d (event_id uuid, sandbox boolean, created_at timestamptz)
        JOIN svc.notice_settings s ON s.organization_id = organization
        CROSS JOIN unnest(ARRAY[s.chat_integration_id, s.ticket_integration_id]) AS chosen (id)
      WHERE NOT d.sandbox AND chosen.id IS NOT NULL`)}
    ${inserted(`
      INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
      SELECT ${newId}, organization, told.kind, d.event_id,
        CASE told.kind WHEN 'reviewPending' THEN d.created_at
          ELSE d.expires_at - least(interval '1 hour', (d.expires_at - d.created_at) / 4) END
      FROM json_to_recordset(reviews) AS d (
          event_id uuid, sandbox boolean, created_at timestamptz, expires_at timestamptz)
        CROSS JOIN (VALUES ('reviewPending'), ('reviewExpiring')) AS told (kind)
      WHERE NOT d.sandbox`)}
  END $$;
  COMMENT ON FUNCTION svc.add_reviews(uuid, json) IS 'New reviews, and what people are to be told of them.';
  ${granted('add_reviews(uuid, json)')}`;

export const ARGUMENTS = [
  'organization uuid, waits boolean, known_generation bigint, known_seq bigint, known_hash bytea',
  'next_seq bigint, next_hash bytea, next_month date, next_events bigint',
  declared('keys', KEYS),
  declared('events', EVENTS),
  declared('entries', ENTRIES),
  'reviews json, acts json, deliveries json, skips json, months json',
].join(',\n    ');
export const TYPES = [
  'uuid, boolean, bigint, bigint, bytea, bigint, bytea, date, bigint',
  typesOf(KEYS),
  typesOf(EVENTS),
  typesOf(ENTRIES),
  'json, json, json, json, json',
].join(', ');

/** Keys of one table, which has each once. */
const KEYS_OF_ONE_TABLE = {
  declare: '',
  check: `-- Behind the lock: all that write keys hold it. Each key is looked up by itself, however many are stored.
    IF keys_key IS NOT NULL AND EXISTS (
      SELECT FROM (SELECT unnest(keys_endpoint), unnest(keys_key), unnest(keys_created_at)) AS k (endpoint, key, at)
      WHERE EXISTS (
        SELECT FROM svc.idempotency_records r
        WHERE r.organization_id = organization AND r.endpoint = k.endpoint AND r.key = k.key
          AND r.created_at > k.at - interval '24 hours'
        OFFSET 0
      )
    ) THEN
      RETURN 'taken key';
    END IF;`,
  insert: `IF keys_key IS NOT NULL THEN
      INSERT INTO svc.idempotency_records (organization_id, ${namesOf(KEYS)})
      SELECT organization, ${rowsOf('keys', KEYS)}
      ON CONFLICT (organization_id, endpoint, key) DO UPDATE SET created_at = excluded.created_at,
        event_id = excluded.event_id, fingerprint = excluded.fingerprint,
        fingerprint_key_id = excluded.fingerprint_key_id;
    END IF;`,
};

/** Each partition has a key once. One that is over may lie in the same or another one. */
const KEYS_OF_PARTITIONS = {
  declare: 'holds boolean;',
  check: `-- Behind the lock: all that write keys hold it. Each key is looked up by itself, however many are stored.
    IF keys_key IS NOT NULL THEN
      SELECT bool_or(r.created_at > k.at - interval '24 hours') INTO holds
      FROM (SELECT unnest(keys_endpoint), unnest(keys_key), unnest(keys_created_at)) AS k (endpoint, key, at)
        CROSS JOIN LATERAL (
          SELECT created_at FROM svc.idempotency_records
          WHERE organization_id = organization AND endpoint = k.endpoint AND key = k.key
          OFFSET 0
        ) AS r;
      IF holds THEN
        RETURN 'taken key';
      END IF;
    END IF;`,
  insert: `IF NOT holds THEN
      DELETE FROM svc.idempotency_records r WHERE r.organization_id = organization AND (r.endpoint, r.key) IN (
        SELECT unnest(keys_endpoint), unnest(keys_key));
    END IF;
    IF keys_key IS NOT NULL THEN
      ${inserted(`
        INSERT INTO svc.idempotency_records (organization_id, ${namesOf(KEYS)})
        SELECT organization, ${rowsOf('keys', KEYS)}`)}
    END IF;`,
};

/** Counts of budgets and grants, each as it is after the batch. The head says that none changed in between. */
const COUNTERS = {
  argument: ', counters json',
  type: ', json',
  write: `IF counters IS NOT NULL THEN
      INSERT INTO svc.counters AS c (organization_id, name, of, sandbox, bucket, window_start, window_end, used)
      SELECT organization, d.name, d.of, d.sandbox, d.bucket, d.window_start, d.window_end, d.used
      FROM json_to_recordset(counters) AS d (name text, of uuid, sandbox boolean, bucket text,
        window_start timestamptz, window_end timestamptz, used bigint)
      ON CONFLICT (organization_id, name) DO UPDATE SET used = excluded.used;
    END IF;`,
};
const NO_COUNTERS: typeof COUNTERS = { argument: '', type: '', write: '' };

const record = (create: string, keys: typeof KEYS_OF_ONE_TABLE, counters = NO_COUNTERS): string => `
  ${create} FUNCTION svc.record_batch(
    ${ARGUMENTS}${counters.argument}
  ) RETURNS text LANGUAGE plpgsql AS $$
  ${INSERTED}${keys.declare}
  BEGIN
    PERFORM set_config('svc.organizations', '{' || organization || '}', true);
    IF NOT waits THEN
      PERFORM FROM svc.organization_heads WHERE organization_id = organization FOR NO KEY UPDATE SKIP LOCKED;
    ELSIF keys_key IS NOT NULL THEN
      PERFORM FROM svc.organization_heads WHERE organization_id = organization FOR NO KEY UPDATE;
    END IF;
    IF NOT waits AND NOT FOUND THEN
      RETURN 'other head';
    END IF;
    ${keys.check}
    UPDATE svc.organization_heads
    SET audit_seq = next_seq, audit_hash = next_hash, usage_month = next_month, usage_events = next_events
    WHERE organization_id = organization AND generation = known_generation AND audit_seq = known_seq
      AND audit_hash = known_hash;
    IF NOT FOUND THEN
      RETURN 'other head';
    END IF;
    ${keys.insert}
    IF events_id IS NOT NULL THEN
      ${inserted(`
        INSERT INTO svc.events (organization_id, ${namesOf(EVENTS)})
        SELECT organization, ${rowsOf('events', EVENTS)}`)}
    END IF;
    ${inserted(`
      INSERT INTO svc.audit_entries (organization_id, ${namesOf(ENTRIES)})
      SELECT organization, ${rowsOf('entries', ENTRIES)}`)}
    IF reviews IS NOT NULL THEN
      PERFORM svc.add_reviews(organization, reviews);
    END IF;
    IF acts IS NOT NULL THEN
      PERFORM svc.write_acts(organization, acts);
    END IF;
    IF deliveries IS NOT NULL THEN
      PERFORM svc.add_deliveries(organization, deliveries);
    END IF;
    IF skips IS NOT NULL THEN
      PERFORM svc.count_skips(organization, skips);
    END IF;
    IF months IS NOT NULL THEN
      INSERT INTO svc.usage_months (organization_id, month, events)
      SELECT organization, d.month, d.events FROM json_to_recordset(months) AS d (month date, events bigint)
      ON CONFLICT DO NOTHING;
    END IF;
    ${counters.write}
    RETURN 'recorded';
  END $$;
  COMMENT ON FUNCTION svc.record_batch(${TYPES}${counters.type}) IS
    'Records a batch behind the known head and answers "recorded". It changes nothing and answers "other head" behind '
    'another one, or "taken key" when a key is held.';
  ${granted(`record_batch(${TYPES}${counters.type})`)}`;

export const RECORD_BATCH = [
  WRITE_ACTS,
  ADD_DELIVERIES,
  COUNT_SKIPS,
  addReviews('CREATE', 'gen_random_uuid()'),
  record('CREATE', KEYS_OF_ONE_TABLE),
].join('\n');
export const RECORD_BATCH_WITH_PARTITIONS = record('CREATE OR REPLACE', KEYS_OF_PARTITIONS);
/** Ids that follow time: each index grows at its end, and few of its pages are written whole. */
export const ORDERED_IDS = addReviews('CREATE OR REPLACE', 'svc.ordered_id(d.created_at)');
export const REVIEWS_WITH_APPROVALS = addReviews('CREATE OR REPLACE', 'svc.ordered_id(d.created_at)', APPROVAL_COLUMNS);
export const RECORD_BATCH_WITH_COUNTERS = record('CREATE', KEYS_OF_PARTITIONS, COUNTERS);
export const REVIEWS_WITH_SIGNED = addReviews('CREATE OR REPLACE', 'svc.ordered_id(d.created_at)', SIGNED_COLUMNS);
