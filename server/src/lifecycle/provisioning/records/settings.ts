// SPDX-License-Identifier: Apache-2.0
/** Reads the settings of an organization of the file. */
import {
  PLANS,
  POLICY_MODES,
  REVIEW_EXPIRY_MINUTES_MAX,
  REVIEW_EXPIRY_MINUTES_MIN,
  RISK_SCORE_MAX,
} from '@svc/contract';
import {
  APPROVAL_VALID_MINUTES_MAX,
  APPROVAL_VALID_MINUTES_MIN,
  GRANT_HOURS_MAX,
  OUTCOME_MINUTES_MAX,
  OUTCOME_MINUTES_MIN,
} from '@svc/contract/limits';
import type { Settings } from '../../../organization/organizations/index.ts';
import type { FileToken } from '../../../organization/scim/index.ts';
import type { FileConnection } from '../../../organization/sso/index.ts';
import { COUNT_MAX } from '../limits.ts';
import { webAddress } from '../reading/addresses.ts';
import { approvals } from '../reading/approvals.ts';
import {
  integer,
  nullable,
  optional,
  type Place,
  recordName,
  required,
  timeZone,
  uuid,
  word,
  yesOrNo,
} from '../reading/index.ts';
import { scimTokensReader } from './scim-tokens.ts';
import { ssoReader } from './sso.ts';

export const settingFields = {
  id: optional(uuid),
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
  privateNetworks: optional(yesOrNo),
  alternatives: optional(yesOrNo),
  assistantApprovals: optional(yesOrNo),
  approvalValidMinutes: optional(integer(APPROVAL_VALID_MINUTES_MIN, APPROVAL_VALID_MINUTES_MAX)),
  outcomeMinutes: optional(integer(OUTCOME_MINUTES_MIN, OUTCOME_MINUTES_MAX)),
  contextKept: optional(yesOrNo),
  reviewDefaults: optional(approvals),
  grantHoursMax: optional(integer(0, GRANT_HOURS_MAX)),
  sso: optional(ssoReader),
  scimTokens: optional(scimTokensReader),
};

/** Only a person who has a second factor may require one, and only an owner a second person: no file does. */
type SettingsOfFiles = Omit<Settings, 'requireMfa' | 'loosenNeedsTwo'>;

/** Some or all settings from the file. */
export type SettingsEntry = { readonly [Name in keyof SettingsOfFiles]: SettingsOfFiles[Name] | undefined } & {
  readonly sso: FileConnection | undefined;
  readonly scimTokens: readonly FileToken[] | undefined;
  readonly place: Place;
};
