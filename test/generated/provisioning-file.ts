// SPDX-License-Identifier: Apache-2.0
/** The fields of the provisioning file with their meaning: the page and the JSON Schema are written from this table. */
import {
  ACTION_FAMILIES,
  AGENT_STATUSES,
  APPROVAL_VALID_MINUTES_MAX,
  APPROVAL_VALID_MINUTES_MIN,
  APPROVALS_MAX,
  CLAIM_AGENTS,
  CLASSIFICATIONS,
  DECISION_KINDS,
  DECISIONS,
  EVENT_ACTIONS,
  GRANT_HOURS_MAX,
  HTTP_METHODS,
  INTEGRATION_KINDS,
  INTEGRATION_PROVIDERS,
  KEY_KINDS,
  KEY_PERMISSIONS,
  OUTCOME_MINUTES_MAX,
  OUTCOME_MINUTES_MIN,
  PLANS,
  POLICY_MODES,
  POLICY_RESOURCES,
  policyFileSchema,
  REVIEW_EXPIRY_MINUTES_MAX,
  REVIEW_EXPIRY_MINUTES_MIN,
  RISK_SCORE_MAX,
  ROLES,
  TICKET_METHODS,
  WEBHOOK_FORMATS,
} from '@svc/contract';
import { UPSTREAM_TIMEOUT_MS_MAX } from '../../server/src/lifecycle/provisioning/limits.ts';
import {
  connection,
  type FieldOfFile,
  flag,
  listOf,
  may,
  must,
  oneOf,
  orNull,
  type Schema,
  strict,
  text,
  url,
  uuid,
  whole,
} from './file-schema.ts';

const permission: Schema = strict({
  action: must(oneOf([...ACTION_FAMILIES, ...EVENT_ACTIONS]), ''),
  resource: must(text, ''),
});

const secret = must(text, '');
const credential: Schema = {
  oneOf: [
    strict({ type: must(oneOf(['API_KEY_HEADER']), ''), header: may(text, ''), secret }),
    strict({ type: must(oneOf(['QUERY_PARAM']), ''), name: may(text, ''), secret }),
    strict({ type: must(oneOf(['AUTHORIZATION']), ''), scheme: may(text, ''), secret }),
    strict({ type: must(oneOf(['BASIC']), ''), username: must(text, ''), secret }),
    strict({
      type: must(oneOf(['OAUTH2_CLIENT_CREDENTIALS']), ''),
      tokenUrl: must(url, ''),
      clientId: must(text, ''),
      secret,
      scope: may(orNull(text), ''),
    }),
  ],
};

const GIVEN_ID = 'UUID of the record, unique in the organization. Without it one is made; `provision --list` shows it.';

