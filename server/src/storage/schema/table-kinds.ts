// SPDX-License-Identifier: Apache-2.0
/**
 * Where the rows of a table may lie when tenants lie on several servers. A statement touches the tables of one
 * organization, or tables that lie on one server as a whole.
 */

/**
 * `tenant`: rows of an organization, each found by its id. `outbox`: the same, and workers look over those of all.
 * `across`: names organizations, and is found before one is known. `people`: a small row of each person, which
 * statements read beside the rows of an organization: a copy lies on each server. `deployment`: all others.
 */
export type TableKind = 'tenant' | 'outbox' | 'across' | 'people' | 'deployment';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

const TABLES_OF: Readonly<Record<TableKind, readonly string[]>> = {
  tenant: names(`
  audit_archive_nodes
  acs_sessions acts agent_first_actions agent_hours agent_slices agent_status_changes agents anomalies api_keys budgets
  audit_checkpoint_heads audit_checkpoints audit_entries billing_accounts count_cursors counters decision_code_days
  decision_code_hours decision_days decision_hours door_uses events
  figure_days figure_lasts figure_uses grants group_members groups guardrail_proofs
  guardrail_versions guardrails http_routes idempotency_records integrations invitations mcp_routes memberships
  notice_settings oauth_grants organization_heads organizations policy_cases policy_impacts policy_revisions
  policy_set_versions proposals provisioned_records quota_notices resource_first_destinations resource_uses
  resources review_votes reviews scim_users signing_keys sink_cursors sso_connections sso_identities sso_logouts
  sso_transactions tool_rules unlisted_tools usage_months
  webhook_attempts webhook_deliveries webhook_endpoints webhook_recoveries
  `),
  outbox: names(`
  chat_outbox checkpoint_outbox notice_outbox webhook_holds webhook_outbox webhook_recovery_index
  `),
  across: names(`
  api_key_directory billing_customers chat_link_requests chat_links demo_organizations
  invitation_directory mail_outbox membership_directory notice_digests oauth_records organization_deletions
  organization_directory scim_tokens sessions sso_domains waiting_notices
  `),
  people: names('accounts account_passkeys account_totp'),
  deployment: names(`
    audit_archive_settings
    account_activity account_devices account_links account_recovery_codes audit_signing_keys billing_ended
    billing_events chat_requests first_owner_links kysely_migration kysely_migration_lock leads oauth_signing_keys
    passkey_challenges rate_windows sink_waits task_runs
  `),
};

/** The kind of each table by its name without a schema. */
export const TABLE_KINDS: ReadonlyMap<string, TableKind> = new Map(
  Object.entries(TABLES_OF).flatMap(([kind, tables]) => tables.map((table) => [table, kind as TableKind])),
);

/** Without row-level security. They name no organization. */
export const OPEN_TABLES: readonly string[] = [...TABLES_OF.people, ...TABLES_OF.deployment];
