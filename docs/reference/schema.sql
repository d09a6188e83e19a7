-- Written from the catalog by `npm run generate`; edits here are lost.

-- shared: what happened to an account; for its person alone, and in no chain of an organization
CREATE TABLE svc.account_activity (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  network text,
  browser text,
  system text,
  details jsonb NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX account_activity_age ON svc.account_activity USING btree (at);
CREATE INDEX account_activity_of_account ON svc.account_activity USING btree (account_id, id);
GRANT DELETE, INSERT, SELECT ON svc.account_activity TO svc_app;

-- shared: browsers in which a person has signed in; digests of a cookie
CREATE TABLE svc.account_devices (
  account_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  PRIMARY KEY (account_id, device_hash),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK ((length(device_hash) = 32))
);
GRANT DELETE, INSERT, SELECT ON svc.account_devices TO svc_app;
GRANT UPDATE (last_used_at) ON svc.account_devices TO svc_app;

-- shared: one-time links in mails; found by the digest of their secret before a person is known
CREATE TABLE svc.account_links (
  id uuid NOT NULL,
  account_id uuid,
  purpose text NOT NULL,
  email text NOT NULL,
  secret_hash bytea NOT NULL,
  sealed_secret text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  UNIQUE (account_id, purpose),
  UNIQUE (secret_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK ((length(secret_hash) = 32))
);
CREATE INDEX account_links_expiry ON svc.account_links USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON svc.account_links TO svc_app;
GRANT UPDATE (id, email, secret_hash, sealed_secret, created_at, expires_at) ON svc.account_links TO svc_app;

-- shared: a person signs in by one before any organization is known; public keys
CREATE TABLE svc.account_passkeys (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  UNIQUE (credential_id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE
);
CREATE INDEX account_passkeys_of_account ON svc.account_passkeys USING btree (account_id, id);
GRANT DELETE, INSERT, SELECT ON svc.account_passkeys TO svc_app;
GRANT UPDATE (counter, name, last_used_at) ON svc.account_passkeys TO svc_app;

-- shared: belong to a person, before any organization is known; digests of random codes
CREATE TABLE svc.account_recovery_codes (
  account_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (account_id, code_hash),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK ((length(code_hash) = 32))
);
GRANT DELETE, INSERT, SELECT ON svc.account_recovery_codes TO svc_app;

-- shared: belongs to a person, before any organization is known
CREATE TABLE svc.account_totp (
  account_id uuid NOT NULL,
  secret text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  enabled_at timestamp with time zone,
  last_step bigint NOT NULL,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT ON svc.account_totp TO svc_app;
GRANT UPDATE (secret, created_at, enabled_at, last_step) ON svc.account_totp TO svc_app;
CREATE TRIGGER never_added BEFORE INSERT ON svc.account_totp FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ('factor '::text || new.account_id)) EXECUTE FUNCTION svc.refuse_update();
CREATE TRIGGER never_many BEFORE UPDATE OF secret, created_at ON svc.account_totp FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ('factor '::text || old.account_id)) EXECUTE FUNCTION svc.refuse_update();

-- shared: a person signs in before any organization is known
CREATE TABLE svc.accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  email_verified_at timestamp with time zone,
  language text,
  notifications jsonb NOT NULL,
  is_demo boolean NOT NULL,
  made_from text,
  UNIQUE (email_key),
  PRIMARY KEY (id),
  CHECK ((language = ANY (ARRAY['en'::text, 'pt-BR'::text])))
);
GRANT DELETE, INSERT, SELECT ON svc.accounts TO svc_app;
GRANT UPDATE (email, email_key, name, password_hash, email_verified_at, language, notifications, is_demo) ON svc.accounts TO svc_app;
CREATE TRIGGER never_many BEFORE UPDATE OF password_hash ON svc.accounts FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ('password '::text || old.id)) EXECUTE FUNCTION svc.refuse_update();

-- Sessions of the Agent Control Standard, each with the head of its chain.
CREATE TABLE svc.acs_sessions (
  organization_id uuid NOT NULL,
  session bytea NOT NULL,
  head bytea NOT NULL,
  last_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, session),
  CHECK ((octet_length(head) = 32))
);
ALTER TABLE svc.acs_sessions FORCE ROW LEVEL SECURITY;
CREATE INDEX acs_sessions_by_age ON svc.acs_sessions USING btree (last_at);
CREATE POLICY organization ON svc.acs_sessions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.acs_sessions TO svc_app;
GRANT UPDATE (head, last_at) ON svc.acs_sessions TO svc_app;

-- Events whose act was redeemed, refused or reported, and its outcome.
CREATE TABLE svc.acts (
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  redeemed_at timestamp with time zone,
  redeem_key text,
  forwarder_id integer,
  refused text[] NOT NULL,
  outcome text,
  outcome_records integer,
  outcome_code text,
  outcome_source text,
  reported_at timestamp with time zone,
  amended_at timestamp with time zone,
  exceeds boolean NOT NULL,
  entries bigint[] NOT NULL,
  PRIMARY KEY (organization_id, event_id),
  CHECK (((outcome IS NULL) = (reported_at IS NULL))),
  CHECK ((outcome = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text, 'UNKNOWN'::text]))),
  CHECK ((outcome_source = ANY (ARRAY['REPORTED'::text, 'GATEWAY'::text])))
);
ALTER TABLE svc.acts FORCE ROW LEVEL SECURITY;
CREATE INDEX acts_exceeding ON svc.acts USING btree (organization_id, event_id) WHERE exceeds;
CREATE INDEX acts_under_way ON svc.acts USING btree (organization_id, event_id) WHERE ((forwarder_id IS NOT NULL) AND (outcome IS NULL));
CREATE POLICY old_enough ON svc.acts AS RESTRICTIVE FOR DELETE USING ((NOT (EXISTS ( SELECT
   FROM svc.events e
  WHERE ((e.organization_id = acts.organization_id) AND (e.id = acts.event_id) AND (e.created_at >= (now() - '1 day'::interval)))))) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = acts.organization_id))));
CREATE POLICY organization ON svc.acts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.acts TO svc_app;
GRANT UPDATE (redeemed_at, redeem_key, forwarder_id, refused, outcome, outcome_records, outcome_code, outcome_source, reported_at, amended_at, exceeds, entries) ON svc.acts TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.acts FOR EACH ROW WHEN (old.redeemed_at IS NOT NULL AND (new.redeemed_at IS DISTINCT FROM old.redeemed_at OR new.redeem_key IS DISTINCT FROM old.redeem_key OR new.forwarder_id IS DISTINCT FROM old.forwarder_id) OR old.outcome <> 'UNKNOWN'::text AND new.outcome IS DISTINCT FROM old.outcome) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.agent_first_actions (
  organization_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  action text NOT NULL,
  first_at timestamp with time zone NOT NULL,
  anomaly_id uuid,
  PRIMARY KEY (organization_id, agent_id, action)
);
ALTER TABLE svc.agent_first_actions FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.agent_first_actions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.agent_first_actions TO svc_app;
GRANT UPDATE (anomaly_id) ON svc.agent_first_actions TO svc_app;

-- row-level security forced
CREATE TABLE svc.agent_hours (
  organization_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  hour_at timestamp with time zone NOT NULL,
  events bigint NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (organization_id, agent_id, hour_at)
);
ALTER TABLE svc.agent_hours FORCE ROW LEVEL SECURITY;
CREATE INDEX agent_hours_by_time ON svc.agent_hours USING btree (organization_id, hour_at);
CREATE POLICY organization ON svc.agent_hours USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.agent_hours TO svc_app;
GRANT UPDATE (events, records) ON svc.agent_hours TO svc_app;

-- Five minutes each, of the last hours only.
CREATE TABLE svc.agent_slices (
  organization_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  slice_at timestamp with time zone NOT NULL,
  events bigint NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (organization_id, agent_id, slice_at)
);
ALTER TABLE svc.agent_slices FORCE ROW LEVEL SECURITY;
CREATE INDEX agent_slices_by_time ON svc.agent_slices USING btree (organization_id, slice_at);
CREATE POLICY organization ON svc.agent_slices USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.agent_slices TO svc_app;
GRANT UPDATE (events, records) ON svc.agent_slices TO svc_app;

-- row-level security forced
CREATE TABLE svc.agent_status_changes (
  organization_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid,
  reason text,
  reason_salt bytea,
  reason_erased_at timestamp with time zone,
  PRIMARY KEY (organization_id, agent_id, id),
  FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id) ON DELETE CASCADE,
  CHECK (((reason IS NULL) OR (reason_salt IS NOT NULL))),
  CHECK ((length(reason_salt) = 32)),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])))
);
ALTER TABLE svc.agent_status_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.agent_status_changes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.agent_status_changes TO svc_app;
GRANT UPDATE (reason, reason_salt, reason_erased_at) ON svc.agent_status_changes TO svc_app;

-- row-level security forced
CREATE TABLE svc.agents (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  permissions jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  description text,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])))
);
ALTER TABLE svc.agents FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.agents USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.agents TO svc_app;
GRANT UPDATE (name, status, permissions, updated_at, description) ON svc.agents TO svc_app;

-- row-level security forced
CREATE TABLE svc.anomalies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  agent_id uuid NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL,
  message_params jsonb NOT NULL,
  closed_at timestamp with time zone,
  note text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  opened_seq bigint NOT NULL,
  closed_by uuid,
  closed_seq bigint,
  note_salt bytea,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  CHECK (((closed_at IS NULL) = (closed_seq IS NULL))),
  CHECK (((note IS NULL) OR (note_salt IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['VOLUME_SPIKE'::text, 'NEW_ACTION'::text, 'NEW_EXTERNAL_DEST'::text, 'RATE_SPIKE'::text]))),
  CHECK ((length(note_salt) = 32))
);
ALTER TABLE svc.anomalies FORCE ROW LEVEL SECURITY;
CREATE INDEX anomalies_by_status ON svc.anomalies USING btree (organization_id, ((closed_at IS NULL)), opened_seq);
CREATE INDEX anomalies_closed ON svc.anomalies USING btree (organization_id, agent_id, kind, closed_at);
CREATE UNIQUE INDEX anomalies_by_seq ON svc.anomalies USING btree (organization_id, opened_seq);
CREATE UNIQUE INDEX anomalies_open ON svc.anomalies USING btree (organization_id, agent_id, kind) WHERE (closed_at IS NULL);
CREATE POLICY organization ON svc.anomalies USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.anomalies TO svc_app;
GRANT UPDATE (closed_at, note, updated_at, closed_by, closed_seq, note_salt) ON svc.anomalies TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.anomalies FOR EACH ROW WHEN (old.closed_at IS NOT NULL AND (new.closed_at IS DISTINCT FROM old.closed_at OR new.closed_by IS DISTINCT FROM old.closed_by OR new.closed_seq IS DISTINCT FROM old.closed_seq)) EXECUTE FUNCTION svc.refuse_update();

