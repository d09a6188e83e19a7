-- Written from the catalog by `npm run generate`; edits here are lost.

-- shared: a person signs in before any organization is known
CREATE TABLE svc.accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  UNIQUE (email_key),
  PRIMARY KEY (id)
);
GRANT INSERT, SELECT, UPDATE ON svc.accounts TO svc_app;

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
GRANT INSERT, SELECT, UPDATE ON svc.agent_first_actions TO svc_app;

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
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.agent_hours TO svc_app;

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
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.agent_slices TO svc_app;

-- row-level security forced
CREATE TABLE svc.agents (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  permissions jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])))
);
ALTER TABLE svc.agents FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.agents USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.agents TO svc_app;

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
CREATE INDEX anomalies_closed ON svc.anomalies USING btree (organization_id, agent_id, kind, closed_at);
CREATE UNIQUE INDEX anomalies_by_seq ON svc.anomalies USING btree (organization_id, opened_seq);
CREATE UNIQUE INDEX anomalies_open ON svc.anomalies USING btree (organization_id, agent_id, kind) WHERE (closed_at IS NULL);
CREATE POLICY organization ON svc.anomalies USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.anomalies TO svc_app;

-- Locked by whoever rolls up: no event is counted twice.
CREATE TABLE svc.anomaly_cursors (
  organization_id uuid NOT NULL,
  rolled_up_seq bigint NOT NULL,
  scanned_seq bigint NOT NULL,
  PRIMARY KEY (organization_id),
  CHECK ((scanned_seq <= rolled_up_seq))
);
ALTER TABLE svc.anomaly_cursors FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.anomaly_cursors USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.anomaly_cursors TO svc_app;

-- shared: finds the organization of a presented key by its SHA-256
CREATE TABLE svc.api_key_directory (
  key_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  PRIMARY KEY (key_hash)
);
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
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
  CHECK ((kind = ANY (ARRAY['LIVE'::text, 'TEST'::text]))),
  CHECK ((length(key_hash) = 32))
);
ALTER TABLE svc.api_keys FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX api_keys_current_name ON svc.api_keys USING btree (organization_id, name) WHERE (revoked_at IS NULL);
CREATE POLICY organization ON svc.api_keys USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.api_keys TO svc_app;

-- Where the next checkpoint goes on: locked by whoever signs. Decisions lock another row and never wait for it.
CREATE TABLE svc.audit_checkpoint_heads (
  organization_id uuid NOT NULL,
  size bigint NOT NULL,
  frontier bytea NOT NULL,
  note text,
  PRIMARY KEY (organization_id),
  CHECK (((length(frontier) % 32) = 0)),
  CHECK (((size = 0) = (note IS NULL))),
  CHECK ((size >= 0))
);
ALTER TABLE svc.audit_checkpoint_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.audit_checkpoint_heads USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.audit_checkpoint_heads TO svc_app;

-- row-level security forced
CREATE TABLE svc.audit_checkpoints (
  organization_id uuid NOT NULL,
  size bigint NOT NULL,
  frontier bytea NOT NULL,
  note text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, size),
  CHECK (((length(frontier) % 32) = 0)),
  CHECK ((size > 0))
);
ALTER TABLE svc.audit_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.audit_checkpoints USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.audit_checkpoints TO svc_app;

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
CREATE INDEX audit_entries_of_calls ON svc.audit_entries USING btree (organization_id, subject_id, seq) WHERE (kind = 'gateway.called'::text);
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
GRANT INSERT, SELECT, UPDATE ON svc.audit_signing_keys TO svc_app;

-- shared: organizations whose checkpoints wait to be pushed; workers of any process claim them across organizations
CREATE TABLE svc.checkpoint_outbox (
  organization_id uuid NOT NULL,
  pushed_size bigint NOT NULL,
  last_size bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  PRIMARY KEY (organization_id)
);
CREATE INDEX checkpoint_outbox_due ON svc.checkpoint_outbox USING btree (due_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.checkpoint_outbox TO svc_app;

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
  PRIMARY KEY (organization_id, id)
);
ALTER TABLE svc.events FORCE ROW LEVEL SECURITY;
CREATE INDEX events_by_seq ON svc.events USING btree (organization_id, seq);
CREATE INDEX events_of_gateways ON svc.events USING btree (organization_id, seq) WHERE (gateway_call IS NOT NULL);
CREATE POLICY old_enough ON svc.events AS RESTRICTIVE FOR DELETE USING (created_at < (now() - '1 day'::interval));
CREATE POLICY organization ON svc.events USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.events TO svc_app;

