// SPDX-License-Identifier: Apache-2.0
/**
 * The rights of the service to update, column by column. Identities, times of making and links to others are written
 * once. A few rows also refuse what columns cannot tell: a head that goes back, a review that is decided twice.
 */

/** The columns that change after a row was made. A column that is added later needs a grant of its own. */
const MAY_UPDATE: Readonly<Record<string, string>> = {
  account_devices: 'last_used_at',
  account_links: 'id, email, secret_hash, sealed_secret, created_at, expires_at',
  account_passkeys: 'counter, name, last_used_at',
  account_totp: 'secret, created_at, enabled_at, last_step',
  accounts: 'email, email_key, name, password_hash, email_verified_at, language, notifications',
  agent_first_actions: 'anomaly_id',
  agent_hours: 'events, records',
  agent_slices: 'events, records',
  agents: 'name, status, permissions, updated_at',
  anomalies: 'closed_at, note, updated_at, closed_by, closed_seq, note_salt',
  anomaly_cursors: 'rolled_up_seq, scanned_seq',
  api_keys: 'name, agent_id, allowed_ips, expires_at, revoked_at, updated_at',
  audit_checkpoint_heads: 'size, frontier, note',
  audit_signing_keys: 'private_key',
  checkpoint_outbox: 'pushed_size, last_size, due_at, attempts',
  gateway_marks: 'settled_seq',
  http_routes:
    'name, base_url, integration_id, resource_id, agent_ids, actions, methods, timeout_ms, scan_body, updated_at',
  idempotency_records: 'created_at, event_id, fingerprint, fingerprint_key_id',
  integrations: 'name, kind, allowed_hosts, credential, secret, updated_at',
  invitations: 'role, secret_hash, sealed_secret, sent_at, expires_at',
  mail_outbox: 'due_at, attempts, done_recipient_ids, sent, refused, ended_at',
  mcp_routes: 'name, agent_id, resource_id, scan_body, updated_at',
  memberships: 'role',
  organization_directory: 'name_digest',
  organization_heads: 'generation, audit_seq, audit_hash, policy_set_version, usage_month, usage_events',
  organizations:
    'name, plan, time_zone, enforcement, review_expiry_minutes, risk_review_at, risk_block_at, checkpoint_url, ' +
    'events_per_month, agents_max, retention_days, private_networks, require_mfa, updated_at',
  policy_revisions: 'version_to',
  provisioned_records: 'hash_key_id, fields, applied_at',
  rate_windows: 'hits, pending, expires_at',
  resource_first_destinations: 'anomaly_id',
  resource_uses: 'events',
  resources: 'name, classification, description, updated_at',
  reviews: 'status, decided_at, note, decided_by, decided_role, channel, note_salt, audit_seq, note_erased_seq',
  sessions:
    'organization_id, expires_at, refresh_hash, access_hash, access_expires_at, rotated_at, previous_refresh_hash, ' +
    'previous_access_hash, previous_access_expires_at, successor_salt, signed_in_at, last_used_at, network, browser, ' +
    'system',
  task_runs: 'started_at, finished_at, succeeded, backlog',
  webhook_endpoints:
    'url, description, secret, disabled_at, updated_at, rotated_secret, next_secret, next_secret_at, failing_since, ' +
    'disabled_reason, last_failed_at',
  webhook_outbox: 'due_at, attempt, step, claimed_at',
  webhook_recoveries: 'finished_at, after_id, recovered',
};

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
};

export const NARROW_RIGHTS = `
  ${Object.entries(MAY_UPDATE)
    .map(
      ([table, columns]) => `REVOKE UPDATE ON svc.${table} FROM svc_app;
  GRANT UPDATE (${columns}) ON svc.${table} TO svc_app;`,
    )
    .join('\n  ')}

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
`;