-- across organizations: finds the organization of a presented key by its SHA-256
CREATE TABLE svc.api_key_directory (
  key_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  PRIMARY KEY (key_hash)
);
ALTER TABLE svc.api_key_directory FORCE ROW LEVEL SECURITY;
CREATE INDEX api_key_directory_of_organization ON svc.api_key_directory USING btree (organization_id);
CREATE POLICY across_select ON svc.api_key_directory FOR SELECT USING ('api_key_directory'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.api_key_directory USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.api_key_directory TO svc_app;

-- row-level security forced
CREATE TABLE svc.api_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  key_prefix text NOT NULL,
  key_hash bytea NOT NULL,
  agent_id uuid,
  allowed_ips text[],
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  revokes_at timestamp with time zone,
  replaced_by uuid,
  permissions text[] NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
  CHECK (((NOT ('apply'::text = ANY (permissions))) OR ((kind = 'LIVE'::text) AND (agent_id IS NULL)))),
  CHECK (((cardinality(permissions) > 0) AND (permissions <@ '{decide,read,test,apply}'::text[]))),
  CHECK (((revokes_at IS NULL) = (replaced_by IS NULL))),
  CHECK ((kind = ANY (ARRAY['LIVE'::text, 'TEST'::text]))),
  CHECK ((length(key_hash) = 32))
);
ALTER TABLE svc.api_keys FORCE ROW LEVEL SECURITY;
CREATE INDEX api_keys_retiring ON svc.api_keys USING btree (revokes_at) WHERE ((revoked_at IS NULL) AND (revokes_at IS NOT NULL));
CREATE UNIQUE INDEX api_keys_current_name ON svc.api_keys USING btree (organization_id, name) WHERE ((revoked_at IS NULL) AND (revokes_at IS NULL));
CREATE POLICY organization ON svc.api_keys USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.api_keys TO svc_app;
GRANT UPDATE (name, agent_id, allowed_ips, expires_at, revoked_at, updated_at, revokes_at, replaced_by, permissions) ON svc.api_keys TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.api_keys FOR EACH ROW WHEN (old.revoked_at IS NOT NULL AND new.revoked_at IS DISTINCT FROM old.revoked_at) EXECUTE FUNCTION svc.refuse_update();

-- Hashes of the audit tree over archived entries: one for each bundle of 256, and above it one for 256 below.
CREATE TABLE svc.audit_archive_nodes (
  organization_id uuid NOT NULL,
  level smallint NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  last_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, level, number),
  CHECK (((level >= 1) AND (level <= 6))),
  CHECK ((length(hash) = 32)),
  CHECK ((number >= 0))
);
ALTER TABLE svc.audit_archive_nodes FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.audit_archive_nodes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT SELECT ON svc.audit_archive_nodes TO svc_app;

-- no comment
CREATE TABLE svc.audit_archive_settings (
  is_only boolean NOT NULL,
  after_days integer,
  paused boolean NOT NULL,
  PRIMARY KEY (is_only),
  CHECK ((after_days >= 1)),
  CHECK (is_only)
);
GRANT SELECT ON svc.audit_archive_settings TO svc_app;
GRANT UPDATE (paused) ON svc.audit_archive_settings TO svc_app;

-- Where the next checkpoint goes on: locked by whoever signs. Decisions lock another row and never wait for it.
CREATE TABLE svc.audit_checkpoint_heads (
  organization_id uuid NOT NULL,
  size bigint NOT NULL,
  frontier bytea NOT NULL,
  note text,
  thinned_size bigint NOT NULL,
  archived_bundles bigint NOT NULL,
  PRIMARY KEY (organization_id),
  CHECK (((length(frontier) % 32) = 0)),
  CHECK (((size = 0) = (note IS NULL))),
  CHECK ((size >= 0))
);
ALTER TABLE svc.audit_checkpoint_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.audit_checkpoint_heads USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.audit_checkpoint_heads TO svc_app;
GRANT UPDATE (size, frontier, note) ON svc.audit_checkpoint_heads TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.audit_checkpoint_heads FOR EACH ROW WHEN (new.size < old.size OR new.size = old.size AND new.note IS DISTINCT FROM old.note) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.audit_checkpoints (
  organization_id uuid NOT NULL,
  size bigint NOT NULL,
  frontier bytea NOT NULL,
  note text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  pushed boolean NOT NULL,
  PRIMARY KEY (organization_id, size),
  CHECK (((length(frontier) % 32) = 0)),
  CHECK ((size > 0))
);
ALTER TABLE svc.audit_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.audit_checkpoints USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.audit_checkpoints TO svc_app;
GRANT UPDATE (pushed) ON svc.audit_checkpoints TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.audit_checkpoints FOR EACH ROW WHEN (old.pushed AND NOT new.pushed) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.audit_entries (
  organization_id uuid NOT NULL,
  seq bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  metadata json NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (organization_id, seq),
  CHECK ((actor_type = ANY (ARRAY['user'::text, 'key'::text, 'system'::text]))),
  CHECK ((length(hash) = 32)),
  CHECK ((length(prev_hash) = 32)),
  CHECK ((seq > 0))
);
ALTER TABLE svc.audit_entries FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_entries_about_members ON svc.audit_entries USING btree (organization_id, subject_id, seq) WHERE (subject_type = 'member'::text);
CREATE INDEX audit_entries_of_calls ON svc.audit_entries USING btree (organization_id, subject_id, seq) WHERE (kind = 'gateway.called'::text);
CREATE INDEX audit_entries_of_people ON svc.audit_entries USING btree (organization_id, actor_id, seq) WHERE (actor_type = 'user'::text);
CREATE POLICY organization ON svc.audit_entries USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.audit_entries TO svc_app;

-- shared: one Ed25519 key for the deployment, never a second
CREATE TABLE svc.audit_signing_keys (
  is_only boolean NOT NULL,
  public_key bytea NOT NULL,
  private_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (is_only),
  CHECK ((length(public_key) = 32)),
  CHECK (is_only)
);
GRANT INSERT, SELECT ON svc.audit_signing_keys TO svc_app;

-- row-level security forced
CREATE TABLE svc.billing_accounts (
  organization_id uuid NOT NULL,
  customer_id text NOT NULL,
  state text,
  plan text,
  paid_until timestamp with time zone,
  ends_then boolean NOT NULL,
  grace_ends_at timestamp with time zone,
  lapsed_at timestamp with time zone,
  version bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((plan = ANY (ARRAY['TEAM'::text, 'BUSINESS'::text]))),
  CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAST_DUE'::text, 'CANCELLED'::text])))
);
ALTER TABLE svc.billing_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.billing_accounts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.billing_accounts TO svc_app;
GRANT UPDATE (state, plan, paid_until, ends_then, grace_ends_at, lapsed_at, version, updated_at) ON svc.billing_accounts TO svc_app;