/** Each list of an organization. Policies have the schema of policy files. */
export const RECORDS: Readonly<Record<string, Readonly<Record<string, FieldOfFile>>>> = {
  users: {
    email: must(text, 'The person, known by this address in every organization.'),
    name: may(text, 'Wanted for a new account; an existing one keeps its own.'),
    password: may({ type: 'string' }, 'Set when the account is made, and when it changes here. The sessions end then.'),
    role: must(oneOf(ROLES), 'Stays as it was changed in the app until it changes here.'),
  },
  resources: {
    id: may(uuid, GIVEN_ID),
    name: must(text, 'What agents name. Neither a UUID, nor ANY, nor a classification.'),
    classification: must(oneOf(CLASSIFICATIONS), 'What policies and the risk go by.'),
    description: may(orNull(text), 'For people.'),
  },
  agents: {
    id: may(uuid, GIVEN_ID),
    name: must(text, 'What callers name. Not a UUID.'),
    description: may(orNull(text), 'For people.'),
    status: may(oneOf(AGENT_STATUSES), 'Whatever a PAUSED agent asks is BLOCK. Default: ACTIVE.'),
    permissions: may(orNull(listOf(permission)), 'All that the agent may do. null: no restriction beyond policies.'),
  },
  apiKeys: {
    name: must(text, 'For people; unique among keys that are not revoked.'),
    key: may(text, '`key_live_` or `key_test_` and at least 32 letters and digits. Without it one is generated.'),
    kind: may(oneOf(KEY_KINDS), 'Of a generated key. Default: LIVE.'),
    agent: may(orNull(text), 'The only agent that the key may act for.'),
    permissions: may(
      listOf(oneOf(KEY_PERMISSIONS)),
      'Default: all of an org-wide LIVE key, and all but `apply` of any other.',
    ),
    allowedIps: may(orNull(listOf(text)), 'Addresses and CIDR ranges that the key may be used from. null: everywhere.'),
    expiresAt: may(orNull({ type: 'string', format: 'date-time' }), 'The key works until then. A past time ends it.'),
  },
  integrations: {
    name: must(text, 'What routes name.'),
    kind: must(oneOf(INTEGRATION_KINDS), 'Only the credential of HTTP goes with forwarded calls.'),
    allowedHosts: may(listOf(text), 'Hosts that may get the credential; `*.example.com` is any name below.'),
    credential: may(orNull(credential), 'How calls are authenticated. See Gateways.'),
    provider: may(oneOf(INTEGRATION_PROVIDERS), 'Of CHAT_WEBHOOK, TICKET and INCIDENT. It never changes.'),
    botToken: may(text, 'Of SLACK. See Chat and tickets.'),
    signingSecret: may(text, 'Of SLACK: its presses are signed with it.'),
    channel: may(text, 'Of SLACK and TEAMS: where messages go, by its id.'),
    appId: may(uuid, 'Of TEAMS: the application id of the bot.'),
    tenantId: may(uuid, 'Of TEAMS: the tenant of the bot and its people.'),
    clientSecret: may(text, 'Of TEAMS: a client secret of the bot.'),
    username: may(text, 'Of JIRA and SERVICENOW: whose `token` it is.'),
    token: may(text, 'Of JIRA, SERVICENOW and GITHUB: an API token, a password, a fine-grained token.'),
    project: may(text, 'Of JIRA: the key of the project.'),
    issueType: may(text, 'Of JIRA. Default: Task.'),
    table: may(text, 'Of SERVICENOW. Default: incident.'),
    repository: may(text, 'Of GITHUB: `owner/name`.'),
    closeWith: may(orNull(text), 'Of JIRA a transition, of SERVICENOW a `state`, at the end. null: it stays open.'),
    routingKey: may(text, 'Of PAGERDUTY: the integration key of a service.'),
    url: may(url, 'Where messages go: whole of INCOMING_WEBHOOK and TICKET, the beginning of other providers.'),
    method: may(oneOf(TICKET_METHODS), 'Of TICKET. Default: POST.'),
    headers: may(listOf(strict({ name: must(text, ''), value: must(text, '') })), 'Of TICKET; all of them.'),
    bodyTemplate: may(text, 'Of TICKET: JSON with `{{…}}` for what a review gives.'),
    updateUrl: may(orNull(url), 'Of TICKET: told when the review is resolved. null: nothing is.'),
  },
  httpRoutes: {
    id: may(uuid, `${GIVEN_ID} Callers send it as \`routeId\`.`),
    name: must(text, 'For people, logs and the audit.'),
    baseUrl: must(url, 'Calls go to addresses below it.'),
    integration: may(orNull(text), 'The integration with the credential. null: none is sent.'),
    resource: may(orNull(text), 'The only resource of its calls. null: any.'),
    agents: may(orNull(listOf(text)), 'The agents that may call. null: all.'),
    actions: may(orNull(listOf(oneOf(EVENT_ACTIONS))), 'The actions that callers may state. null: all.'),
    methods: may(orNull(listOf(oneOf(HTTP_METHODS))), 'The methods of its calls. null: all.'),
    timeoutMs: may(whole(1, UPSTREAM_TIMEOUT_MS_MAX), 'How long the upstream may take. Default: 30000.'),
    scanBody: may(flag, 'The body is scanned as content is. Default: false.'),
  },
  mcpRoutes: {
    id: may(uuid, `${GIVEN_ID} Callers send it as \`routeId\`.`),
    name: must(text, 'For people, logs and the audit.'),
    agent: may(orNull(text), 'The agent of calls that name none.'),
    resource: may(orNull(text), 'The resource of calls that name none.'),
    scanBody: may(flag, 'The arguments are scanned as content is. Default: false.'),
  },
  webhooks: {
    url: must(url, 'Where deliveries go. It identifies the endpoint.'),
    secret: may(text, '`whsec_` and 24 to 64 bytes in base64. Without it one is generated.'),
    description: may(orNull(text), 'For people.'),
    format: may(
      oneOf(WEBHOOK_FORMATS),
      'STANDARD_WEBHOOKS adds the headers of that specification; CLOUDEVENTS sends a CloudEvent. Default: SVC.',
    ),
  },
};

