// SPDX-License-Identifier: Apache-2.0
/** The settings of an organization: their rows, their rules and their audit entries. */

import { type PlanName, type PolicyMode, REVIEW_EXPIRY_MINUTES_DEFAULT } from '@svc/contract';
import { APPROVAL_VALID_MINUTES_DEFAULT, OUTCOME_MINUTES_DEFAULT } from '@svc/contract/limits';
import { type Approvals, ONE_APPROVAL } from '@svc/core/approvals';
import { isExpiryRetained, limitsOf } from '../../registry/plans/index.ts';
import { changedEntry, createdEntry, planChange, type RecordKind, SECRET_SHOWN } from '../../registry/records/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

export interface Settings {
  plan: PlanName;
  timeZone: string;
  enforcement: PolicyMode;
  reviewExpiryMinutes: number;
  riskReviewAt: number;
  riskBlockAt: number;
  checkpointUrl: string | null;
  /** Members without a second factor get to its set-up only. Provisioning files do not hold it. */
  requireMfa: boolean;
  /** Callers that are refused are told which bounds would be allowed. */
  alternatives: boolean;
  /** A change that lets more through waits for a second person. */
  loosenNeedsTwo: boolean;
  /** A connected app may ask its own person to resolve a review. */
  assistantApprovals: boolean;
  /** How long an allowed act can be redeemed. */
  approvalValidMinutes: number;
  /** A redeemed act without an outcome counts as missing one after so long. */
  outcomeMinutes: number;
  /** The words of agents about their acts are stored and shown. */
  contextKept: boolean;
  /** How reviews are approved that no policy asked for. */
  reviewDefaults: Approvals;
  /** How far the end of a grant may lie away, in hours; 0: no person makes grants. */
  grantHoursMax: number;
  /** null: the plan's value. */
  eventsPerMonth: number | null;
  agentsMax: number | null;
  retentionDays: number | null;
  /** May reach the ranges of SVC_EGRESS_ALLOW. Only provisioning files give it. */
  privateNetworks: boolean;
}

/** Defaults of a new organization without further settings. */
const DEFAULT_SETTINGS: Settings = {
  plan: 'DEVELOPER',
  timeZone: 'America/Sao_Paulo',
  enforcement: 'ENFORCE',
  reviewExpiryMinutes: REVIEW_EXPIRY_MINUTES_DEFAULT,
  riskReviewAt: 60,
  riskBlockAt: 90,
  checkpointUrl: null,
  requireMfa: false,
  alternatives: false,
  assistantApprovals: false,
  loosenNeedsTwo: false,
  approvalValidMinutes: APPROVAL_VALID_MINUTES_DEFAULT,
  outcomeMinutes: OUTCOME_MINUTES_DEFAULT,
  contextKept: true,
  reviewDefaults: ONE_APPROVAL,
  grantHoursMax: 0,
  eventsPerMonth: null,
  agentsMax: null,
  retentionDays: null,
  privateNetworks: false,
};

/** Some or all settings; an omitted one keeps its stored value. */
export type GivenSettings = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

export function settingsOf(given: GivenSettings, stored: Settings | undefined): Settings {
  const values = Object.keys(DEFAULT_SETTINGS)
    .map((name) => [name, given[name as keyof Settings]])
    .filter(([, value]) => value !== undefined);
  return { ...(stored ?? DEFAULT_SETTINGS), ...Object.fromEntries(values) } as Settings;
}

export interface SettingFault {
  /** The fields of the fault, the main one first. */
  fields: readonly string[];
  message: string;
}

/**
 * Faults that only several settings together can have, and a limit below the number of existing agents. Agents stay
 * when a plan ends elsewhere: a limit that was lower before is not checked again.
 */
export function settingFaults(before: Settings | undefined, after: Settings, agentCount: number): SettingFault[] {
  const faults: SettingFault[] = [];
  if (after.riskReviewAt > after.riskBlockAt) {
    faults.push({
      fields: ['riskReviewAt', 'riskBlockAt'],
      message: `riskReviewAt (${after.riskReviewAt}) must not be above riskBlockAt (${after.riskBlockAt})`,
    });
  }
  const { agentsMax, retentionDays } = limitsOf(after.plan, after);
  if (!isExpiryRetained({ retentionDays }, after.reviewExpiryMinutes)) {
    faults.push({
      fields: ['reviewExpiryMinutes', 'retentionDays', 'plan'],
      message: `reviewExpiryMinutes must not be longer than the retention of ${retentionDays} days`,
    });
  }
  const isLowered = before !== undefined && limitsOf(before.plan, before).agentsMax !== agentsMax;
  if (isLowered && agentsMax !== null && agentCount > agentsMax) {
    faults.push({
      fields: ['agentsMax', 'plan'],
      message: `the organization has ${agentCount} agents, and the plan would allow ${agentsMax}`,
    });
  }
  return faults;
}

/** The push address of checkpoints may hold a secret in its path. */
const ORGANIZATION: RecordKind<NamedSettings> = {
  type: 'organization',
  describe: () => ({}),
  shown: ({ checkpointUrl, reviewDefaults, ...rest }) => ({
    ...rest,
    reviewDefaults: { ...reviewDefaults },
    checkpointUrl: checkpointUrl === null ? null : SECRET_SHOWN,
  }),
};