-- across organizations: events of the payment processor find their organization
CREATE TABLE svc.billing_customers (
  customer_id text NOT NULL,
  organization_id uuid NOT NULL,
  UNIQUE (organization_id),
  PRIMARY KEY (customer_id)
);
ALTER TABLE svc.billing_customers FORCE ROW LEVEL SECURITY;
CREATE POLICY across_select ON svc.billing_customers FOR SELECT USING ('billing_customers'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.billing_customers USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.billing_customers TO svc_app;

-- shared: customers of deleted organizations, without the organization
CREATE TABLE svc.billing_ended (
  customer_id text NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  PRIMARY KEY (customer_id)
);
GRANT DELETE, INSERT, SELECT ON svc.billing_ended TO svc_app;

-- shared: ids of events that are done
CREATE TABLE svc.billing_events (
  event_id text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  PRIMARY KEY (event_id)
);
GRANT DELETE, INSERT, SELECT ON svc.billing_events TO svc_app;

-- How many acts, or records, are let through in a calendar window.
CREATE TABLE svc.budgets (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  spec json NOT NULL,
  series integer NOT NULL,
  since timestamp with time zone NOT NULL,
  raised_window timestamp with time zone,
  raised_amount bigint,
  raised_note text,
  raised_note_salt bytea,
  noticed_window timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  CHECK (((raised_window IS NULL) = (raised_amount IS NULL))),
  CHECK ((length(raised_note_salt) = 32)),
  CHECK ((raised_amount > 0)),
  CHECK ((series > 0))
);
ALTER TABLE svc.budgets FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.budgets USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.budgets TO svc_app;
GRANT UPDATE (name, spec, series, since, raised_window, raised_amount, raised_note, raised_note_salt, noticed_window, updated_at) ON svc.budgets TO svc_app;

-- across organizations: found by the digest of a secret; a task deletes old ones
CREATE TABLE svc.chat_link_requests (
  secret_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  chat_team text NOT NULL,
  chat_user text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  chat_team_name text,
  chat_user_name text,
  secret_digest bytea NOT NULL,
  UNIQUE (integration_id, chat_team, chat_user),
  PRIMARY KEY (secret_hash),
  CHECK (((char_length(chat_team_name) >= 1) AND (char_length(chat_team_name) <= 80))),
  CHECK (((char_length(chat_user_name) >= 1) AND (char_length(chat_user_name) <= 80)))
);
ALTER TABLE svc.chat_link_requests FORCE ROW LEVEL SECURITY;
CREATE INDEX chat_link_requests_over ON svc.chat_link_requests USING btree (expires_at);
CREATE POLICY across_delete ON svc.chat_link_requests FOR DELETE USING ('chat_link_requests'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.chat_link_requests FOR SELECT USING ('chat_link_requests'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.chat_link_requests USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.chat_link_requests TO svc_app;
GRANT UPDATE (secret_hash, expires_at, chat_team_name, chat_user_name, secret_digest) ON svc.chat_link_requests TO svc_app;

-- across organizations: a person finds their own, wherever they are
CREATE TABLE svc.chat_links (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  chat_team text NOT NULL,
  chat_user text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  secret_digest bytea NOT NULL,
  UNIQUE (integration_id, chat_team, chat_user),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE
);
ALTER TABLE svc.chat_links FORCE ROW LEVEL SECURITY;
CREATE INDEX chat_links_of_account ON svc.chat_links USING btree (account_id);
CREATE POLICY across_select ON svc.chat_links FOR SELECT USING ('chat_links'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.chat_links USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.chat_links TO svc_app;

-- across organizations: ids of reviews and messages; workers claim them, a signed press names one, and a task deletes old ones
CREATE TABLE svc.chat_outbox (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  event_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  attempts integer NOT NULL,
  claims bigint NOT NULL,
  claimed_at timestamp with time zone,
  version integer NOT NULL,
  is_doubtful boolean NOT NULL,
  message_ts text,
  message_channel text,
  shown text,
  UNIQUE (organization_id, event_id, integration_id),
  PRIMARY KEY (organization_id, id)
);
ALTER TABLE svc.chat_outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX chat_outbox_by_id ON svc.chat_outbox USING btree (id);
CREATE INDEX chat_outbox_due ON svc.chat_outbox USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX chat_outbox_lanes ON svc.chat_outbox USING btree (organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX chat_outbox_of_integration ON svc.chat_outbox USING btree (organization_id, integration_id);
CREATE INDEX chat_outbox_old ON svc.chat_outbox USING btree (created_at) WHERE (due_at IS NULL);
CREATE POLICY across_delete ON svc.chat_outbox FOR DELETE USING ('chat_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.chat_outbox FOR SELECT USING ('chat_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.chat_outbox FOR UPDATE USING ('chat_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.chat_outbox USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.chat_outbox TO svc_app;
GRANT UPDATE (due_at, attempts, claims, claimed_at, version, is_doubtful, message_ts, message_channel, shown) ON svc.chat_outbox TO svc_app;

-- shared: digests of signed requests: none counts twice
CREATE TABLE svc.chat_requests (
  digest bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (digest)
);
CREATE INDEX chat_requests_over ON svc.chat_requests USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON svc.chat_requests TO svc_app;

-- across organizations: sizes of checkpoints to be pushed; workers claim them
CREATE TABLE svc.checkpoint_outbox (
  organization_id uuid NOT NULL,
  pushed_size bigint NOT NULL,
  last_size bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.checkpoint_outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX checkpoint_outbox_due ON svc.checkpoint_outbox USING btree (due_at);
CREATE POLICY across_select ON svc.checkpoint_outbox FOR SELECT USING ('checkpoint_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.checkpoint_outbox FOR UPDATE USING ('checkpoint_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.checkpoint_outbox USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.checkpoint_outbox TO svc_app;
GRANT UPDATE (pushed_size, last_size, due_at, attempts) ON svc.checkpoint_outbox TO svc_app;

-- Locked by whoever counts: no event is counted twice.
CREATE TABLE svc.count_cursors (
  organization_id uuid NOT NULL,
  counted_seq bigint NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  time_zone text NOT NULL,
  days_to timestamp with time zone NOT NULL,
  decisions_from bigint NOT NULL,
  records_from bigint NOT NULL,
  agents_from bigint NOT NULL,
  scanned_seq bigint NOT NULL,
  numbers_from bigint NOT NULL,
  numbers_to bigint NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.count_cursors FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.count_cursors USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.count_cursors TO svc_app;
GRANT UPDATE (counted_seq, counted_at, time_zone, days_to, scanned_seq, numbers_from, numbers_to) ON svc.count_cursors TO svc_app;

-- Counts of budgets and grants. They change behind the lock of the head alone.
CREATE TABLE svc.counters (
  organization_id uuid NOT NULL,
  name text NOT NULL,
  of uuid NOT NULL,
  sandbox boolean NOT NULL,
  bucket text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  window_end timestamp with time zone,
  used bigint NOT NULL,
  PRIMARY KEY (organization_id, name),
  CHECK ((used >= 0))
);
ALTER TABLE svc.counters FORCE ROW LEVEL SECURITY;
CREATE INDEX counters_of ON svc.counters USING btree (organization_id, of, window_start);
CREATE POLICY organization ON svc.counters USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.counters TO svc_app;
GRANT UPDATE (used) ON svc.counters TO svc_app;

-- row-level security forced
CREATE TABLE svc.decision_code_days (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  grain text NOT NULL,
  kind text NOT NULL,
  day_at timestamp with time zone NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  code text NOT NULL,
  events bigint NOT NULL,
  reviewed bigint NOT NULL,
  blocked bigint NOT NULL,
  would_review bigint NOT NULL,
  would_block bigint NOT NULL,
  PRIMARY KEY (organization_id, sandbox, grain, kind, day_at, agent_id, resource_id, code),
  CHECK ((grain = ANY (ARRAY['ALL'::text, 'AGENT'::text, 'RESOURCE'::text, 'PAIR'::text]))),
  CHECK ((kind = ANY (ARRAY['POLICY'::text, 'DECIDER'::text, 'CAUSE'::text, 'FACTOR'::text, 'FINDING'::text, 'ACTION'::text, 'DESTINATION'::text])))
);
ALTER TABLE svc.decision_code_days FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.decision_code_days USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.decision_code_days TO svc_app;

-- row-level security forced
CREATE TABLE svc.decision_code_hours (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  grain text NOT NULL,
  kind text NOT NULL,
  hour_at timestamp with time zone NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  code text NOT NULL,
  events bigint NOT NULL,
  reviewed bigint NOT NULL,
  blocked bigint NOT NULL,
  would_review bigint NOT NULL,
  would_block bigint NOT NULL,
  PRIMARY KEY (organization_id, sandbox, grain, kind, hour_at, agent_id, resource_id, code),
  CHECK ((grain = ANY (ARRAY['ALL'::text, 'AGENT'::text, 'RESOURCE'::text, 'PAIR'::text]))),
  CHECK ((kind = ANY (ARRAY['POLICY'::text, 'DECIDER'::text, 'CAUSE'::text, 'FACTOR'::text, 'FINDING'::text, 'ACTION'::text, 'DESTINATION'::text])))
);
ALTER TABLE svc.decision_code_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY old_enough ON svc.decision_code_hours AS RESTRICTIVE FOR DELETE USING ((hour_at < (now() - '400 days'::interval)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = decision_code_hours.organization_id))));
CREATE POLICY organization ON svc.decision_code_hours USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.decision_code_hours TO svc_app;
GRANT UPDATE (events, reviewed, blocked, would_review, would_block) ON svc.decision_code_hours TO svc_app;

-- row-level security forced
CREATE TABLE svc.decision_days (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  grain text NOT NULL,
  day_at timestamp with time zone NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  events bigint NOT NULL,
  reviewed bigint NOT NULL,
  blocked bigint NOT NULL,
  would_review bigint NOT NULL,
  would_block bigint NOT NULL,
  medium bigint NOT NULL,
  high bigint NOT NULL,
  critical bigint NOT NULL,
  risk_points bigint NOT NULL,
  records bigint NOT NULL,
  seq_from bigint,
  seq_to bigint,
  PRIMARY KEY (organization_id, sandbox, grain, day_at, agent_id, resource_id),
  CHECK (((((reviewed + blocked) + would_review) + would_block) <= events)),
  CHECK ((grain = ANY (ARRAY['ALL'::text, 'AGENT'::text, 'RESOURCE'::text, 'PAIR'::text])))
);
ALTER TABLE svc.decision_days FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.decision_days USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.decision_days TO svc_app;

-- row-level security forced
CREATE TABLE svc.decision_hours (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  grain text NOT NULL,
  hour_at timestamp with time zone NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  events bigint NOT NULL,
  reviewed bigint NOT NULL,
  blocked bigint NOT NULL,
  would_review bigint NOT NULL,
  would_block bigint NOT NULL,
  medium bigint NOT NULL,
  high bigint NOT NULL,
  critical bigint NOT NULL,
  risk_points bigint NOT NULL,
  records bigint NOT NULL,
  seq_from bigint,
  seq_to bigint,
  PRIMARY KEY (organization_id, sandbox, grain, hour_at, agent_id, resource_id),
  CHECK (((((reviewed + blocked) + would_review) + would_block) <= events)),
  CHECK ((grain = ANY (ARRAY['ALL'::text, 'AGENT'::text, 'RESOURCE'::text, 'PAIR'::text])))
);
ALTER TABLE svc.decision_hours FORCE ROW LEVEL SECURITY;
CREATE POLICY old_enough ON svc.decision_hours AS RESTRICTIVE FOR DELETE USING ((hour_at < (now() - '400 days'::interval)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = decision_hours.organization_id))));
CREATE POLICY organization ON svc.decision_hours USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.decision_hours TO svc_app;
GRANT UPDATE (events, reviewed, blocked, would_review, would_block, medium, high, critical, risk_points, records, seq_from, seq_to) ON svc.decision_hours TO svc_app;

-- across organizations: visitors find the demo before any organization is known
CREATE TABLE svc.demo_organizations (
  organization_id uuid NOT NULL,
  visitor_id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.demo_organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY across_select ON svc.demo_organizations FOR SELECT USING ('demo_organizations'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.demo_organizations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.demo_organizations TO svc_app;
GRANT UPDATE (opened_at) ON svc.demo_organizations TO svc_app;

-- Each way in by which decisions were asked for: when last, and when last stopped.
CREATE TABLE svc.door_uses (
  organization_id uuid NOT NULL,
  door text NOT NULL,
  sandbox boolean NOT NULL,
  last_at timestamp with time zone NOT NULL,
  last_stopped_at timestamp with time zone,
  events bigint NOT NULL,
  PRIMARY KEY (organization_id, door, sandbox),
  CHECK ((events > 0))
);
ALTER TABLE svc.door_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.door_uses USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.door_uses TO svc_app;
GRANT UPDATE (door, sandbox, last_at, last_stopped_at, events) ON svc.door_uses TO svc_app;

-- row-level security forced
CREATE TABLE svc.events (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  seq bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sandbox boolean NOT NULL,
  api_key_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  destination text,
  records_affected integer,
  decision text NOT NULL,
  evaluated_decision text NOT NULL,
  risk_level text NOT NULL,
  risk_score smallint NOT NULL,
  quota_exceeded boolean NOT NULL,
  record json NOT NULL,
  gateway_call json,
  action_digest bytea,
  payload_salt bytea,
  content_scanned boolean,
  redeemable_until timestamp with time zone,
  context json,
  PRIMARY KEY (organization_id, id),
  CHECK ((length(action_digest) = 32)),
  CHECK ((length(payload_salt) = 32))
);
ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
CREATE INDEX events_by_kind ON ONLY svc.events USING btree (organization_id, sandbox, seq);
CREATE INDEX events_of_gateways ON ONLY svc.events USING btree (organization_id, seq) WHERE (gateway_call IS NOT NULL);
CREATE INDEX events_of_gateways_by_kind ON ONLY svc.events USING btree (organization_id, sandbox DESC NULLS LAST, seq DESC NULLS LAST) WHERE (gateway_call IS NOT NULL);
CREATE POLICY old_enough ON svc.events AS RESTRICTIVE FOR DELETE USING ((created_at < (now() - '1 day'::interval)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = events.organization_id))));
CREATE POLICY organization ON svc.events USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.events TO svc_app;
GRANT UPDATE (context) ON svc.events TO svc_app;

-- row-level security forced
CREATE TABLE svc.figure_days (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  day date NOT NULL,
  asked bigint NOT NULL,
  reviewed bigint NOT NULL,
  blocked bigint NOT NULL,
  risk_max smallint NOT NULL,
  PRIMARY KEY (organization_id, sandbox, kind, record_id, day),
  CHECK ((kind = ANY (ARRAY['AGENT'::text, 'RESOURCE'::text])))
);
ALTER TABLE svc.figure_days FORCE ROW LEVEL SECURITY;
CREATE INDEX figure_days_by_day ON svc.figure_days USING btree (organization_id, day);
CREATE POLICY organization ON svc.figure_days USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.figure_days TO svc_app;
GRANT UPDATE (asked, reviewed, blocked, risk_max) ON svc.figure_days TO svc_app;

-- The last decision of each record, by its number in the audit chain.
CREATE TABLE svc.figure_lasts (
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  seq bigint NOT NULL,
  event_id uuid NOT NULL,
  decision text NOT NULL,
  PRIMARY KEY (organization_id, kind, record_id, sandbox),
  CHECK ((kind = ANY (ARRAY['AGENT'::text, 'RESOURCE'::text, 'KEY'::text, 'ROUTE'::text])))
);
ALTER TABLE svc.figure_lasts FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.figure_lasts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.figure_lasts TO svc_app;
GRANT UPDATE (at, seq, event_id, decision) ON svc.figure_lasts TO svc_app;

-- row-level security forced
CREATE TABLE svc.figure_uses (
  organization_id uuid NOT NULL,
  sandbox boolean NOT NULL,
  agent_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  action text NOT NULL,
  day date NOT NULL,
  asked bigint NOT NULL,
  stopped bigint NOT NULL,
  PRIMARY KEY (organization_id, sandbox, agent_id, resource_id, action, day)
);
ALTER TABLE svc.figure_uses FORCE ROW LEVEL SECURITY;
CREATE INDEX figure_uses_by_day ON svc.figure_uses USING btree (organization_id, day);
CREATE INDEX figure_uses_of_resource ON svc.figure_uses USING btree (organization_id, sandbox, resource_id);
CREATE POLICY organization ON svc.figure_uses USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.figure_uses TO svc_app;
GRANT UPDATE (asked, stopped) ON svc.figure_uses TO svc_app;

-- shared: one-time links of a deployment without accounts; digests
CREATE TABLE svc.first_owner_links (
  secret_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (secret_hash),
  CHECK ((length(secret_hash) = 32))
);
GRANT DELETE, INSERT, SELECT ON svc.first_owner_links TO svc_app;

-- Standing permissions: acts like one that was approved are let through for a time.
CREATE TABLE svc.grants (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  action text NOT NULL,
  resource_id uuid NOT NULL,
  classification text NOT NULL,
  destination text,
  gateway json,
  dlp_types text[] NOT NULL,
  records_max integer NOT NULL,
  policy_id uuid,
  until timestamp with time zone NOT NULL,
  uses_max integer,
  note text,
  note_salt bytea,
  made_by uuid NOT NULL,
  made_at timestamp with time zone NOT NULL,
  audit_seq bigint NOT NULL,
  ended_at timestamp with time zone,
  ended_reason text,
  ended_by uuid,
  end_note text,
  end_note_salt bytea,
  end_seq bigint,
  uses integer,
  may_approve text[] NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (((end_note IS NULL) OR (end_note_salt IS NOT NULL))),
  CHECK (((ended_at IS NULL) = (ended_reason IS NULL))),
  CHECK (((ended_at IS NULL) = (uses IS NULL))),
  CHECK (((note IS NULL) OR (note_salt IS NOT NULL))),
  CHECK (((uses_max >= 1) AND (uses_max <= 1000))),
  CHECK ((length(end_note_salt) = 32)),
  CHECK ((length(note_salt) = 32)),
  CHECK ((records_max >= 0))
);
ALTER TABLE svc.grants FORCE ROW LEVEL SECURITY;
CREATE INDEX grants_by_state ON svc.grants USING btree (organization_id, ((ended_at IS NULL)), audit_seq);
CREATE INDEX grants_ended ON svc.grants USING btree (organization_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX grants_in_order ON svc.grants USING btree (organization_id, audit_seq);
CREATE INDEX grants_live ON svc.grants USING btree (organization_id, agent_id, until) WHERE (ended_at IS NULL);
CREATE INDEX grants_of_person ON svc.grants USING btree (organization_id, made_by);
CREATE POLICY organization ON svc.grants USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.grants TO svc_app;
GRANT UPDATE (note, note_salt, ended_at, ended_reason, ended_by, end_note, end_note_salt, end_seq, uses) ON svc.grants TO svc_app;

-- Who is in which group. They are members of the organization.
CREATE TABLE svc.group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, account_id, group_id)
);
ALTER TABLE svc.group_members FORCE ROW LEVEL SECURITY;
CREATE INDEX group_members_of_group ON svc.group_members USING btree (organization_id, group_id, account_id);
CREATE POLICY organization ON svc.group_members USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.group_members TO svc_app;

-- Groups of members. Policies name them as approvers.
CREATE TABLE svc.groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  source text NOT NULL,
  claim_value text,
  external_id text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, claim_value),
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  CHECK (((external_id IS NULL) OR (source = 'SCIM'::text))),
  CHECK (((source = 'CLAIM'::text) = (claim_value IS NOT NULL))),
  CHECK ((source = ANY (ARRAY['APP'::text, 'CLAIM'::text, 'SCIM'::text])))
);
ALTER TABLE svc.groups FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.groups USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.groups TO svc_app;
GRANT UPDATE (name, claim_value, external_id, updated_at) ON svc.groups TO svc_app;

-- row-level security forced
CREATE TABLE svc.guardrail_proofs (
  organization_id uuid NOT NULL,
  guardrail_id uuid NOT NULL,
  guardrail_version bigint NOT NULL,
  policy_set_version bigint NOT NULL,
  world_digest bytea NOT NULL,
  proved_at timestamp with time zone NOT NULL,
  result jsonb,
  PRIMARY KEY (organization_id, guardrail_id)
);
ALTER TABLE svc.guardrail_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.guardrail_proofs USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.guardrail_proofs TO svc_app;
GRANT UPDATE (guardrail_version, policy_set_version, world_digest, proved_at, result) ON svc.guardrail_proofs TO svc_app;

-- row-level security forced
CREATE TABLE svc.guardrail_versions (
  organization_id uuid NOT NULL,
  guardrail_id uuid NOT NULL,
  version bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  change text NOT NULL,
  restored_from bigint,
  name text NOT NULL,
  claim jsonb NOT NULL,
  enforcing boolean NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  source text NOT NULL,
  key_prefix text,
  PRIMARY KEY (organization_id, guardrail_id, version),
  CHECK ((actor_type = ANY (ARRAY['user'::text, 'key'::text, 'system'::text]))),
  CHECK ((change = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text]))),
  CHECK ((restored_from > 0)),
  CHECK ((version > 0))
);
ALTER TABLE svc.guardrail_versions FORCE ROW LEVEL SECURITY;
CREATE INDEX guardrail_versions_time ON svc.guardrail_versions USING btree (organization_id, created_at);
CREATE POLICY organization ON svc.guardrail_versions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.guardrail_versions TO svc_app;

-- row-level security forced
CREATE TABLE svc.guardrails (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  claim jsonb NOT NULL,
  enforcing boolean NOT NULL,
  version bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  CHECK ((version > 0))
);
ALTER TABLE svc.guardrails FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.guardrails USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.guardrails TO svc_app;
GRANT UPDATE (name, claim, enforcing, version, updated_at) ON svc.guardrails TO svc_app;

-- row-level security forced
CREATE TABLE svc.http_routes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  base_url text NOT NULL,
  integration_id uuid,
  resource_id uuid,
  agent_ids uuid[],
  actions text[],
  methods text[],
  timeout_ms integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  scan_body boolean NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id)
);
ALTER TABLE svc.http_routes FORCE ROW LEVEL SECURITY;
CREATE INDEX http_routes_by_integration ON svc.http_routes USING btree (organization_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE POLICY organization ON svc.http_routes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.http_routes TO svc_app;
GRANT UPDATE (name, base_url, integration_id, resource_id, agent_ids, actions, methods, timeout_ms, updated_at, scan_body) ON svc.http_routes TO svc_app;

-- row-level security forced
CREATE TABLE svc.idempotency_records (
  organization_id uuid NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  event_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  fingerprint_key_id text NOT NULL
);
ALTER TABLE svc.idempotency_records FORCE ROW LEVEL SECURITY;
CREATE INDEX idempotency_records_by_age ON ONLY svc.idempotency_records USING btree (created_at);
CREATE POLICY old_enough ON svc.idempotency_records AS RESTRICTIVE FOR DELETE USING ((created_at < (now() - '24:00:00'::interval)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = idempotency_records.organization_id))));
CREATE POLICY organization ON svc.idempotency_records USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.idempotency_records TO svc_app;
GRANT UPDATE (created_at, event_id, fingerprint, fingerprint_key_id) ON svc.idempotency_records TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.idempotency_records FOR EACH ROW WHEN (new.created_at < (old.created_at + '24:00:00'::interval)) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.integrations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  allowed_hosts text[] NOT NULL,
  credential jsonb,
  secret text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  settings jsonb,
  message_fault text,
  message_fault_at timestamp with time zone,
  secret_given_by uuid,
  secret_given_role text,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((message_fault IS NULL) = (message_fault_at IS NULL))),
  CHECK ((kind = ANY (ARRAY['HTTP'::text, 'CHAT_WEBHOOK'::text, 'TICKET'::text, 'INCIDENT'::text]))),
  CHECK ((message_fault ~ '^[A-Z_]{1,40}$'::text)),
  CHECK ((secret_given_role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text])))
);
ALTER TABLE svc.integrations FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.integrations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.integrations TO svc_app;
GRANT UPDATE (name, kind, allowed_hosts, credential, secret, updated_at, settings, message_fault, message_fault_at, secret_given_by, secret_given_role) ON svc.integrations TO svc_app;