-- row-level security forced
CREATE TABLE svc.gateway_marks (
  organization_id uuid NOT NULL,
  settled_seq bigint NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE svc.gateway_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.gateway_marks USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.gateway_marks TO svc_app;

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
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, integration_id) REFERENCES svc.integrations(organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id)
);
ALTER TABLE svc.http_routes FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.http_routes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.http_routes TO svc_app;

-- row-level security forced
CREATE TABLE svc.idempotency_records (
  organization_id uuid NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  event_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  fingerprint_key_id text NOT NULL,
  PRIMARY KEY (organization_id, endpoint, key)
);
ALTER TABLE svc.idempotency_records FORCE ROW LEVEL SECURITY;
CREATE INDEX idempotency_records_by_age ON svc.idempotency_records USING btree (created_at);
CREATE POLICY old_enough ON svc.idempotency_records AS RESTRICTIVE FOR DELETE USING (created_at < (now() - '24:00:00'::interval));
CREATE POLICY organization ON svc.idempotency_records USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.idempotency_records TO svc_app;

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
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['HTTP'::text, 'CHAT_WEBHOOK'::text, 'TICKET'::text])))
);
ALTER TABLE svc.integrations FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.integrations USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.integrations TO svc_app;

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

-- shared: ids of what people are to be told by mail; workers of any process claim them across organizations
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
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((due_at IS NULL) = (ended_at IS NOT NULL)))
);
CREATE INDEX mail_outbox_due ON svc.mail_outbox USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mail_outbox_ended ON svc.mail_outbox USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mail_outbox_of_organization ON svc.mail_outbox USING btree (organization_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.mail_outbox TO svc_app;

-- row-level security forced
CREATE TABLE svc.mcp_routes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  agent_id uuid,
  resource_id uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  UNIQUE (organization_id, name),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, agent_id) REFERENCES svc.agents(organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES svc.resources(organization_id, id)
);
ALTER TABLE svc.mcp_routes FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.mcp_routes USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.mcp_routes TO svc_app;

-- shared: finds the organizations of a person who signs in
CREATE TABLE svc.membership_directory (
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  PRIMARY KEY (account_id, organization_id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE
);
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
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.memberships TO svc_app;

-- shared: lists organizations for provisioning and periodic tasks; names are digests
CREATE TABLE svc.organization_directory (
  name_digest bytea NOT NULL,
  organization_id uuid NOT NULL,
  UNIQUE (organization_id),
  PRIMARY KEY (name_digest)
);
GRANT INSERT, SELECT, UPDATE ON svc.organization_directory TO svc_app;

-- One narrow row an organization: locked first by whatever changes it, updated in place by every batch.
CREATE TABLE svc.organization_heads (
  organization_id uuid NOT NULL,
  generation bigint NOT NULL,
  audit_seq bigint NOT NULL,
  audit_hash bytea NOT NULL,
  policy_set_version bigint NOT NULL,
  usage_month date NOT NULL,
  usage_events bigint NOT NULL,
  PRIMARY KEY (organization_id),
  CHECK ((length(audit_hash) = 32))
);
ALTER TABLE svc.organization_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.organization_heads USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.organization_heads TO svc_app;

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
  PRIMARY KEY (organization_id),
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
GRANT INSERT, SELECT, UPDATE ON svc.organizations TO svc_app;

-- row-level security forced
CREATE TABLE svc.policy_revisions (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  version_from bigint NOT NULL,
  version_to bigint,
  name text NOT NULL,
  spec jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization_id, policy_id, version_from),
  CHECK ((version_to > version_from))
);
ALTER TABLE svc.policy_revisions FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX policy_revisions_current_name ON svc.policy_revisions USING btree (organization_id, name) WHERE (version_to IS NULL);
CREATE POLICY organization ON svc.policy_revisions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.policy_revisions TO svc_app;

-- row-level security forced
CREATE TABLE svc.policy_set_versions (
  organization_id uuid NOT NULL,
  version bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  source text NOT NULL,
  key_prefix text,
  PRIMARY KEY (organization_id, version),
  CHECK ((actor_type = ANY (ARRAY['user'::text, 'key'::text, 'system'::text]))),
  CHECK ((version > 0))
);
ALTER TABLE svc.policy_set_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.policy_set_versions USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT ON svc.policy_set_versions TO svc_app;

