/** The closed word lists of the wire. Answers list words in this order. */

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

/** The mode of a policy: enforced, or only monitored. An organization's enforcement has the same words. */
export const POLICY_MODES = ['ENFORCE', 'MONITOR'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

export const KEY_KINDS = ['LIVE', 'TEST'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const AGENT_STATUSES = ['ACTIVE', 'PAUSED'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const PLANS = ['DEVELOPER', 'TEAM', 'BUSINESS', 'ENTERPRISE'] as const;
export type PlanName = (typeof PLANS)[number];

export const CHANGE_OPERATIONS = ['create', 'update', 'delete', 'unchanged'] as const;
export type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export const ANOMALY_KINDS = ['VOLUME_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE'] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

/** The reason why the service disabled a webhook endpoint: it answered 410, or it failed everything for five days. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing', 'manual'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

export const ANOMALY_SEVERITIES = ['MEDIUM', 'HIGH'] as const;
export type AnomalySeverity = (typeof ANOMALY_SEVERITIES)[number];

export const ANOMALY_STATUSES = ['OPEN', 'CLOSED'] as const;

export const WEBHOOK_TYPES = ['BLOCK', 'REVIEW', 'CRITICAL', 'ANOMALY', 'TEST'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The apiVersion of policy listings and of policy files. */
export const POLICY_API_VERSION = 'svc/v1';

export const POLICY_FILE_KINDS = ['Policy', 'PolicyTest'] as const;

/** Condition fields of the API that policy files do not have. */
export const CONDITION_FIELDS_OF_API_ONLY = ['dlpTypes', 'lgpdCategories'] as const;
