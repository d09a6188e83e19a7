// SPDX-License-Identifier: Apache-2.0
/**
 * The lists of an organization's export, each with its statement. Columns are named one by one: no secret, no hash and
 * no part of a key is among them.
 */
import { shownAddress } from '../../outgoing/egress/index.ts';

type Row = Record<string, unknown>;

export interface Section {
  /** The mark before the first row. */
  first: string;
  rowsPerPage: number;
  /** Rows after the mark `$2` of the organization `$1`, in order, at most `$3`. */
  statement: string;
  markOf(row: Row): string;
  itemOf(row: Row): object;
}

const ROWS_PER_PAGE = 500;
/** One policy with its test cases may be as long as a request. */
const POLICIES_PER_PAGE = 20;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Times are written as everywhere else. */
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

/** @param columns of `r`; the id is among them */
function byId(table: string, columns: string, change: (row: Row) => Row = (row) => row): Section {
  return {
    first: NO_ID,
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT ${columns} FROM svc.${table} r
      WHERE r.organization_id = $1 AND r.id > $2::uuid ORDER BY r.id LIMIT $3`,
    markOf: ({ id }) => String(id),
    itemOf: (row) => plain(change(row)),
  };
}

const TIMES = `r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

export const SECTIONS = {
  // The current month stands in the head.
  usage: {
    first: '',
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT month, events FROM (
        SELECT to_char(month, 'YYYY-MM') AS month, events FROM svc.usage_months WHERE organization_id = $1
        UNION ALL
        SELECT to_char(usage_month, 'YYYY-MM'), usage_events FROM svc.organization_heads WHERE organization_id = $1
      ) AS months
      WHERE month > $2 ORDER BY month LIMIT $3`,
    markOf: ({ month }) => String(month),
    itemOf: plain,
  },
  members: {
    first: NO_ID,
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT m.account_id AS id, a.email, a.name, m.role, m.created_at AS "joinedAt"
      FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
      WHERE m.organization_id = $1 AND m.account_id > $2::uuid ORDER BY m.account_id LIMIT $3`,
    markOf: ({ id }) => String(id),
    itemOf: plain,
  },
  invitations: byId(
    'invitations',
    `r.id, r.email, r.role, r.invited_by AS "invitedBy", r.created_at AS "createdAt", r.expires_at AS "expiresAt"`,
  ),
  directories: byId(
    'sso_connections',
    `r.id, r.issuer, r.client_id AS "clientId", r.scopes, r.role_claim AS "roleClaim", r.roles,
      r.default_role AS "defaultRole", r.enabled, r.required, r.break_glass AS "breakGlass",
      r.session_hours AS "sessionHours", ${TIMES}`,
  ),
  directoryDomains: {
    first: '',
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT domain, verified_by AS "verifiedBy", verified_at AS "verifiedAt", created_at AS "createdAt"
      FROM svc.sso_domains WHERE organization_id = $1 AND domain > $2 ORDER BY domain LIMIT $3`,
    markOf: ({ domain }) => String(domain),
    itemOf: plain,
  },
  directoryPeople: {
    first: NO_ID,
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT account_id AS id, issuer, subject, created_at AS "createdAt", signed_in_at AS "signedInAt"
      FROM svc.sso_identities WHERE organization_id = $1 AND account_id > $2::uuid ORDER BY account_id LIMIT $3`,
    markOf: ({ id }) => String(id),
    itemOf: plain,
  },
  provisionedPeople: {
    first: NO_ID,
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT id, account_id AS "accountId", user_name AS "userName", email, external_id AS "externalId",
        display_name AS "displayName",
        formatted_name AS "formattedName", given_name AS "givenName", family_name AS "familyName",
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM svc.scim_users
      WHERE organization_id = $1 AND id > $2::uuid AND deleted_at IS NULL ORDER BY id LIMIT $3`,
    markOf: ({ id }) => String(id),
    itemOf: plain,
  },
  groups: byId('groups', `r.id, r.name, r.source, r.claim_value AS "claimValue", ${TIMES}`),
  groupMembers: {
    first: `${NO_ID} ${NO_ID}`,
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT account_id AS id, group_id AS "groupId", created_at AS "createdAt"
      FROM svc.group_members
      WHERE organization_id = $1
        AND (account_id, group_id) > (split_part($2, ' ', 1)::uuid, split_part($2, ' ', 2)::uuid)
      ORDER BY account_id, group_id LIMIT $3`,
    markOf: ({ id, groupId }) => `${id} ${groupId}`,
    itemOf: plain,
  },
  signingKeys: byId(
    'signing_keys',
    `r.id, r.account_id AS "accountId", r.key_thumbprint AS "keyThumbprint", r.created_at AS "createdAt"`,
  ),
  agents: byId('agents', `r.id, r.name, r.description, r.status, r.permissions, ${TIMES}`),
  resources: byId('resources', `r.id, r.name, r.description, r.classification, ${TIMES}`),
  apiKeys: byId(
    'api_keys',
    `r.id, r.name, r.kind, r.agent_id AS "agentId", r.permissions,
      r.allowed_ips AS "allowedIps",
      r.created_by AS "createdBy", r.expires_at AS "expiresAt", r.revokes_at AS "revokesAt",
      r.revoked_at AS "revokedAt", ${TIMES}`,
  ),
  integrations: byId(
    'integrations',
    `r.id, r.name, r.kind, r.allowed_hosts AS "allowedHosts", r.credential ->> 'type' AS "credentialType",
      r.settings ->> 'provider' AS provider, r.settings ->> 'channel' AS channel, ${TIMES}`,
  ),
  httpRoutes: byId(
    'http_routes',
    `r.id, r.name, r.base_url AS "baseUrl", r.integration_id AS "integrationId", r.resource_id AS "resourceId",
      r.agent_ids AS "agentIds", r.actions, r.methods, r.timeout_ms AS "timeoutMs", r.scan_body AS "scanBody",
      ${TIMES}`,
  ),
  mcpRoutes: byId(
    'mcp_routes',
    `r.id, r.name, r.agent_id AS "agentId", r.resource_id AS "resourceId", r.scan_body AS "scanBody", r.tools,
      ${TIMES}`,
  ),
  toolRules: byId('tool_rules', `r.id, r.name, r.description, r.agent, r.resource, r.rules, r.unlisted, ${TIMES}`),
  webhooks: byId(
    'webhook_endpoints',
    `r.id, r.url, r.description, r.format, r.disabled_at AS "disabledAt", ${TIMES}`,
    (row) => ({
      ...row,
      url: shownAddress(String(row.url)),
    }),
  ),
  policies: {
    first: '',
    rowsPerPage: POLICIES_PER_PAGE,
    statement: `
      SELECT p.policy_id AS id, p.name, p.updated_at AS "updatedAt", p.spec, COALESCE(c.cases, '[]'::jsonb) AS cases
      FROM svc.policy_revisions p
        LEFT JOIN svc.policy_cases c ON c.organization_id = p.organization_id AND c.policy_id = p.policy_id
      WHERE p.organization_id = $1 AND p.version_to IS NULL AND p.name > $2 ORDER BY p.name LIMIT $3`,
    markOf: ({ name }) => String(name),
    itemOf: plain,
  },
  guardrails: byId('guardrails', `r.id, r.name, r.claim, r.enforcing, r.version, ${TIMES}`),
  budgets: byId(
    'budgets',
    `r.id, r.name, r.spec, r.series, r.since, r.raised_window AS "raisedWindow",
      r.raised_amount AS "raisedAmount", r.raised_note AS "raisedNote", ${TIMES}`,
  ),
  counts: {
    first: '',
    rowsPerPage: ROWS_PER_PAGE,
    statement: `
      SELECT r.name, r.of, r.sandbox, r.bucket, r.window_start AS "windowStart", r.window_end AS "windowEnd", r.used
      FROM svc.counters r WHERE r.organization_id = $1 AND r.name > $2 ORDER BY r.name LIMIT $3`,
    markOf: ({ name }) => String(name),
    itemOf: ({ name: _, ...row }) => plain(row),
  },
  grants: byId(
    'grants',
    `r.id, r.event_id AS "eventId", r.agent_id AS "agentId", r.action, r.resource_id AS "resourceId", r.destination,
      r.gateway AS call, r.dlp_types AS "dlpTypes", r.records_max AS "recordsAffectedMax", r.policy_id AS "policyId",
      r.until, r.uses_max AS "usesMax", COALESCE(r.uses, (
        SELECT c.used::int FROM svc.counters c WHERE c.organization_id = $1 AND c.name = r.id::text
      ), 0) AS uses, r.note, r.made_by AS "madeBy", r.made_at AS "madeAt", r.ended_at AS "endedAt",
      r.ended_reason AS "endedReason", r.ended_by AS "endedBy", r.end_note AS "endNote"`,
  ),
} as const satisfies Record<string, Section>;