-- shared: sliding windows over all processes; buckets are digests
CREATE UNLOGGED TABLE svc.rate_windows (
  bucket bytea NOT NULL,
  hits timestamp with time zone[] NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (bucket)
);
CREATE INDEX rate_windows_expiry ON svc.rate_windows USING btree (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.rate_windows TO svc_app;

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
GRANT INSERT, SELECT, UPDATE ON svc.resource_first_destinations TO svc_app;

-- row-level security forced
CREATE TABLE svc.resource_uses (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (organization_id, resource_id)
);
ALTER TABLE svc.resource_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.resource_uses USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT INSERT, SELECT, UPDATE ON svc.resource_uses TO svc_app;

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
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.resources TO svc_app;

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
  PRIMARY KEY (organization_id, event_id),
  CHECK (((note IS NULL) OR (note_salt IS NOT NULL))),
  CHECK ((decided_role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text]))),
  CHECK ((length(note_salt) = 32)),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DENIED'::text, 'EXPIRED'::text])))
);
ALTER TABLE svc.reviews FORCE ROW LEVEL SECURITY;
CREATE INDEX reviews_by_status ON svc.reviews USING btree (organization_id, status, event_id);
CREATE INDEX reviews_pending ON svc.reviews USING btree (organization_id, expires_at) WHERE (status = 'PENDING'::text);
CREATE POLICY old_enough ON svc.reviews AS RESTRICTIVE FOR DELETE USING ((created_at < (now() - '1 day'::interval)) AND (status <> 'PENDING'::text));
CREATE POLICY organization ON svc.reviews USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.reviews TO svc_app;

-- shared: a session belongs to a person, who may change organizations; tokens are digests
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
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES svc.accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE SET NULL,
  CHECK ((length(access_hash) = 32)),
  CHECK ((length(family_hash) = 32)),
  CHECK ((length(refresh_hash) = 32))
);
CREATE INDEX sessions_expiry ON svc.sessions USING btree (expires_at);
CREATE INDEX sessions_of_account ON svc.sessions USING btree (account_id);
CREATE INDEX sessions_of_organization ON svc.sessions USING btree (organization_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.sessions TO svc_app;

-- shared: when each periodic task of the deployment last ran
CREATE TABLE svc.task_runs (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  succeeded boolean,
  backlog bigint,
  PRIMARY KEY (name)
);
GRANT INSERT, SELECT, UPDATE ON svc.task_runs TO svc_app;

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
  data json NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL,
  settled_at timestamp with time zone,
  body text,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text])))
);
ALTER TABLE svc.webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_deliveries_of_endpoint ON svc.webhook_deliveries USING btree (organization_id, endpoint_id, id);
CREATE POLICY organization ON svc.webhook_deliveries USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT ON svc.webhook_deliveries TO svc_app;

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
  UNIQUE (organization_id, url),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
  CHECK (((next_secret IS NULL) = (next_secret_at IS NULL)))
);
ALTER TABLE svc.webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON svc.webhook_endpoints USING (organization_id = ANY (( SELECT (NULLIF(current_setting('svc.organizations'::text, true), ''::text))::uuid[] AS "nullif")::uuid[]));
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.webhook_endpoints TO svc_app;

-- shared: ids of deliveries that wait; workers of any process claim them across organizations
CREATE TABLE svc.webhook_outbox (
  delivery_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempt integer NOT NULL,
  step smallint NOT NULL,
  claimed_at timestamp with time zone,
  PRIMARY KEY (delivery_id)
);
CREATE INDEX webhook_outbox_of_endpoint ON svc.webhook_outbox USING btree (endpoint_id, due_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.webhook_outbox TO svc_app;

-- shared: ranges of time whose failed deliveries are sent again; any process goes on with them
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
  PRIMARY KEY (id)
);
CREATE INDEX webhook_recoveries_finished ON svc.webhook_recoveries USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX webhook_recoveries_of_endpoint ON svc.webhook_recoveries USING btree (organization_id, endpoint_id, id);
CREATE INDEX webhook_recoveries_unfinished ON svc.webhook_recoveries USING btree (created_at) WHERE (finished_at IS NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON svc.webhook_recoveries TO svc_app;
