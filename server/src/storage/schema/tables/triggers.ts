// SPDX-License-Identifier: Apache-2.0
/**
 * Triggers hold what no statement may forget. Every process is told of resolved reviews and ended sessions, with the
 * commit. A review is resolved beside its entry. A revoked key stays revoked.
 */

/** Updates that no step of the service makes. */
const NEVER: Readonly<Record<string, string>> = {
  organization_heads: `NEW.audit_seq < OLD.audit_seq OR NEW.generation < OLD.generation
    OR NEW.policy_set_version < OLD.policy_set_version OR NEW.usage_month < OLD.usage_month
    OR (NEW.audit_seq = OLD.audit_seq AND NEW.audit_hash <> OLD.audit_hash)
    OR (NEW.usage_month = OLD.usage_month AND NEW.usage_events < OLD.usage_events)`,
  audit_checkpoint_heads: 'NEW.size < OLD.size OR (NEW.size = OLD.size AND NEW.note IS DISTINCT FROM OLD.note)',
  idempotency_records: `NEW.created_at < OLD.created_at + interval '24 hours'`,
  policy_revisions: 'OLD.version_to IS NOT NULL',
  reviews: `OLD.status <> 'PENDING' AND (NEW.status, NEW.decided_at, NEW.decided_by, NEW.decided_role, NEW.channel)
    IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by, OLD.decided_role, OLD.channel)`,
  anomalies: `OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.closed_by, NEW.closed_seq)
    IS DISTINCT FROM (OLD.closed_at, OLD.closed_by, OLD.closed_seq)`,
  api_keys: 'OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at',
};

export const TRIGGERS = `
  CREATE FUNCTION svc.refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'permission denied for this change of %', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$;
  ${Object.entries(NEVER)
    .map(
      ([table, condition]) => `CREATE TRIGGER never BEFORE UPDATE ON svc.${table} FOR EACH ROW
    WHEN (${condition}) EXECUTE FUNCTION svc.refuse_update();`,
    )
    .join('\n  ')}

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

  CREATE FUNCTION svc.tell_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('svc_news', 'r:' || NEW.event_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER resolved AFTER UPDATE OF status ON svc.reviews
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc.tell_of_review();

  CREATE FUNCTION svc.tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('svc_news', 's:' || OLD.id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER ended AFTER DELETE ON svc.sessions
    FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION svc.tell_of_session();
  CREATE TRIGGER moved AFTER UPDATE OF organization_id ON svc.sessions
    FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id)
    EXECUTE FUNCTION svc.tell_of_session();

  CREATE FUNCTION svc.follow_review() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE svc.chat_outbox SET version = version + 1,
      due_at = CASE WHEN claimed_at IS NULL THEN now() ELSE due_at END
    WHERE event_id = NEW.event_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER followed AFTER UPDATE OF status ON svc.reviews
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc.follow_review();

  CREATE FUNCTION svc.end_grants_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE svc.oauth_grants g
    SET ended_at = now(), end_reason = CASE WHEN TG_OP = 'DELETE' THEN 'MEMBERSHIP' ELSE 'ROLE' END
    WHERE g.organization_id = OLD.organization_id AND g.account_id = OLD.account_id AND g.ended_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ends_grants AFTER DELETE ON svc.memberships
    FOR EACH ROW EXECUTE FUNCTION svc.end_grants_of_membership();
  CREATE TRIGGER demotion_ends_grants AFTER UPDATE OF role ON svc.memberships
    FOR EACH ROW WHEN (
      array_position(ARRAY['MEMBER', 'ADMIN', 'OWNER'], NEW.role)
        < array_position(ARRAY['MEMBER', 'ADMIN', 'OWNER'], OLD.role)
    ) EXECUTE FUNCTION svc.end_grants_of_membership();

  CREATE FUNCTION svc.index_recovery() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO svc.webhook_recovery_index AS i (recovery_id, organization_id, is_finished, at)
    VALUES (NEW.id, NEW.organization_id, NEW.finished_at IS NOT NULL, COALESCE(NEW.finished_at, clock_timestamp()))
    ON CONFLICT (recovery_id) DO UPDATE SET is_finished = excluded.is_finished, at = excluded.at;
    RETURN NULL;
  END $$;
  CREATE TRIGGER indexed AFTER INSERT OR UPDATE ON svc.webhook_recoveries
    FOR EACH ROW EXECUTE FUNCTION svc.index_recovery();
`;