-- across organizations: finds the organization of an invitation by a digest
CREATE TABLE svc.invitation_directory (
  secret_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (secret_hash),
  CHECK ((length(secret_hash) = 32))
);
ALTER TABLE svc.invitation_directory FORCE ROW LEVEL SECURITY;
CREATE INDEX invitation_directory_expiry ON svc.invitation_directory USING btree (expires_at);
CREATE INDEX invitation_directory_of_organization ON svc.invitation_directory USING btree (organization_id, invitation_id);
CREATE POLICY across_select ON svc.invitation_directory FOR SELECT USING ('invitation_directory'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.invitation_directory USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.invitation_directory TO svc_app;

-- row-level security forced
CREATE TABLE svc.invitations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL,
  invited_by uuid NOT NULL,
  secret_hash bytea NOT NULL,
  sealed_secret text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, email_key),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((length(secret_hash) = 32)),
  CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);
ALTER TABLE svc.invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.invitations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.invitations TO svc_app;
GRANT UPDATE (role, invited_by, secret_hash, sealed_secret, sent_at, expires_at) ON svc.invitations TO svc_app;

-- shared: contact-form messages, which belong to no organization
CREATE TABLE svc.leads (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  company text,
  message text NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX leads_by_age ON svc.leads USING btree (created_at);
GRANT DELETE, INSERT ON svc.leads TO svc_app;
GRANT SELECT (id, created_at) ON svc.leads TO svc_app;

-- across organizations: ids of what people are to be told; workers claim them, and a task deletes old ones
CREATE TABLE svc.mail_outbox (
  id uuid NOT NULL,
  organization_id uuid,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  attempts integer NOT NULL,
  done_recipient_ids uuid[] NOT NULL,
  sent integer NOT NULL,
  refused integer NOT NULL,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (((due_at IS NULL) = (ended_at IS NOT NULL)))
);
ALTER TABLE svc.mail_outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX mail_outbox_due ON svc.mail_outbox USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mail_outbox_ended ON svc.mail_outbox USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mail_outbox_lanes ON svc.mail_outbox USING btree (organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mail_outbox_of_organization ON svc.mail_outbox USING btree (organization_id);
CREATE POLICY across_delete ON svc.mail_outbox FOR DELETE USING ('mail_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.mail_outbox FOR SELECT USING ('mail_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.mail_outbox FOR UPDATE USING ('mail_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.mail_outbox USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
CREATE POLICY personal ON svc.mail_outbox FOR INSERT WITH CHECK (organization_id IS NULL);
GRANT DELETE, INSERT, SELECT ON svc.mail_outbox TO svc_app;
GRANT UPDATE (due_at, attempts, done_recipient_ids, sent, refused, ended_at) ON svc.mail_outbox TO svc_app;

-- row-level security forced
CREATE TABLE svc.mcp_routes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  agent_id uuid,
  resource_id uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  scan_body boolean NOT NULL,
  tools jsonb,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id),
  CHECK ((jsonb_typeof(tools) = 'array'::text))
);
ALTER TABLE svc.mcp_routes FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.mcp_routes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.mcp_routes TO svc_app;
GRANT UPDATE (name, agent_id, resource_id, updated_at, scan_body, tools) ON svc.mcp_routes TO svc_app;

-- across organizations: finds the organizations of a person
CREATE TABLE svc.membership_directory (
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  PRIMARY KEY (account_id, organization_id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id)
);
ALTER TABLE svc.membership_directory FORCE ROW LEVEL SECURITY;
CREATE POLICY across_select ON svc.membership_directory FOR SELECT USING ('membership_directory'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.membership_directory USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.membership_directory TO svc_app;

-- row-level security forced
CREATE TABLE svc.memberships (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, account_id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);
ALTER TABLE svc.memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.memberships USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.memberships TO svc_app;
GRANT UPDATE (role) ON svc.memberships TO svc_app;
CREATE TRIGGER demotion_ends_grants AFTER UPDATE OF role ON svc.memberships FOR EACH ROW WHEN (array_position(ARRAY['MEMBER'::text, 'ADMIN'::text, 'OWNER'::text], new.role) < array_position(ARRAY['MEMBER'::text, 'ADMIN'::text, 'OWNER'::text], old.role)) EXECUTE FUNCTION svc.end_grants_of_membership();
CREATE TRIGGER ends_grants AFTER DELETE ON svc.memberships FOR EACH ROW EXECUTE FUNCTION svc.end_grants_of_membership();
CREATE TRIGGER never_many BEFORE UPDATE OF role ON svc.memberships FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ((('role '::text || old.organization_id) || ' '::text) || old.account_id)) EXECUTE FUNCTION svc.refuse_update();

-- across organizations: how long ago a person had a mail counts over all organizations
CREATE TABLE svc.notice_digests (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  subjects jsonb NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (mail_id) REFERENCES svc.mail_outbox(id) ON DELETE CASCADE
);
ALTER TABLE svc.notice_digests FORCE ROW LEVEL SECURITY;
CREATE INDEX notice_digests_of_account ON svc.notice_digests USING btree (account_id);
CREATE INDEX notice_digests_of_mail ON svc.notice_digests USING btree (mail_id);
CREATE INDEX notice_digests_of_organization ON svc.notice_digests USING btree (organization_id);
CREATE POLICY across_select ON svc.notice_digests FOR SELECT USING ('notice_digests'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.notice_digests USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.notice_digests TO svc_app;

-- across organizations: ids of what people are to be told of; a task claims them
CREATE TABLE svc.notice_outbox (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE
);
ALTER TABLE svc.notice_outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX notice_outbox_due ON svc.notice_outbox USING btree (due_at);
CREATE INDEX notice_outbox_lanes ON svc.notice_outbox USING btree (organization_id, due_at);
CREATE POLICY across_select ON svc.notice_outbox FOR SELECT USING ('notice_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.notice_outbox FOR UPDATE USING ('notice_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.notice_outbox USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.notice_outbox TO svc_app;
GRANT UPDATE (due_at, attempts) ON svc.notice_outbox TO svc_app;

-- row-level security forced
CREATE TABLE svc.notice_settings (
  organization_id uuid NOT NULL,
  mails jsonb NOT NULL,
  chat_integration_id uuid,
  ticket_integration_id uuid,
  quiet_from text,
  quiet_until text,
  updated_at timestamp with time zone NOT NULL,
  escalate_after_percent integer,
  escalate_to text[],
  escalate_chat_id uuid,
  escalate_role text,
  escalate_set_at timestamp with time zone,
  escalate_incident_id uuid,
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((cardinality(escalate_to) > 0) AND (escalate_to <@ '{OWNER,ADMIN}'::text[]))),
  CHECK (((escalate_after_percent >= 10) AND (escalate_after_percent <= 90))),
  CHECK (((escalate_after_percent IS NULL) = (escalate_to IS NULL))),
  CHECK (((quiet_from IS NULL) = (quiet_until IS NULL))),
  CHECK ((escalate_role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text])))
);
ALTER TABLE svc.notice_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.notice_settings USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.notice_settings TO svc_app;
GRANT UPDATE (mails, chat_integration_id, ticket_integration_id, quiet_from, quiet_until, updated_at, escalate_after_percent, escalate_to, escalate_chat_id, escalate_role, escalate_set_at, escalate_incident_id) ON svc.notice_settings TO svc_app;

-- row-level security forced
CREATE TABLE svc.oauth_grants (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  client_host text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  may_ask boolean NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CHECK ((end_reason = ANY (ARRAY['REVOKED'::text, 'MEMBERSHIP'::text, 'ROLE'::text, 'FACTOR'::text, 'REPLAY'::text, 'CLIENT'::text]))),
  CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);
ALTER TABLE svc.oauth_grants FORCE ROW LEVEL SECURITY;
CREATE INDEX oauth_grants_of_account ON svc.oauth_grants USING btree (account_id);
CREATE INDEX oauth_grants_of_organization ON svc.oauth_grants USING btree (organization_id, id);
CREATE POLICY organization ON svc.oauth_grants USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.oauth_grants TO svc_app;
GRANT UPDATE (last_used_at, ended_at, end_reason) ON svc.oauth_grants TO svc_app;

-- across organizations: codes, tokens and clients of the authorization server, found by digests before an organization is known
CREATE TABLE svc.oauth_records (
  kind text NOT NULL,
  id_hash bytea NOT NULL,
  payload jsonb NOT NULL,
  grant_id uuid,
  organization_id uuid,
  account_id uuid,
  client_id text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_at timestamp with time zone,
  consumed_again_at timestamp with time zone,
  PRIMARY KEY (kind, id_hash),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE
);
ALTER TABLE svc.oauth_records FORCE ROW LEVEL SECURITY;
CREATE INDEX oauth_records_expired ON svc.oauth_records USING btree (expires_at);
CREATE INDEX oauth_records_of_account ON svc.oauth_records USING btree (account_id);
CREATE INDEX oauth_records_of_client ON svc.oauth_records USING btree (client_id);
CREATE INDEX oauth_records_of_organization ON svc.oauth_records USING btree (organization_id);
CREATE POLICY across_delete ON svc.oauth_records FOR DELETE USING ('oauth_records'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_insert ON svc.oauth_records FOR INSERT WITH CHECK ('oauth_records'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.oauth_records FOR SELECT USING ('oauth_records'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.oauth_records FOR UPDATE USING ('oauth_records'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.oauth_records USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.oauth_records TO svc_app;
GRANT UPDATE (payload, expires_at, consumed_at, consumed_again_at) ON svc.oauth_records TO svc_app;

-- shared: sealed keys of the authorization server, one set for the deployment
CREATE TABLE svc.oauth_signing_keys (
  id uuid NOT NULL,
  private_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT ON svc.oauth_signing_keys TO svc_app;

-- across organizations: a task finds the organizations whose rows it deletes
CREATE TABLE svc.organization_deletions (
  organization_id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.organization_deletions FORCE ROW LEVEL SECURITY;
CREATE POLICY across_select ON svc.organization_deletions FOR SELECT USING ('organization_deletions'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.organization_deletions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, SELECT ON svc.organization_deletions TO svc_app;

-- across organizations: tasks go over all organizations; provisioning finds and enters them by digests of names
CREATE TABLE svc.organization_directory (
  name_digest bytea NOT NULL,
  organization_id uuid NOT NULL,
  being_written boolean NOT NULL,
  UNIQUE (organization_id),
  PRIMARY KEY (name_digest)
);
ALTER TABLE svc.organization_directory FORCE ROW LEVEL SECURITY;
CREATE POLICY across_insert ON svc.organization_directory FOR INSERT WITH CHECK ('organization_directory'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.organization_directory FOR SELECT USING ('organization_directory'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.organization_directory USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.organization_directory TO svc_app;
GRANT UPDATE (name_digest, being_written) ON svc.organization_directory TO svc_app;

-- One narrow row an organization: locked first by whatever changes it, updated in place by every batch.
CREATE TABLE svc.organization_heads (
  organization_id uuid NOT NULL,
  generation bigint NOT NULL,
  audit_seq bigint NOT NULL,
  audit_hash bytea NOT NULL,
  policy_set_version bigint NOT NULL,
  usage_month date NOT NULL,
  usage_events bigint NOT NULL,
  loss_accepted_seq bigint,
  PRIMARY KEY (organization_id),
  CHECK ((length(audit_hash) = 32))
);
ALTER TABLE svc.organization_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.organization_heads USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.organization_heads TO svc_app;
GRANT UPDATE (generation, audit_seq, audit_hash, policy_set_version, usage_month, usage_events, loss_accepted_seq) ON svc.organization_heads TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.organization_heads FOR EACH ROW WHEN (new.audit_seq < old.audit_seq OR new.generation < old.generation OR new.policy_set_version < old.policy_set_version OR new.usage_month < old.usage_month OR new.audit_seq = old.audit_seq AND new.audit_hash <> old.audit_hash OR new.usage_month = old.usage_month AND new.usage_events < old.usage_events) EXECUTE FUNCTION svc.refuse_update();
CREATE TRIGGER never_alone BEFORE DELETE ON svc.organization_heads FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ('end '::text || old.organization_id)) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.organizations (
  organization_id uuid NOT NULL,
  name text NOT NULL,
  plan text NOT NULL,
  time_zone text NOT NULL,
  enforcement text NOT NULL,
  review_expiry_minutes integer NOT NULL,
  risk_review_at integer NOT NULL,
  risk_block_at integer NOT NULL,
  checkpoint_url text,
  events_per_month integer,
  agents_max integer,
  retention_days integer,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  private_networks boolean NOT NULL,
  require_mfa boolean NOT NULL,
  alternatives boolean NOT NULL,
  assistant_approvals boolean NOT NULL,
  unconfirmed_since timestamp with time zone,
  loosen_needs_two boolean NOT NULL,
  holder text,
  approval_valid_minutes integer NOT NULL,
  outcome_minutes integer NOT NULL,
  context_kept boolean NOT NULL,
  review_defaults json NOT NULL,
  grant_hours_max smallint NOT NULL,
  PRIMARY KEY (organization_id),
  CHECK (((approval_valid_minutes >= 5) AND (approval_valid_minutes <= 43200))),
  CHECK (((grant_hours_max >= 0) AND (grant_hours_max <= 168))),
  CHECK (((outcome_minutes >= 5) AND (outcome_minutes <= 1440))),
  CHECK (((review_expiry_minutes >= 5) AND (review_expiry_minutes <= 43200))),
  CHECK (((risk_block_at >= 0) AND (risk_block_at <= 100))),
  CHECK (((risk_review_at >= 0) AND (risk_review_at <= 100))),
  CHECK ((agents_max >= 0)),
  CHECK ((enforcement = ANY (ARRAY['ENFORCE'::text, 'MONITOR'::text]))),
  CHECK ((events_per_month >= 0)),
  CHECK ((plan = ANY (ARRAY['DEVELOPER'::text, 'TEAM'::text, 'BUSINESS'::text, 'ENTERPRISE'::text]))),
  CHECK ((retention_days > 0))
);
ALTER TABLE svc.organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.organizations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.organizations TO svc_app;
GRANT UPDATE (name, plan, time_zone, enforcement, review_expiry_minutes, risk_review_at, risk_block_at, checkpoint_url, events_per_month, agents_max, retention_days, updated_at, private_networks, require_mfa, alternatives, assistant_approvals, unconfirmed_since, loosen_needs_two, holder, approval_valid_minutes, outcome_minutes, context_kept, review_defaults, grant_hours_max) ON svc.organizations TO svc_app;
CREATE TRIGGER never_many BEFORE UPDATE OF plan, private_networks ON svc.organizations FOR EACH ROW WHEN (current_setting('svc.changes'::text, true) IS DISTINCT FROM ('plan '::text || old.organization_id)) EXECUTE FUNCTION svc.refuse_update();

-- shared: used once, before a person is known; digests
CREATE TABLE svc.passkey_challenges (
  challenge_hash bytea NOT NULL,
  account_id uuid,
  expires_at timestamp with time zone NOT NULL,
  nonce bytea,
  PRIMARY KEY (challenge_hash),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK ((length(challenge_hash) = 32)),
  CHECK ((length(nonce) = 32))
);
CREATE INDEX passkey_challenges_expiry ON svc.passkey_challenges USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON svc.passkey_challenges TO svc_app;

-- row-level security forced
CREATE TABLE svc.policy_cases (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  cases jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, policy_id)
);
ALTER TABLE svc.policy_cases FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.policy_cases USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.policy_cases TO svc_app;
GRANT UPDATE (cases, updated_at) ON svc.policy_cases TO svc_app;

-- row-level security forced
CREATE TABLE svc.policy_impacts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  days integer NOT NULL,
  state text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  events integer NOT NULL,
  events_total integer NOT NULL,
  message text,
  result json,
  PRIMARY KEY (organization_id, id),
  CHECK ((days > 0)),
  CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text, 'LOST'::text])))
);
ALTER TABLE svc.policy_impacts FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.policy_impacts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.policy_impacts TO svc_app;
GRANT UPDATE (state, seen_at, finished_at, events, events_total, message, result) ON svc.policy_impacts TO svc_app;

-- row-level security forced
CREATE TABLE svc.policy_revisions (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  version_from bigint NOT NULL,
  version_to bigint,
  name text NOT NULL,
  spec jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  summary jsonb,
  version_node bigint,
  PRIMARY KEY (organization_id, policy_id, version_from),
  CHECK ((version_to > version_from))
);
ALTER TABLE svc.policy_revisions FORCE ROW LEVEL SECURITY;
CREATE INDEX policy_revisions_begun ON svc.policy_revisions USING btree (organization_id, version_from);
CREATE INDEX policy_revisions_ended ON svc.policy_revisions USING btree (organization_id, version_to) WHERE (version_to IS NOT NULL);
CREATE INDEX policy_revisions_nodes_begun ON svc.policy_revisions USING btree (organization_id, version_node, version_from) WHERE (version_node IS NOT NULL);
CREATE INDEX policy_revisions_nodes_ended ON svc.policy_revisions USING btree (organization_id, version_node, version_to) WHERE (version_to IS NOT NULL);
CREATE UNIQUE INDEX policy_revisions_current_name ON svc.policy_revisions USING btree (organization_id, name) WHERE (version_to IS NULL);
CREATE POLICY organization ON svc.policy_revisions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.policy_revisions TO svc_app;
GRANT UPDATE (version_to) ON svc.policy_revisions TO svc_app;
CREATE TRIGGER never BEFORE UPDATE ON svc.policy_revisions FOR EACH ROW WHEN (old.version_to IS NOT NULL) EXECUTE FUNCTION svc.refuse_update();

-- row-level security forced
CREATE TABLE svc.policy_set_versions (
  organization_id uuid NOT NULL,
  version bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  source text NOT NULL,
  key_prefix text,
  changes integer NOT NULL,
  changed_bytes bigint NOT NULL,
  restored_from bigint,
  note text,
  note_salt bytea,
  PRIMARY KEY (organization_id, version),
  CHECK ((actor_type = ANY (ARRAY['user'::text, 'key'::text, 'system'::text]))),
  CHECK ((changed_bytes >= 0)),
  CHECK ((changes >= 0)),
  CHECK ((restored_from > 0)),
  CHECK ((version > 0))
);
ALTER TABLE svc.policy_set_versions FORCE ROW LEVEL SECURITY;
CREATE INDEX policy_set_versions_time ON svc.policy_set_versions USING btree (organization_id, created_at);
CREATE POLICY organization ON svc.policy_set_versions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.policy_set_versions TO svc_app;
GRANT UPDATE (note, note_salt) ON svc.policy_set_versions TO svc_app;

-- row-level security forced
CREATE TABLE svc.proposals (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  subject text,
  request jsonb NOT NULL,
  request_digest bytea NOT NULL,
  looser jsonb NOT NULL,
  author_type text NOT NULL,
  author_id uuid,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  answered_by uuid,
  answered_at timestamp with time zone,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((author_type = 'file'::text) = (author_id IS NULL))),
  CHECK (((status = 'PENDING'::text) = (answered_at IS NULL))),
  CHECK ((author_type = ANY (ARRAY['user'::text, 'key'::text, 'file'::text]))),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'WITHDRAWN'::text])))
);
ALTER TABLE svc.proposals FORCE ROW LEVEL SECURITY;
CREATE INDEX proposals_waiting ON svc.proposals USING btree (organization_id, expires_at) WHERE (status = 'PENDING'::text);
CREATE POLICY organization ON svc.proposals USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.proposals TO svc_app;
GRANT UPDATE (looser, status, answered_by, answered_at) ON svc.proposals TO svc_app;

