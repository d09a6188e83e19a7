// SPDX-License-Identifier: Apache-2.0

import type { Proposal, ProposalKind, ProposalStatus } from '@svc/contract';

export const words = {
  policies: 'Policies',
  title: 'Changes for a second person',
  one: 'Change',
  list: 'Changes that wait, or waited',
  noneTitle: 'Nothing waits',
  noneText: 'Where the settings ask for it, a change that lets more through waits here for another owner or admin.',
  missing: 'There is no such change.',
  kinds: {
    createPolicy: 'New policy',
    updatePolicy: 'Changed policy',
    deletePolicy: 'Deleted policy',
    restorePolicyVersion: 'Back to an earlier version',
    applyPolicies: 'Policies from files',
    updateOrganization: 'Settings',
  } satisfies Record<ProposalKind, string>,
  statuses: {
    PENDING: 'Waiting',
    ACCEPTED: 'Accepted',
    DECLINED: 'Declined',
    WITHDRAWN: 'Withdrawn',
    EXPIRED: 'Expired',
  } satisfies Record<ProposalStatus, string>,
  by: (author: string, when: string) => `${author}, ${when}`,
  authors: { user: 'Somebody who left', key: 'A key that is gone' } satisfies Record<
    Proposal['author']['type'],
    string
  >,
  until: (when: string) => `Waits until ${when}.`,
  answered: (status: string, who: string, when: string) => `${status} by ${who}, ${when}.`,
  lets: 'What it lets through',
  letsHint: 'compared with what is in force',
  unknown: 'Whether it lets more through could not be computed in time.',
  from: (before: string, after: string) => `${before} → ${after}`,
  settings: {
    enforcement: 'How policies and risk are enforced',
    riskReviewAt: 'Risk score that asks a person',
    riskBlockAt: 'Risk score that blocks',
    requireMfa: 'Second factor required',
    assistantApprovals: 'Answers to reviews in connected apps',
    loosenNeedsTwo: 'Two persons for what lets more through',
  },
  yes: 'yes',
  no: 'no',
  request: 'The change as it was asked for',
  note: 'Why',
  accept: 'Accept',
  accepted: 'Accepted and made',
  decline: 'Decline',
  declined: 'Declined',
  withdraw: 'Withdraw',
  withdrawn: 'Withdrawn',
  own: 'Another owner or admin answers it.',
};
