// SPDX-License-Identifier: Apache-2.0
/** Old audit entries leave their table once files hold them. The database decides which, and keeps a hash of each. */
import { organizationTable } from '../tables/security.ts';

/** Entries that come with every action of a key. All others are looked up by what they are about, and stay. */
const LEAVES = `actor_type = 'key' AND kind IN (
        'decision.recorded', 'redemption.made', 'redemption.refused', 'outcome.reported', 'outcome.amended')`;

const SEEN = `organization = ANY (NULLIF(current_setting('svc.organizations', true), '')::uuid[])`;

const TABLES = `
  CREATE TABLE svc.audit_archive_nodes (
    organization_id uuid NOT NULL,
    level smallint NOT NULL CHECK (level BETWEEN 1 AND 6),
    number bigint NOT NULL CHECK (number >= 0),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    last_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, level, number)
  );
  COMMENT ON TABLE svc.audit_archive_nodes IS
    'Hashes of the audit tree over archived entries: one for each bundle of 256, and above it one for 256 below.';
  COMMENT ON COLUMN svc.audit_archive_nodes.last_at IS 'The latest time of an entry below the node.';

  ALTER TABLE svc.audit_checkpoint_heads ADD COLUMN archived_bundles bigint NOT NULL DEFAULT 0;
  COMMENT ON COLUMN svc.audit_checkpoint_heads.archived_bundles IS
    'The archive holds so many bundles of 256 entries, from the first entry on.';

  CREATE TABLE svc.audit_archive_settings (
    is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
    after_days integer CHECK (after_days >= 1),
    paused boolean NOT NULL DEFAULT false
  );
  GRANT SELECT, UPDATE (paused) ON svc.audit_archive_settings TO svc_app;
  COMMENT ON COLUMN svc.audit_archive_settings.after_days IS
    'The owner of the tables writes it at each start. Entries leave their table while it is set, and only then.';`;

/** The root over a complete subtree (RFC 6962), from the hashes of one level. */
const ROOT_OVER = `
  CREATE FUNCTION svc.root_over(nodes bytea[]) RETURNS bytea
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    WHILE cardinality(nodes) > 1 LOOP
      nodes := ARRAY(
        SELECT sha256('\\x01'::bytea || nodes[2 * i - 1] || nodes[2 * i])
        FROM generate_series(1, cardinality(nodes) / 2) AS i ORDER BY i);
    END LOOP;
    RETURN nodes[1];
  END $$;

  CREATE FUNCTION svc.bundle_root(organization uuid, bundle bigint) RETURNS bytea
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    leaves bytea[];
  BEGIN
    SELECT array_agg(sha256('\\x00'::bytea || hash) ORDER BY seq) INTO leaves FROM svc.audit_entries
    WHERE organization_id = organization AND seq > bundle * 256 AND seq <= bundle * 256 + 256;
    RETURN CASE WHEN cardinality(leaves) = 256 THEN svc.root_over(leaves) END;
  END $$;`;

/**
 * Lets bundles go whose files were written and read back. It refuses unless all of this holds, by the rows themselves
 * and by the clock of the database:
 *
 * - archiving is on, which only the owner of the tables can say
 * - the bundles are the next ones, and a signed checkpoint covers them
 * - they are whole, and their rows have the roots of the files
 * - all their entries are older than the term, but for an hour between two clocks
 */