export const SETTINGS: Readonly<Record<string, FieldOfFile>> = {
  id: may(uuid, 'The id of the organization, also of one that people made. Without it the name says which one it is.'),
  name: must(text, 'Identifies an organization that a file made or an operator adopted.'),
  plan: may(oneOf(PLANS), 'Its limits. Default: DEVELOPER.'),
  timeZone: may(text, 'IANA time zone of business hours. Default: America/Sao_Paulo.'),
  enforcement: may(oneOf(POLICY_MODES), 'MONITOR decides and blocks nothing. Default: ENFORCE.'),
  reviewExpiryMinutes: may(
    whole(REVIEW_EXPIRY_MINUTES_MIN, REVIEW_EXPIRY_MINUTES_MAX),
    'How long a review waits. Default: 1440.',
  ),
  riskReviewAt: may(whole(0, RISK_SCORE_MAX), 'Without a matching policy, REVIEW from this score on. Default: 60.'),
  riskBlockAt: may(whole(0, RISK_SCORE_MAX), 'Without a matching policy, BLOCK from this score on. Default: 90.'),
  checkpointUrl: may(orNull(url), 'Each signed checkpoint of the audit is pushed there.'),
  eventsPerMonth: may(orNull(whole(0)), 'Overrides that of the plan; it never refuses. null: that of the plan.'),
  agentsMax: may(orNull(whole(0)), 'Overrides that of the plan. null: that of the plan.'),
  retentionDays: may(orNull(whole(1)), 'Overrides that of the plan. null: that of the plan.'),
  privateNetworks: may(flag, 'May call the ranges of `SVC_EGRESS_ALLOW`. Default: true.'),
  alternatives: may(flag, 'Refused callers are told bounds that would be allowed. Default: false.'),
  assistantApprovals: may(flag, 'A connected app may ask its own person to resolve a review. Default: false.'),
  approvalValidMinutes: may(
    whole(APPROVAL_VALID_MINUTES_MIN, APPROVAL_VALID_MINUTES_MAX),
    'How long an allowed act can be redeemed. Default: 1440.',
  ),
  outcomeMinutes: may(
    whole(OUTCOME_MINUTES_MIN, OUTCOME_MINUTES_MAX),
    'A redeemed act without an outcome counts as missing one after so long. Default: 60.',
  ),
  contextKept: may(flag, 'What agents say about their acts is stored and shown. Default: true.'),
  reviewDefaults: may(
    { type: 'object', description: '' },
    'How reviews are approved that no policy asked for: as `approvals` of a policy. Default: by one person.',
  ),
  grantHoursMax: may(
    whole(0, GRANT_HOURS_MAX),
    'How far the end of a grant may lie away, in hours; 0: nobody makes grants. Default: 0.',
  ),
  sso: may(connection, 'The sign-in by the directory of the organization. See Sign-in by your company.'),
  scimTokens: may(
    listOf(strict({ sha256: must(text, ''), expiresAt: must({ type: 'string', format: 'date-time' }, '') })),
    'Tokens of the directory for SCIM, by their SHA-256 in hexadecimal digits. Others of the file are revoked.',
  ),
};

const CONDITION: Schema = { type: 'object', description: 'As of POST /v1/policies/apply.' };

/** A guardrail: a claim as files of claims have it, and whether it is enforced. */
export const GUARDRAILS: Readonly<Record<string, FieldOfFile>> = {
  name: must(text, 'For people; unique among the guardrails of the organization.'),
  never: may(listOf(oneOf(DECISIONS)), 'Decisions that no such event may get. Either this or `atLeast`.'),
  atLeast: may(oneOf(['REVIEW', 'BLOCK']), 'The weakest decision that such an event may get.'),
  approvals: may(whole(1, APPROVALS_MAX), 'With `atLeast: REVIEW`: a review of such an event asks for so many people.'),
  when: must(CONDITION, 'The events it is about, as a condition of policies; `{}`: all of them.'),
  resource: may(orNull(oneOf(POLICY_RESOURCES)), 'Classification of the resource. null: every one.'),
  unless: may(CONDITION, 'Events that it is not about, as a condition.'),
  agents: may(oneOf(CLAIM_AGENTS), '`registered` leaves out agents that are registered later. Default: any.'),
  of: may(oneOf(DECISION_KINDS), '`evaluatedDecision`: what would be decided without monitor mode.'),
  enforcing: may(flag, 'Changes of the policies that break it are refused, this file among them. Default: false.'),
};