/** The name counts where it can change. */
type NamedSettings = Settings & { name?: string };

/** @param before undefined when the organization is new */
export function settingChanges(id: string, before: NamedSettings | undefined, after: NamedSettings): Change[] {
  if (before === undefined) return [createdEntry(ORGANIZATION, { ...after, id })];
  const plan = planChange({ ...before, id }, { ...after, id });
  return plan.updates.map((update) => changedEntry(ORGANIZATION, update));
}

/** @returns undefined when the organization is new */
export async function selectSettings(transaction: Transaction, organizationId: string): Promise<Settings | undefined> {
  const rows = await transaction.query<Settings & Record<string, unknown>>(SELECT_SETTINGS, [organizationId]);
  const [row] = rows;
  return row === undefined ? row : { ...row, reviewDefaults: { ...ONE_APPROVAL, ...row.reviewDefaults } };
}

const SELECT_SETTINGS = `
  SELECT plan, time_zone AS "timeZone", enforcement, review_expiry_minutes AS "reviewExpiryMinutes",
    risk_review_at AS "riskReviewAt", risk_block_at AS "riskBlockAt", checkpoint_url AS "checkpointUrl",
    require_mfa AS "requireMfa", alternatives, assistant_approvals AS "assistantApprovals",
    loosen_needs_two AS "loosenNeedsTwo", approval_valid_minutes AS "approvalValidMinutes",
    outcome_minutes AS "outcomeMinutes", context_kept AS "contextKept", review_defaults AS "reviewDefaults",
    grant_hours_max AS "grantHoursMax",
    events_per_month AS "eventsPerMonth", agents_max AS "agentsMax",
    retention_days AS "retentionDays", private_networks AS "privateNetworks"
  FROM svc.organizations WHERE organization_id = $1`;

/** Makes the organization's row or changes its settings; the name of an existing organization stays. */
export async function writeSettings(
  transaction: Transaction,
  organization: { id: string; name: string },
  settings: Settings,
  atMs: number,
): Promise<void> {
  const row = JSON.stringify({ name: organization.name, ...settings });
  await transaction.query(WRITE_SETTINGS, [row, new Date(atMs), organization.id]);
  await transaction.query(SET_PLAN, [organization.id, settings.plan, settings.privateNetworks]);
}

/** Plan and networks change by a function with rights of its own. */
const SET_PLAN = 'SELECT svc.set_plan($1, $2, $3)';

const WRITE_SETTINGS = `
  INSERT INTO svc.organizations (organization_id, name, plan, time_zone, enforcement, review_expiry_minutes,
    risk_review_at, risk_block_at, checkpoint_url, require_mfa, events_per_month, agents_max, retention_days,
    private_networks, alternatives, assistant_approvals, loosen_needs_two,
    approval_valid_minutes, outcome_minutes, context_kept, review_defaults, grant_hours_max, created_at, updated_at)
  SELECT $3::uuid, d.name, d.plan, d."timeZone", d.enforcement, d."reviewExpiryMinutes", d."riskReviewAt",
    d."riskBlockAt", d."checkpointUrl", d."requireMfa", d."eventsPerMonth", d."agentsMax", d."retentionDays",
    d."privateNetworks", d.alternatives, d."assistantApprovals", d."loosenNeedsTwo",
    d."approvalValidMinutes", d."outcomeMinutes", d."contextKept", d."reviewDefaults", d."grantHoursMax", $2, $2
  FROM json_to_record($1) AS d (name text, plan text, "timeZone" text, enforcement text,
    "reviewExpiryMinutes" integer, "riskReviewAt" integer, "riskBlockAt" integer, "checkpointUrl" text,
    "requireMfa" boolean, "eventsPerMonth" integer, "agentsMax" integer, "retentionDays" integer,
    "privateNetworks" boolean, alternatives boolean, "assistantApprovals" boolean, "loosenNeedsTwo" boolean,
    "approvalValidMinutes" integer, "outcomeMinutes" integer, "contextKept" boolean,
    "reviewDefaults" json, "grantHoursMax" smallint)
  ON CONFLICT (organization_id) DO UPDATE SET
    time_zone = excluded.time_zone, enforcement = excluded.enforcement,
    review_expiry_minutes = excluded.review_expiry_minutes, risk_review_at = excluded.risk_review_at,
    risk_block_at = excluded.risk_block_at, checkpoint_url = excluded.checkpoint_url,
    require_mfa = excluded.require_mfa, events_per_month = excluded.events_per_month, agents_max = excluded.agents_max,
    retention_days = excluded.retention_days,
    alternatives = excluded.alternatives, assistant_approvals = excluded.assistant_approvals,
    loosen_needs_two = excluded.loosen_needs_two, approval_valid_minutes = excluded.approval_valid_minutes,
    outcome_minutes = excluded.outcome_minutes, context_kept = excluded.context_kept,
    review_defaults = excluded.review_defaults, grant_hours_max = excluded.grant_hours_max,
    updated_at = excluded.updated_at`;