-- row-level security forced
CREATE TABLE svc.provisioned_records (
  organization_id uuid NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  record_digest bytea NOT NULL,
  hash_key_id text NOT NULL,
  fields jsonb NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, source, kind, record_digest),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((length(record_digest) = 32)),
  CHECK ((source = ANY (ARRAY['file'::text, 'quick-start'::text])))
);
ALTER TABLE svc.provisioned_records FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.provisioned_records USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.provisioned_records TO svc_app;
GRANT UPDATE (hash_key_id, fields, applied_at) ON svc.provisioned_records TO svc_app;

-- Shares of the monthly quota that were reached; the mail is in the outbox.
CREATE TABLE svc.quota_notices (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  month date NOT NULL,
  percent integer NOT NULL,
  events bigint NOT NULL,
  events_per_month bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, month, percent),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((percent = ANY (ARRAY[80, 100])))
);
ALTER TABLE svc.quota_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.quota_notices USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.quota_notices TO svc_app;

-- shared: sliding windows over all processes; buckets are digests
CREATE UNLOGGED TABLE svc.rate_windows (
  bucket bytea NOT NULL,
  hits timestamp with time zone[] NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  pending timestamp with time zone[] NOT NULL,
  PRIMARY KEY (bucket)
);
CREATE INDEX rate_windows_expiry ON svc.rate_windows USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON svc.rate_windows TO svc_app;
GRANT UPDATE (hits, expires_at, pending) ON svc.rate_windows TO svc_app;