export function provisioningFileSchema(): Schema {
  const { definitions } = policyFileSchema() as { definitions: Record<string, { properties: Record<string, Schema> }> };
  const specOf = (kind: string) => definitions[kind]?.properties.spec as { required: string[]; properties: Schema };
  // Files of the command line leave out conditions that the API and this file have.
  const condition = { type: 'object', description: 'As of POST /v1/policies/apply.' };
  const named = ({ required, properties, ...rest }: ReturnType<typeof specOf>, more: Schema = { condition }) => ({
    ...rest,
    required: ['name', ...required],
    properties: { name: text, ...properties, ...more, id: { type: 'string' }, updatedAt: { type: 'string' } },
  });
  const lists = Object.entries(RECORDS).map(([name, fields]) => [name, orNull(listOf(strict(fields)))]);
  const organization = strict(SETTINGS) as { properties: Schema };
  Object.assign(organization.properties, Object.fromEntries(lists), {
    policies: orNull(listOf(named(specOf('Policy')))),
    guardrails: orNull(listOf(strict(GUARDRAILS))),
    budgets: orNull(listOf(named(specOf('Budget')))),
    toolRules: orNull(listOf(named(specOf('ToolRules'), {}))),
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Provisioning file',
    description:
      'Organizations with their people, agents, resources, keys, integrations, routes, webhooks, policies, ' +
      'guardrails, budgets and tool rules.',
    ...strict({
      apiVersion: must({ enum: ['svc/v1'] }, ''),
      kind: must({ enum: ['Provision'] }, ''),
      organizations: must(listOf(organization), ''),
    }),
  };
}

/** @returns a heading and a table for the organization and for each of its lists */
export function provisioningFilePage(): string[] {
  const table = (heading: string, fields: Readonly<Record<string, FieldOfFile>>) => [
    `## ${heading}`,
    '',
    '| Field | Value | Meaning |',
    '|---|---|---|',
    ...Object.entries(fields).map(
      ([name, { schema, meaning, isRequired }]) =>
        `| \`${name}\`${isRequired === true ? ', required' : ''} | ${valueText(schema)} | ${meaning} |`,
    ),
    '',
  ];
  const like = (route: string, one: string, schema: string) => [
    `## \`${route === 'tool-rules' ? 'toolRules' : route}\``,
    '',
    `${one} has the fields of \`POST /v1/${route}/apply\`: see [the contract](openapi.json), schema \`${schema}\`.`,
    '',
  ];
  return [
    ...table('An organization', SETTINGS),
    ...Object.entries(RECORDS).flatMap(([name, fields]) => table(`\`${name}\``, fields)),
    ...like('policies', 'A policy', 'PolicyInput'),
    ...table('`guardrails`', GUARDRAILS),
    ...like('budgets', 'A budget', 'Budget'),
    ...like('tool-rules', 'A set', 'ToolRules'),
  ];
}

function valueText(schema: Schema): string {
  const { enum: words, type, format, items, anyOf, minimum, maximum, oneOf: forms } = schema;
  if (Array.isArray(words)) return words.join(', ');
  if (Array.isArray(anyOf)) return `${valueText(anyOf[0] as Schema)}, or null`;
  if (Array.isArray(forms)) return 'a credential';
  if (type === 'array') return `list: ${valueText(items as Schema)}`;
  if (schema === CONDITION) return 'a condition';
  if (type === 'object') {
    const fields = Object.keys(schema.properties ?? {});
    return fields.length === 0 ? 'an object' : `\`{ ${fields.join(', ')} }\``;
  }
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
  return typeof format === 'string'
    ? ({ uuid: 'UUID', uri: 'address', 'date-time': 'time' }[format] ?? format)
    : 'text';
}