const ARCHIVE = `
  CREATE FUNCTION svc.archive_bundles(organization uuid, first bigint, roots bytea[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    old_at timestamptz;
    signed bigint;
    archived bigint;
    bundle bigint := first;
    root bytea;
    latest timestamptz;
    nodes bytea[];
    below integer;
    place bigint;
  BEGIN
    SELECT now() - make_interval(days => after_days) + interval '1 hour' INTO old_at
    FROM svc.audit_archive_settings WHERE NOT paused;
    IF old_at IS NULL THEN
      RAISE EXCEPTION 'audit entries are not archived here' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT size, archived_bundles INTO signed, archived FROM svc.audit_checkpoint_heads
    WHERE organization_id = organization AND ${SEEN} FOR NO KEY UPDATE;
    IF signed IS NULL OR (first + cardinality(roots)) * 256 > signed THEN
      RAISE EXCEPTION 'no signed checkpoint covers these audit entries' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF first <> archived THEN
      RAISE EXCEPTION 'other audit entries are the next to be archived' USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOREACH root IN ARRAY roots LOOP
      IF root IS DISTINCT FROM svc.bundle_root(organization, bundle) THEN
        RAISE EXCEPTION 'audit entries have another hash than their file' USING ERRCODE = 'insufficient_privilege';
      END IF;
      SELECT max(at) INTO latest FROM svc.audit_entries
      WHERE organization_id = organization AND seq > bundle * 256 AND seq <= bundle * 256 + 256;
      IF latest > old_at THEN
        RAISE EXCEPTION 'audit entries are too young for the archive' USING ERRCODE = 'insufficient_privilege';
      END IF;
      DELETE FROM svc.audit_entries
      WHERE organization_id = organization AND seq > bundle * 256 AND seq <= bundle * 256 + 256
        AND ${LEAVES};
      INSERT INTO svc.audit_archive_nodes VALUES (organization, 1, bundle, root, latest);
      bundle := bundle + 1;
      below := 1;
      place := bundle;
      WHILE place % 256 = 0 LOOP
        SELECT array_agg(hash ORDER BY number), max(last_at) INTO nodes, latest FROM svc.audit_archive_nodes
        WHERE organization_id = organization AND level = below AND number >= place - 256 AND number < place;
        INSERT INTO svc.audit_archive_nodes
        VALUES (organization, below + 1, place / 256 - 1, svc.root_over(nodes), latest);
        below := below + 1;
        place := place / 256;
      END LOOP;
    END LOOP;
    UPDATE svc.audit_checkpoint_heads SET archived_bundles = bundle WHERE organization_id = organization;
  END $$;`;

/** Takes all bundles from `first` on out of the archive, once their rows are back as they were. */
const RESTORE = `
  CREATE FUNCTION svc.restore_bundles(organization uuid, first bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    one record;
  BEGIN
    PERFORM FROM svc.audit_checkpoint_heads
    WHERE organization_id = organization AND ${SEEN} AND archived_bundles > first FOR NO KEY UPDATE;
    IF NOT FOUND OR first < 0 THEN
      RAISE EXCEPTION 'no such audit entries are archived' USING ERRCODE = 'insufficient_privilege';
    END IF;
    FOR one IN
      SELECT number, hash FROM svc.audit_archive_nodes
      WHERE organization_id = organization AND level = 1 AND number >= first
    LOOP
      IF one.hash IS DISTINCT FROM svc.bundle_root(organization, one.number) THEN
        RAISE EXCEPTION 'audit entries are not back as they were' USING ERRCODE = 'insufficient_privilege';
      END IF;
    END LOOP;
    DELETE FROM svc.audit_archive_nodes
    WHERE organization_id = organization AND (number + 1) << (8 * (level - 1)) > first;
    UPDATE svc.audit_checkpoint_heads SET archived_bundles = first WHERE organization_id = organization;
  END $$;`;

const SIGNATURES = 'svc.archive_bundles(uuid, bigint, bytea[]), svc.restore_bundles(uuid, bigint)';

export const AUDIT_ARCHIVE = `
  ${TABLES}
  ${organizationTable('audit_archive_nodes', 'SELECT')}
  ${ROOT_OVER}
  ${ARCHIVE}
  ${RESTORE}
  REVOKE ALL ON FUNCTION svc.root_over(bytea[]), svc.bundle_root(uuid, bigint), ${SIGNATURES} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION ${SIGNATURES} TO svc_app;
`;