-- row-level security forced
CREATE TABLE svc.resource_first_destinations (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  destination text NOT NULL,
  agent_id uuid NOT NULL,
  first_at timestamp with time zone NOT NULL,
  events_before bigint NOT NULL,
  anomaly_id uuid,
  PRIMARY KEY (organization_id, resource_id, destination)
);
ALTER TABLE svc.resource_first_destinations FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.resource_first_destinations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.resource_first_destinations TO svc_app;
GRANT UPDATE (anomaly_id) ON svc.resource_first_destinations TO svc_app;

-- row-level security forced
CREATE TABLE svc.resource_uses (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (organization_id, resource_id)
);
ALTER TABLE svc.resource_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.resource_uses USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.resource_uses TO svc_app;
GRANT UPDATE (events) ON svc.resource_uses TO svc_app;

-- row-level security forced
CREATE TABLE svc.resources (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  classification text NOT NULL,
  description text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE
);
ALTER TABLE svc.resources FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.resources USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.resources TO svc_app;
GRANT UPDATE (name, classification, description, updated_at) ON svc.resources TO svc_app;

-- Approvals before the last one of a review.
CREATE TABLE svc.review_votes (
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role text NOT NULL,
  channel text NOT NULL,
  voted_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone NOT NULL,
  note text,
  note_salt bytea,
  note_erased_seq bigint,
  audit_seq bigint NOT NULL,
  counts boolean NOT NULL,
  grant_asked json,
  PRIMARY KEY (organization_id, event_id, account_id),
  CHECK (((note IS NULL) OR (note_salt IS NOT NULL))),
  CHECK ((length(note_salt) = 32)),
  CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);
