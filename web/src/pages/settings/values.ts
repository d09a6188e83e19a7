// SPDX-License-Identifier: Apache-2.0
/** The settings as the form has them, and as they are sent. */
import type { Organization, PolicyMode } from '@svc/contract';
import { type Approvals, approvalsBlock, approvalsOf } from '@svc/core/approvals';

export interface Values {
  name: string;
  timeZone: string;
  enforcement: string;
  riskReviewAt: string;
  riskBlockAt: string;
  reviewExpiryMinutes: string;
  approvalValidMinutes: string;
  outcomeMinutes: string;
  contextKept: string;
  checkpointUrl: string;
  requireMfa: string;
  loosenNeedsTwo: string;
  alternatives: string;
  assistantApprovals: string;
  reviewCount: string;
  reviewNotAsker: string;
  reviewSigned: string;
  /** Minutes; empty: as long as the organization says. */
  reviewValid: string;
  reviewGrants: string;
  grantHoursMax: string;
}

export function valuesOf(organization: Organization): Values {
  const { name, timeZone, enforcement, riskReviewAt, riskBlockAt, reviewExpiryMinutes, checkpointUrl } = organization;
  const { count, notAsker, signed, validMinutes, grants } = approvalsOf(organization.reviewDefaults);
  return {
    name,
    timeZone,
    enforcement,
    riskReviewAt: String(riskReviewAt),
    riskBlockAt: String(riskBlockAt),
    reviewExpiryMinutes: String(reviewExpiryMinutes),
    approvalValidMinutes: String(organization.approvalValidMinutes),
    outcomeMinutes: String(organization.outcomeMinutes),
    contextKept: organization.contextKept ? 'yes' : 'no',
    checkpointUrl: checkpointUrl ?? '',
    requireMfa: organization.requireMfa ? 'yes' : 'no',
    loosenNeedsTwo: organization.loosenNeedsTwo ? 'yes' : 'no',
    alternatives: organization.alternatives ? 'yes' : 'no',
    assistantApprovals: organization.assistantApprovals ? 'yes' : 'no',
    reviewCount: String(count),
    reviewNotAsker: notAsker ? 'yes' : 'no',
    reviewSigned: signed ? 'yes' : 'no',
    reviewValid: String(validMinutes ?? ''),
    reviewGrants: grants ? 'yes' : 'no',
    grantHoursMax: String(organization.grantHoursMax),
  };
}

export function bodyOf(values: Values) {
  const { timeZone, checkpointUrl } = values;
  return {
    name: values.name.trim(),
    timeZone,
    enforcement: values.enforcement as PolicyMode,
    riskReviewAt: Number(values.riskReviewAt),
    riskBlockAt: Number(values.riskBlockAt),
    reviewExpiryMinutes: Number(values.reviewExpiryMinutes),
    approvalValidMinutes: Number(values.approvalValidMinutes),
    outcomeMinutes: Number(values.outcomeMinutes),
    contextKept: values.contextKept === 'yes',
    checkpointUrl: checkpointUrl.trim() || null,
    requireMfa: values.requireMfa === 'yes',
    loosenNeedsTwo: values.loosenNeedsTwo === 'yes',
    alternatives: values.alternatives === 'yes',
    assistantApprovals: values.assistantApprovals === 'yes',
    reviewDefaults: approvalsBlock(reviewDefaultsOf(values)),
    grantHoursMax: Number(values.grantHoursMax),
  };
}

export function reviewDefaultsOf(values: Values): Approvals {
  const { reviewCount, reviewNotAsker, reviewSigned, reviewValid, reviewGrants } = values;
  return {
    count: Number(reviewCount),
    notAsker: reviewNotAsker === 'yes',
    ...(reviewSigned === 'yes' && { signed: true }),
    validMinutes: reviewValid === '' ? null : Number(reviewValid),
    grants: reviewGrants === 'yes',
  };
}
