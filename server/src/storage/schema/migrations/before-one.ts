// SPDX-License-Identifier: Apache-2.0
/**
 * The steps by which databases came to the schema of release 1.0 before it was one step. Their SQL is gone: a database
 * that has had them all has that schema.
 */
export const BEFORE_ONE: readonly string[] = `
  0001-organizations 0002-audit 0003-policies 0004-events 0005-registry 0006-accounts 0007-operations 0008-people
  0009-audit-checkpoints 0010-gateway-calls 0012-webhook-attempts 0013-anomalies 0014-retention 0015-mail
  0016-webhook-health 0017-gateway-outcomes 0018-calls-of-events 0019-list-indexes 0022-attempts
  0023-policy-changes 0024-private-networks 0025-provisioned-records 0030-accounts-of-people 0031-factors
  0036-invitations 0040-scanned-bodies 0041-narrow-rights 0042-recoveries 0045-answers-of-members
  0050-records-of-people 0051-rotated-keys 0055-policies-of-the-app 0060-roll-ups 0061-news 0062-policy-impacts
  0063-chat-and-tickets 0070-policy-history 0071-notices 0072-chat 0080-deletions 0100-quota-notices 0101-billing
  0110-escalations 0120-connected-apps 0121-called-webhooks 0130-demo 0140-alternatives 0160-guardrails
  0186-assistant-approvals 0187-message-faults 0190-entries-of-people 0193-names-of-chat-users 0196-daily-sums
  0197-organizations-being-written 0210-links-by-hand 0220-second-uses 0221-notes-of-policies
  0232-unconfirmed-access 0233-senders-of-invitations 0234-secrets-of-chats 0235-who-lets-reviews-pass
  0236-permissions-of-keys 0237-proposals 0240-holders 0241-lanes-of-outboxes 0250-functions-with-rights
  0251-bodies-of-deliveries 0252-held-endpoints 0253-proposals-of-files 0255-across-organizations 0260-one-cursor
  0261-reviews-that-stay 0263-runs-of-tasks 0265-reviews-by-risk
`
  .trim()
  .split(/\s+/);