ALTER TABLE svc.review_votes FORCE ROW LEVEL SECURITY;
CREATE INDEX review_votes_of_person ON svc.review_votes USING btree (organization_id, account_id, event_id);
CREATE POLICY old_enough ON svc.review_votes AS RESTRICTIVE FOR DELETE USING ((made_at < (now() - '1 day'::interval)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = review_votes.organization_id))));
CREATE POLICY organization ON svc.review_votes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.review_votes TO svc_app;
GRANT UPDATE (role, channel, voted_at, note, note_salt, note_erased_seq, audit_seq, counts, grant_asked) ON svc.review_votes TO svc_app;
CREATE TRIGGER followed AFTER INSERT OR UPDATE OF counts, voted_at ON svc.review_votes FOR EACH ROW EXECUTE FUNCTION svc.follow_review();

-- row-level security forced
CREATE TABLE svc.reviews (
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  note text,
  approver_roles text[] NOT NULL,
  decided_by uuid,
  decided_role text,
  channel text,
  note_salt bytea,
  audit_seq bigint,
  note_erased_seq bigint,
  sandbox boolean NOT NULL,
  opened_at timestamp with time zone,
  escalated_at timestamp with time zone,
  escalated_to text[],
  may_resolve text[] NOT NULL,
  escalates boolean NOT NULL,
  risk_score smallint NOT NULL,
  redeemable_until timestamp with time zone,
  approvals_needed smallint NOT NULL,
  not_asker boolean NOT NULL,
  valid_minutes integer,
  grants boolean NOT NULL,
  counted json,
  signed boolean NOT NULL,
  TRIGGER DEFERRABLE INITIALLY DEFERRED,
  TRIGGER DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (organization_id, event_id),
  CHECK (((approvals_needed >= 1) AND (approvals_needed <= 5))),
  CHECK (((escalated_at IS NULL) = (escalated_to IS NULL))),
  CHECK (((note IS NULL) OR (note_salt IS NOT NULL))),
  CHECK (((valid_minutes >= 5) AND (valid_minutes <= 43200))),
  CHECK ((decided_role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text]))),
  CHECK ((escalated_to <@ '{OWNER,ADMIN}'::text[])),
  CHECK ((length(note_salt) = 32)),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DENIED'::text, 'EXPIRED'::text])))
);
ALTER TABLE svc.reviews FORCE ROW LEVEL SECURITY;
CREATE INDEX reviews_by_kind ON svc.reviews USING btree (organization_id, sandbox, event_id);
CREATE INDEX reviews_by_person ON svc.reviews USING btree (organization_id, decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX reviews_by_risk ON svc.reviews USING btree (organization_id, sandbox, risk_score, event_id) WHERE (status = 'PENDING'::text);
CREATE INDEX reviews_by_status ON svc.reviews USING btree (organization_id, sandbox, status, event_id);
CREATE INDEX reviews_pending ON svc.reviews USING btree (organization_id, expires_at) WHERE (status = 'PENDING'::text);
CREATE INDEX reviews_waiting ON svc.reviews USING btree (organization_id, sandbox, expires_at, event_id) WHERE (status = 'PENDING'::text);
CREATE POLICY old_enough ON svc.reviews AS RESTRICTIVE FOR DELETE USING (((created_at < (now() - '1 day'::interval)) AND (status <> 'PENDING'::text)) OR (EXISTS ( SELECT
   FROM svc.organization_deletions d
  WHERE (d.organization_id = reviews.organization_id))));
CREATE POLICY organization ON svc.reviews USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.reviews TO svc_app;
GRANT UPDATE (status, decided_at, note, decided_by, decided_role, channel, note_salt, audit_seq, note_erased_seq, opened_at, escalated_at, escalated_to, redeemable_until, counted) ON svc.reviews TO svc_app;
CREATE CONSTRAINT TRIGGER beside_its_entry AFTER UPDATE OF status ON svc.reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION svc.need_entry_of_review();
CREATE CONSTRAINT TRIGGER needs_signature AFTER UPDATE OF status ON svc.reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.signed AND new.status = 'APPROVED'::text AND old.status <> 'APPROVED'::text) EXECUTE FUNCTION svc.need_signature();
CREATE TRIGGER begins_open BEFORE INSERT ON svc.reviews FOR EACH ROW WHEN (new.status <> 'PENDING'::text) EXECUTE FUNCTION svc.refuse_update();
CREATE TRIGGER followed AFTER UPDATE OF status ON svc.reviews FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION svc.follow_review();
CREATE TRIGGER never BEFORE UPDATE ON svc.reviews FOR EACH ROW WHEN (old.status <> 'PENDING'::text AND (new.status IS DISTINCT FROM old.status OR new.decided_at IS DISTINCT FROM old.decided_at OR new.decided_by IS DISTINCT FROM old.decided_by OR new.decided_role IS DISTINCT FROM old.decided_role OR new.channel IS DISTINCT FROM old.channel)) EXECUTE FUNCTION svc.refuse_update();

-- across organizations: finds the organization of a token
CREATE TABLE svc.scim_tokens (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  prefix text NOT NULL,
  source text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (organization_id, id),
  CHECK ((length(token_hash) = 32)),
  CHECK ((source = ANY (ARRAY['APP'::text, 'FILE'::text])))
);
ALTER TABLE svc.scim_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY across_select ON svc.scim_tokens FOR SELECT USING ('scim_tokens'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.scim_tokens USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.scim_tokens TO svc_app;
GRANT UPDATE (last_used_at) ON svc.scim_tokens TO svc_app;

-- People as the directory of the organization names them. Whoever of them is a member is active.
CREATE TABLE svc.scim_users (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  user_name text,
  user_name_key text,
  external_id text,
  email text,
  email_key text,
  display_name text,
  formatted_name text,
  given_name text,
  family_name text,
  waiting_groups uuid[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  UNIQUE (organization_id, account_id),
  UNIQUE (organization_id, email_key),
  UNIQUE (organization_id, external_id),
  UNIQUE (organization_id, user_name_key),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK (((deleted_at IS NULL) = ((user_name_key IS NOT NULL) AND (email_key IS NOT NULL)))),
  CHECK (((deleted_at IS NULL) OR (COALESCE(user_name, external_id, email, display_name, formatted_name, given_name, family_name) IS NULL)))
);
ALTER TABLE svc.scim_users FORCE ROW LEVEL SECURITY;
CREATE INDEX scim_users_listed ON svc.scim_users USING btree (organization_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX scim_users_of_account ON svc.scim_users USING btree (account_id);
CREATE POLICY organization ON svc.scim_users USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.scim_users TO svc_app;
GRANT UPDATE (user_name, user_name_key, external_id, email, email_key, display_name, formatted_name, given_name, family_name, waiting_groups, updated_at, deleted_at) ON svc.scim_users TO svc_app;

-- across organizations: a session belongs to a person, and is found by its id before an organization is known
CREATE TABLE svc.sessions (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  organization_id uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  family_hash bytea NOT NULL,
  refresh_hash bytea NOT NULL,
  access_hash bytea NOT NULL,
  access_expires_at timestamp with time zone NOT NULL,
  rotated_at timestamp with time zone,
  previous_refresh_hash bytea,
  previous_access_hash bytea,
  previous_access_expires_at timestamp with time zone,
  successor_salt bytea,
  signed_in_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  network text,
  browser text,
  system text,
  directory_until timestamp with time zone,
  directory_subject text,
  directory_sid text,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  CHECK ((length(access_hash) = 32)),
  CHECK ((length(family_hash) = 32)),
  CHECK ((length(refresh_hash) = 32))
);
ALTER TABLE svc.sessions FORCE ROW LEVEL SECURITY;
CREATE INDEX sessions_expiry ON svc.sessions USING btree (expires_at);
CREATE INDEX sessions_of_account ON svc.sessions USING btree (account_id);
CREATE INDEX sessions_of_organization ON svc.sessions USING btree (organization_id);
CREATE POLICY across_delete ON svc.sessions FOR DELETE USING ('sessions'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_insert ON svc.sessions FOR INSERT WITH CHECK ('sessions'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_select ON svc.sessions FOR SELECT USING ('sessions'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.sessions FOR UPDATE USING ('sessions'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.sessions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sessions TO svc_app;
GRANT UPDATE (organization_id, expires_at, refresh_hash, access_hash, access_expires_at, rotated_at, previous_refresh_hash, previous_access_hash, previous_access_expires_at, successor_salt, signed_in_at, last_used_at, network, browser, system) ON svc.sessions TO svc_app;

-- Passkeys that their people let sign approvals in an organization.
CREATE TABLE svc.signing_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  passkey_id uuid NOT NULL,
  key_thumbprint text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, passkey_id),
  PRIMARY KEY (organization_id, id)
);
ALTER TABLE svc.signing_keys FORCE ROW LEVEL SECURITY;
CREATE INDEX signing_keys_of_person ON svc.signing_keys USING btree (organization_id, account_id, id);
CREATE POLICY organization ON svc.signing_keys USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.signing_keys TO svc_app;

-- The last audit entry of each chain that the collector has.
CREATE TABLE svc.sink_cursors (
  organization_id uuid NOT NULL,
  sent_seq bigint NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.sink_cursors FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.sink_cursors USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.sink_cursors TO svc_app;
GRANT UPDATE (sent_seq, sent_at) ON svc.sink_cursors TO svc_app;

-- shared: how long a collector is left alone
CREATE TABLE svc.sink_waits (
  sink text NOT NULL,
  failures integer NOT NULL,
  due_at timestamp with time zone NOT NULL,
  PRIMARY KEY (sink)
);
GRANT INSERT, SELECT ON svc.sink_waits TO svc_app;
GRANT UPDATE (failures, due_at) ON svc.sink_waits TO svc_app;

-- The directory by which the people of an organization sign in.
CREATE TABLE svc.sso_connections (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret text NOT NULL,
  scopes text[] NOT NULL,
  role_claim text,
  roles jsonb NOT NULL,
  default_role text,
  enabled boolean NOT NULL,
  required boolean NOT NULL,
  break_glass uuid[] NOT NULL,
  session_hours integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id),
  CHECK ((default_role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))),
  CHECK ((jsonb_typeof(roles) = 'array'::text)),
  CHECK ((session_hours > 0))
);
ALTER TABLE svc.sso_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.sso_connections USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sso_connections TO svc_app;
GRANT UPDATE (issuer, client_id, client_secret, scopes, role_claim, roles, default_role, enabled, required, break_glass, session_hours, updated_at) ON svc.sso_connections TO svc_app;

-- across organizations: finds the organizations of a domain before a person is known
CREATE TABLE svc.sso_domains (
  organization_id uuid NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  verified_at timestamp with time zone,
  verified_by text,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, domain),
  CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
  CHECK ((verified_by = ANY (ARRAY['DNS'::text, 'OPERATOR'::text])))
);
ALTER TABLE svc.sso_domains FORCE ROW LEVEL SECURITY;
CREATE INDEX sso_domains_verified ON svc.sso_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE POLICY across_select ON svc.sso_domains FOR SELECT USING ('sso_domains'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.sso_domains USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sso_domains TO svc_app;
GRANT UPDATE (verified_at, verified_by) ON svc.sso_domains TO svc_app;

-- Which account a person of the directory has in the organization.
CREATE TABLE svc.sso_identities (
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  signed_in_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, account_id),
  PRIMARY KEY (organization_id, issuer, subject)
);
ALTER TABLE svc.sso_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.sso_identities USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sso_identities TO svc_app;
GRANT UPDATE (signed_in_at) ON svc.sso_identities TO svc_app;

-- Logout tokens of directories, each of which counts once.
CREATE TABLE svc.sso_logouts (
  organization_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, token_hash),
  CHECK ((length(token_hash) = 32))
);
ALTER TABLE svc.sso_logouts FORCE ROW LEVEL SECURITY;
CREATE INDEX sso_logouts_expiry ON svc.sso_logouts USING btree (organization_id, expires_at);
CREATE POLICY organization ON svc.sso_logouts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sso_logouts TO svc_app;

-- Sign-ins under way at a directory. Their secrets follow from a cookie of the browser.
CREATE TABLE svc.sso_transactions (
  organization_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  session_id uuid,
  started_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, state_hash),
  CHECK ((length(state_hash) = 32))
);
ALTER TABLE svc.sso_transactions FORCE ROW LEVEL SECURITY;
CREATE INDEX sso_transactions_expiry ON svc.sso_transactions USING btree (organization_id, expires_at);
CREATE POLICY organization ON svc.sso_transactions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.sso_transactions TO svc_app;

-- shared: when each periodic task of the deployment last ran
CREATE TABLE svc.task_runs (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  succeeded boolean,
  backlog bigint,
  lease_id uuid,
  lease_until timestamp with time zone,
  PRIMARY KEY (name),
  CHECK (((lease_id IS NULL) = (lease_until IS NULL)))
);
GRANT INSERT, SELECT ON svc.task_runs TO svc_app;
GRANT UPDATE (started_at, finished_at, succeeded, backlog, lease_id, lease_until) ON svc.task_runs TO svc_app;

-- Sets of rules by which a call of a tool is read as an act.
CREATE TABLE svc.tool_rules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  agent text,
  resource text,
  rules jsonb NOT NULL,
  unlisted text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  CHECK ((jsonb_typeof(rules) = 'array'::text)),
  CHECK ((unlisted = ANY (ARRAY['DENY'::text, 'WRITE'::text])))
);
ALTER TABLE svc.tool_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.tool_rules USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.tool_rules TO svc_app;
GRANT UPDATE (name, description, agent, resource, rules, unlisted, updated_at) ON svc.tool_rules TO svc_app;

