// SPDX-License-Identifier: Apache-2.0
/** The closed word lists of the wire. Answers list words in this order. */

/** The languages of the app and of mails. */
export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Kinds of mail that a person may switch off. */
export const NOTIFICATIONS = [
  'reviewPending',
  'reviewExpiring',
  'reviewEscalated',
  'anomalyOpened',
  'webhookDisabled',
  'quotaReached',
  'changeMade',
] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** The roles that a review may be passed on to: none can do less than the roles that it waited for. */
export const ESCALATION_ROLES = ['OWNER', 'ADMIN'] as const;

/** Steps that a person has still to take. */
export const ACCOUNT_NEEDS = ['EMAIL_VERIFICATION', 'MFA_SETUP', 'ACCESS_ANSWER'] as const;
export type AccountNeed = (typeof ACCOUNT_NEEDS)[number];

/** The entries of an account's history. */
/** The answers about keys, webhooks and integrations that another person may have made. */
export const ACCESS_ANSWERS = ['KEEP', 'END'] as const;

export const ACTIVITY_KINDS = [
  'account.created',
  'profile.changed',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.confirmed',
  'session.signed_out',
  'session.ended',
  'session.stolen',
  'email.verified',
  'email.change_requested',
  'email.changed',
  'password.changed',
  'password.reset',
  'code.failed',
  'code.guessed',
  'mfa.enabled',
  'mfa.disabled',
  'recovery_codes.renewed',
  'recovery_code.used',
  'passkey.added',
  'passkey.removed',
  'account.exported',
  'chat_link.ended',
  'organization.deleted',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The cause of a decision: a policy, a risk threshold, or the agent's state. MODE: the organization only monitors. */
export const CAUSES = ['POLICY', 'RISK', 'PAUSED', 'PERMISSION', 'TOOL', 'GRANT', 'BUDGET', 'MODE', 'NOTHING'] as const;
export type Cause = (typeof CAUSES)[number];

export const DECISIONS = ['ALLOW', 'REVIEW', 'BLOCK'] as const;
export type DecisionWord = (typeof DECISIONS)[number];

export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const EVENT_ACTIONS = ['READ_DATA', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'] as const;
export type EventAction = (typeof EVENT_ACTIONS)[number];

/** Action families for policies; `ANY` matches every family. */
export const ACTION_FAMILIES = ['ANY', 'READ', 'WRITE', 'DELETE', 'EXPORT'] as const;
export type ActionFamily = (typeof ACTION_FAMILIES)[number];

export const DESTINATIONS = ['INTERNAL', 'EXTERNAL_EMAIL', 'EXTERNAL_API'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** A policy's words for destinations: one word covers both external kinds. */
export const DESTINATION_SIDES = ['EXTERNAL', 'INTERNAL'] as const;
export type DestinationSide = (typeof DESTINATION_SIDES)[number];

/** The classification of a resource. */
export const CLASSIFICATIONS = ['PUBLIC', 'INTERNAL', 'SENSITIVE', 'CUSTOMER_PII', 'FINANCIAL', 'EMPLOYEE'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** A policy's words for resources: a classification, or `ANY`. */
export const POLICY_RESOURCES = ['ANY', ...CLASSIFICATIONS] as const;
export type PolicyResource = (typeof POLICY_RESOURCES)[number];

export const DLP_TYPES = [
  'CPF',
  'CNPJ',
  'RG',
  'CNH',
  'PIX_KEY',
  'PHONE_BR',
  'CEP',
  'CREDIT_CARD',
  'EMAIL',
  'HEALTH_DATA',
  'API_KEY',
  'PRIVATE_KEY',
] as const;
export type DlpType = (typeof DLP_TYPES)[number];

export const LGPD_CATEGORIES = [
  'IDENTIFICATION',
  'CONTACT',
  'LOCATION',
  'FINANCIAL',
  'HEALTH',
  'COMPANY',
  'CREDENTIALS',
] as const;
export type LgpdCategory = (typeof LGPD_CATEGORIES)[number];

export const REVIEW_STATUSES = ['PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Whether an allowed act can still be redeemed, was, or can no more. */
export const REDEMPTION_STATUSES = ['OPEN', 'REDEEMED', 'LAPSED'] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

/** The results of an act. UNKNOWN: it may have been done. */
export const REPORTED_OUTCOMES = ['SUCCEEDED', 'FAILED', 'UNKNOWN'] as const;
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number];

/** The fields in which an agent may speak about its act. */
export const CONTEXT_FIELDS = ['purpose', 'destinationName', 'session', 'link'] as const;
export type ContextField = (typeof CONTEXT_FIELDS)[number];

/** Where an outcome comes from: a report, or the gateway that forwarded the call. */
export const OUTCOME_SOURCES = ['REPORTED', 'GATEWAY'] as const;
export type OutcomeSource = (typeof OUTCOME_SOURCES)[number];

/** The mode of a policy: enforced, or only monitored. An organization's enforcement has the same words. */
export const POLICY_MODES = ['ENFORCE', 'MONITOR'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

export const KEY_KINDS = ['LIVE', 'TEST'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The uses that a key may be made for: each operation of /v1 names its own. */
export const KEY_PERMISSIONS = ['decide', 'read', 'test', 'apply'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export const AGENT_STATUSES = ['ACTIVE', 'PAUSED'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The state of an API key. RETIRING: another key replaces it, and it works until `revokesAt`. */
export const KEY_STATUSES = ['ACTIVE', 'RETIRING', 'EXPIRED', 'REVOKED'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Only the credential of an HTTP integration can go with a gateway call. */
export const INTEGRATION_KINDS = ['HTTP', 'CHAT_WEBHOOK', 'TICKET', 'INCIDENT'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** The receiver behind a CHAT_WEBHOOK integration. */
export const CHAT_PROVIDERS = ['SLACK', 'TEAMS', 'INCOMING_WEBHOOK'] as const;
export type ChatProvider = (typeof CHAT_PROVIDERS)[number];

/** The receiver behind a TICKET integration; one without a provider sends the request that people wrote. */
export const TICKET_PROVIDERS = ['JIRA', 'SERVICENOW', 'GITHUB'] as const;
export type TicketProvider = (typeof TICKET_PROVIDERS)[number];

/** The receiver behind an INCIDENT integration. */
export const INCIDENT_PROVIDERS = ['PAGERDUTY'] as const;
export type IncidentProvider = (typeof INCIDENT_PROVIDERS)[number];

export const INTEGRATION_PROVIDERS = [...CHAT_PROVIDERS, ...TICKET_PROVIDERS, ...INCIDENT_PROVIDERS] as const;
export type IntegrationProvider = (typeof INTEGRATION_PROVIDERS)[number];

/** The methods by which a ticket can be written. */
export const TICKET_METHODS = ['POST', 'PUT', 'PATCH'] as const;
export type TicketMethod = (typeof TICKET_METHODS)[number];

/** Why a call that tried an address brought no whole answer. */
export const UPSTREAM_FAULTS = [
  'NO_ADDRESS',
  'INVALID_ADDRESS',
  'ADDRESS_REFUSED',
  'CREDENTIAL_NEEDS_TLS',
  'CREDENTIAL_LOST',
  'TOKEN_REFUSED',
  'DNS_FAILURE',
  'CONNECTION_REFUSED',
  'UNREACHABLE',
  'CONNECTION_RESET',
  'TLS_FAILURE',
  'TIME_OUT',
  'INVALID_RESPONSE',
  'INVALID_HEADER',
  'BUSY',
  'ABORTED',
] as const;
export type UpstreamFault = (typeof UPSTREAM_FAULTS)[number];

/** Why a message or ticket about a review did not arrive. All but NOT_DELIVERED last until a person mends them. */
export const MESSAGE_FAULTS = [
  'TOKEN_REFUSED',
  'WRONG_TOKEN',
  'CHANNEL_UNKNOWN',
  'NOT_IN_CHANNEL',
  'SCOPE_MISSING',
  'WRITING_FORBIDDEN',
  'ACCESS_NOT_GRANTED',
  'CREDENTIAL_REFUSED',
  'ADDRESS_GONE',
  'MESSAGE_REFUSED',
  'CLOSING_UNKNOWN',
  'NOT_DELIVERED',
] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

export const CREDENTIAL_TYPES = [
  'API_KEY_HEADER',
  'QUERY_PARAM',
  'AUTHORIZATION',
  'BASIC',
  'OAUTH2_CLIENT_CREDENTIALS',
] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** Warnings about a valid route that looks unintended. */
export const ROUTE_WARNINGS = ['CREDENTIAL_UNRESTRICTED', 'HOST_NOT_ALLOWED'] as const;
export type RouteWarningCode = (typeof ROUTE_WARNINGS)[number];

/** The kinds of records that refer to others. */
export const REFERRER_TYPES = ['agent', 'api_key', 'http_route', 'mcp_route', 'policy'] as const;
export type ReferrerType = (typeof REFERRER_TYPES)[number];

export const PLANS = ['DEVELOPER', 'TEAM', 'BUSINESS', 'ENTERPRISE'] as const;
export type PlanName = (typeof PLANS)[number];

export const CHANGE_OPERATIONS = ['create', 'update', 'delete', 'unchanged'] as const;
export type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

/** The source of the members of a group: people in the app, a claim at each sign-in, or the directory by SCIM. */
export const GROUP_SOURCES = ['APP', 'CLAIM', 'SCIM'] as const;
export type GroupSource = (typeof GROUP_SOURCES)[number];

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export const ANOMALY_KINDS = ['VOLUME_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE'] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

/**
 * The form of an endpoint's deliveries. STANDARD_WEBHOOKS adds the headers of that specification; CLOUDEVENTS sends
 * another body.
 */
export const WEBHOOK_FORMATS = ['SVC', 'STANDARD_WEBHOOKS', 'CLOUDEVENTS'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** The reason why the service disabled a webhook endpoint: it answered 410, or it failed everything for five days. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing', 'manual'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

export const ANOMALY_SEVERITIES = ['MEDIUM', 'HIGH'] as const;
export type AnomalySeverity = (typeof ANOMALY_SEVERITIES)[number];

export const ANOMALY_STATUSES = ['OPEN', 'CLOSED'] as const;

/** `SKIPPED` tells of events that made no delivery of their own. */
export const WEBHOOK_TYPES = ['BLOCK', 'REVIEW', 'CRITICAL', 'ANOMALY', 'SKIPPED', 'TEST'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The apiVersion of policy listings and of policy files. */
export const POLICY_API_VERSION = 'svc/v1';

export const POLICY_FILE_KINDS = ['Policy', 'Budget', 'ToolRules', 'PolicyTest', 'PolicyClaim'] as const;

/** Condition fields of the API that policy files do not have. */
export const CONDITION_FIELDS_OF_API_ONLY = ['dlpTypes', 'lgpdCategories'] as const;

/** The scopes that a person may grant to a connected app. */
export const OAUTH_SCOPES = ['decisions:read', 'decisions:write', 'policies:read', 'policies:test'] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];
