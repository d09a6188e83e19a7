/** The organization itself: its plan and settings. */
import {
  PLANS,
  type PlanName,
  POLICY_MODES,
  type PolicyMode,
  REVIEW_EXPIRY_MINUTES_DEFAULT,
  REVIEW_EXPIRY_MINUTES_MAX,
  REVIEW_EXPIRY_MINUTES_MIN,
  RISK_SCORE_MAX,
} from '@svc/contract';
import type { Transaction } from '../../db/index.ts';
import { PLAN_LIMITS } from '../../plans/index.ts';
import type { Fault } from '../faults.ts';
import { COUNT_MAX } from '../limits.ts';
import { webAddress } from '../reading/addresses.ts';
import { integer, nullable, optional, type Place, recordName, required, timeZone, word } from '../reading/index.ts';

export const settingFields = {
  name: required(recordName),
  plan: optional(word(PLANS)),
  timeZone: optional(timeZone),
  enforcement: optional(word(POLICY_MODES)),
  reviewExpiryMinutes: optional(integer(REVIEW_EXPIRY_MINUTES_MIN, REVIEW_EXPIRY_MINUTES_MAX)),
  riskReviewAt: optional(integer(0, RISK_SCORE_MAX)),
  riskBlockAt: optional(integer(0, RISK_SCORE_MAX)),
  checkpointUrl: optional(nullable(webAddress)),
  eventsPerMonth: optional(nullable(integer(0, COUNT_MAX))),
  agentsMax: optional(nullable(integer(0, COUNT_MAX))),
  retentionDays: optional(nullable(integer(1, COUNT_MAX))),
};

export interface Settings {
  plan: PlanName;
  timeZone: string;
  enforcement: PolicyMode;
  reviewExpiryMinutes: number;
  riskReviewAt: number;
  riskBlockAt: number;
  checkpointUrl: string | null;
  /** null: what the plan includes. */
  eventsPerMonth: number | null;
  agentsMax: number | null;
  retentionDays: number | null;
}

/** Of an organization that the file makes and says nothing more about. */
const DEFAULT_SETTINGS: Settings = {
  plan: 'DEVELOPER',
  timeZone: 'America/Sao_Paulo',
  enforcement: 'ENFORCE',
  reviewExpiryMinutes: REVIEW_EXPIRY_MINUTES_DEFAULT,
  riskReviewAt: 60,
  riskBlockAt: 90,
  checkpointUrl: null,
  eventsPerMonth: null,
  agentsMax: null,
  retentionDays: null,
};

/** Some or all settings, as the file gives them. */
export type SettingsEntry = { readonly [Name in keyof Settings]: Settings[Name] | undefined } & {
  readonly place: Place;
};

/** What the settings are to be; one that the file leaves out keeps its stored value. */
export function settingsOf(entry: SettingsEntry, stored: Settings | undefined): Settings {
  const given = Object.keys(DEFAULT_SETTINGS)
    .map((name) => [name, entry[name as keyof Settings]])
    .filter(([, value]) => value !== undefined);
  return { ...(stored ?? DEFAULT_SETTINGS), ...Object.fromEntries(given) } as Settings;
}

const MINUTES_PER_DAY = 1_440;

/** What only settings together can get wrong. */
export function settingFaults(settings: Settings, place: Place): Fault[] {
  const faults: Fault[] = [];
  const at = (...fields: string[]) =>
    fields.map((field) => place.fields[field]).find((position) => position !== undefined) ?? place.position;
  if (settings.riskReviewAt > settings.riskBlockAt) {
    faults.push({
      position: at('riskReviewAt', 'riskBlockAt'),
      message: `riskReviewAt (${settings.riskReviewAt}) must not be above riskBlockAt (${settings.riskBlockAt})`,
    });
  }
  const retentionDays = settings.retentionDays ?? PLAN_LIMITS[settings.plan].retentionDays;
  if (retentionDays !== null && settings.reviewExpiryMinutes > retentionDays * MINUTES_PER_DAY) {
    faults.push({
      position: at('reviewExpiryMinutes', 'retentionDays', 'plan'),
      message: `reviewExpiryMinutes must not be longer than the retention of ${retentionDays} days`,
    });
  }
  return faults;
}

/** How many agents these settings allow; null: no limit. */
export function agentsMaxOf(settings: Settings): number | null {
  return settings.agentsMax ?? PLAN_LIMITS[settings.plan].agents;
}

/** A file that lowers the limit below the agents that are there; who lowered it before is not asked again. */
export function loweredLimitFaults(
  place: Place,
  before: Settings | undefined,
  after: Settings,
  agentCount: number,
): Fault[] {
  const agentsMax = agentsMaxOf(after);
  if (before === undefined || agentsMax === null || agentCount <= agentsMax) return [];
  if (agentsMaxOf(before) === agentsMax) return [];
  const position = place.fields.agentsMax ?? place.fields.plan ?? place.position;
  return [{ position, message: `the organization has ${agentCount} agents, and the plan would allow ${agentsMax}` }];
}

/** @returns undefined when the organization is new */
export async function selectSettings(transaction: Transaction, organizationId: string): Promise<Settings | undefined> {
  const rows = await transaction.query<Settings & Record<string, unknown>>(SELECT_SETTINGS, [organizationId]);
  return rows[0];
}

const SELECT_SETTINGS = `
  SELECT plan, time_zone AS "timeZone", enforcement, review_expiry_minutes AS "reviewExpiryMinutes",
    risk_review_at AS "riskReviewAt", risk_block_at AS "riskBlockAt", checkpoint_url AS "checkpointUrl",
    events_per_month AS "eventsPerMonth", agents_max AS "agentsMax", retention_days AS "retentionDays"
  FROM svc.organizations WHERE organization_id = $1`;

/** Makes the organization's row or changes its settings; the name of an organization that exists is not touched. */
export async function writeSettings(
  transaction: Transaction,
  organization: { id: string; name: string },
  settings: Settings,
  atMs: number,
): Promise<void> {
  const row = JSON.stringify({ ...organization, ...settings });
  await transaction.query(WRITE_SETTINGS, [row, new Date(atMs)]);
}

const WRITE_SETTINGS = `
  INSERT INTO svc.organizations (organization_id, name, plan, time_zone, enforcement, review_expiry_minutes,
    risk_review_at, risk_block_at, checkpoint_url, events_per_month, agents_max, retention_days, created_at, updated_at)
  SELECT d.id, d.name, d.plan, d."timeZone", d.enforcement, d."reviewExpiryMinutes", d."riskReviewAt",
    d."riskBlockAt", d."checkpointUrl", d."eventsPerMonth", d."agentsMax", d."retentionDays", $2, $2
  FROM json_to_record($1) AS d (id uuid, name text, plan text, "timeZone" text, enforcement text,
    "reviewExpiryMinutes" integer, "riskReviewAt" integer, "riskBlockAt" integer, "checkpointUrl" text,
    "eventsPerMonth" integer, "agentsMax" integer, "retentionDays" integer)
  ON CONFLICT (organization_id) DO UPDATE SET
    plan = excluded.plan, time_zone = excluded.time_zone, enforcement = excluded.enforcement,
    review_expiry_minutes = excluded.review_expiry_minutes, risk_review_at = excluded.risk_review_at,
    risk_block_at = excluded.risk_block_at, checkpoint_url = excluded.checkpoint_url,
    events_per_month = excluded.events_per_month, agents_max = excluded.agents_max,
    retention_days = excluded.retention_days, updated_at = excluded.updated_at`;