-- Tools that were refused because no tool rule takes them, each once.
CREATE TABLE svc.unlisted_tools (
  organization_id uuid NOT NULL,
  tool text NOT NULL,
  agent text NOT NULL,
  door text NOT NULL,
  last_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, tool)
);
ALTER TABLE svc.unlisted_tools FORCE ROW LEVEL SECURITY;
CREATE INDEX unlisted_tools_by_age ON svc.unlisted_tools USING btree (last_at);
CREATE POLICY organization ON svc.unlisted_tools USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.unlisted_tools TO svc_app;
GRANT UPDATE (agent, door, last_at) ON svc.unlisted_tools TO svc_app;

-- LIVE events of months that have ended; the current month is in the head.
CREATE TABLE svc.usage_months (
  organization_id uuid NOT NULL,
  month date NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (organization_id, month)
);
ALTER TABLE svc.usage_months FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.usage_months USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.usage_months TO svc_app;

-- across organizations: a task finds the person whose notices have waited longest
CREATE TABLE svc.waiting_notices (
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  subject_ids uuid[] NOT NULL,
  more integer NOT NULL,
  since timestamp with time zone NOT NULL,
  not_before timestamp with time zone NOT NULL,
  PRIMARY KEY (account_id, organization_id, kind),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE
);
ALTER TABLE svc.waiting_notices FORCE ROW LEVEL SECURITY;
CREATE INDEX waiting_notices_due ON svc.waiting_notices USING btree (not_before);
CREATE INDEX waiting_notices_of_organization ON svc.waiting_notices USING btree (organization_id);
CREATE POLICY across_select ON svc.waiting_notices FOR SELECT USING ('waiting_notices'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.waiting_notices USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.waiting_notices TO svc_app;
GRANT UPDATE (subject_ids, more, not_before) ON svc.waiting_notices TO svc_app;

-- row-level security forced
CREATE TABLE svc.webhook_attempts (
  organization_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamp with time zone NOT NULL,
  status smallint,
  error text,
  latency_ms integer,
  answer text,
  PRIMARY KEY (organization_id, delivery_id, attempt)
);
ALTER TABLE svc.webhook_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.webhook_attempts USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_attempts TO svc_app;

-- row-level security forced
CREATE TABLE svc.webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id text NOT NULL,
  types text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  data json,
  status text NOT NULL,
  attempts integer NOT NULL,
  settled_at timestamp with time zone,
  final_decision text,
  is_cloud_event boolean,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
ALTER TABLE svc.webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_deliveries_of_endpoint ON ONLY svc.webhook_deliveries USING btree (organization_id, endpoint_id, id);
CREATE POLICY organization ON svc.webhook_deliveries USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_deliveries TO svc_app;
GRANT UPDATE (status, attempts, settled_at, final_decision, is_cloud_event) ON svc.webhook_deliveries TO svc_app;

-- row-level security forced
CREATE TABLE svc.webhook_endpoints (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  secret text NOT NULL,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  rotated_secret text,
  next_secret text,
  next_secret_at timestamp with time zone,
  failing_since timestamp with time zone,
  disabled_reason text,
  last_failed_at timestamp with time zone,
  first_called_at timestamp with time zone,
  held_told_at timestamp with time zone,
  format text NOT NULL,
  UNIQUE (organization_id, url),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((next_secret IS NULL) = (next_secret_at IS NULL))),
  CHECK ((format = ANY (ARRAY['SVC'::text, 'STANDARD_WEBHOOKS'::text, 'CLOUDEVENTS'::text])))
);
ALTER TABLE svc.webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.webhook_endpoints USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_endpoints TO svc_app;
GRANT UPDATE (url, description, secret, disabled_at, updated_at, rotated_secret, next_secret, next_secret_at, failing_since, disabled_reason, last_failed_at, first_called_at, held_told_at, format) ON svc.webhook_endpoints TO svc_app;

-- across organizations: ids and counts; workers find the holds that can end
CREATE TABLE svc.webhook_holds (
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  skipped bigint NOT NULL,
  blocks bigint NOT NULL,
  reviews bigint NOT NULL,
  criticals bigint NOT NULL,
  anomalies bigint NOT NULL,
  first_event_id text NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_event_id text NOT NULL,
  last_at timestamp with time zone NOT NULL,
  is_noted boolean NOT NULL,
  PRIMARY KEY (organization_id, endpoint_id)
);
ALTER TABLE svc.webhook_holds FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_holds_by_endpoint ON svc.webhook_holds USING btree (endpoint_id);
CREATE POLICY across_select ON svc.webhook_holds FOR SELECT USING ('webhook_holds'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.webhook_holds USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_holds TO svc_app;
GRANT UPDATE (skipped, blocks, reviews, criticals, anomalies, last_event_id, last_at, is_noted) ON svc.webhook_holds TO svc_app;

-- across organizations: ids of deliveries that wait; workers claim them
CREATE TABLE svc.webhook_outbox (
  delivery_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempt integer NOT NULL,
  step smallint NOT NULL,
  claimed_at timestamp with time zone,
  PRIMARY KEY (organization_id, delivery_id)
);
ALTER TABLE svc.webhook_outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_outbox_of_endpoint ON svc.webhook_outbox USING btree (endpoint_id, due_at);
CREATE POLICY across_select ON svc.webhook_outbox FOR SELECT USING ('webhook_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY across_update ON svc.webhook_outbox FOR UPDATE USING ('webhook_outbox'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.webhook_outbox USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_outbox TO svc_app;
GRANT UPDATE (due_at, attempt, step, claimed_at) ON svc.webhook_outbox TO svc_app;

-- row-level security forced
CREATE TABLE svc.webhook_recoveries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  after_id uuid NOT NULL,
  recovered integer NOT NULL,
  PRIMARY KEY (organization_id, id)
);
ALTER TABLE svc.webhook_recoveries FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_recoveries_of_endpoint ON svc.webhook_recoveries USING btree (organization_id, endpoint_id, id);
CREATE POLICY organization ON svc.webhook_recoveries USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_recoveries TO svc_app;
GRANT UPDATE (finished_at, after_id, recovered) ON svc.webhook_recoveries TO svc_app;
CREATE TRIGGER indexed AFTER INSERT OR UPDATE ON svc.webhook_recoveries FOR EACH ROW EXECUTE FUNCTION svc.index_recovery();

-- across organizations: ids of recoveries; tasks find those to go on with or to delete
CREATE TABLE svc.webhook_recovery_index (
  recovery_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  is_finished boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, recovery_id),
  FOREIGN KEY (organization_id, recovery_id) REFERENCES svc.webhook_recoveries(organization_id, id) ON DELETE CASCADE
);
ALTER TABLE svc.webhook_recovery_index FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_recovery_index_by_time ON svc.webhook_recovery_index USING btree (is_finished, at);
CREATE POLICY across_select ON svc.webhook_recovery_index FOR SELECT USING ('webhook_recovery_index'::text = ANY (( SELECT string_to_array(current_setting('svc.across'::text, true), ','::text) AS string_to_array)::text[]));
CREATE POLICY organization ON svc.webhook_recovery_index USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_recovery_index TO svc_app;
GRANT UPDATE (is_finished, at) ON svc.webhook_recovery_index TO svc_app;
