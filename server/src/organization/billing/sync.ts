// SPDX-License-Identifier: Apache-2.0
/**
 * Brings an organization's plan in line with the processor. The state is read from there, never taken from an event: so
 * events may come late, twice and in any order.
 */
import type { PlanName } from '@svc/contract';
import type Stripe from 'stripe';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { selectPlan } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { advanceHead, type ChainedHead, type Change, entriesOf, lockHead } from '../../storage/heads/index.ts';
import type { BillingDeps } from './deps.ts';
import { LISTED_MAX, SYNC_ATTEMPTS_MAX } from './limits.ts';
import { asked, type Processor } from './processor.ts';
import { type BillingAccount, noteEvent, selectAccount, writeAccount } from './rows.ts';
import { graceEnd, type Standing, standingOf } from './standing.ts';
import { writePlan } from './write-plan.ts';

export async function listSubscriptions({ stripe }: Processor, customer: string): Promise<Stripe.Subscription[]> {
  return (await stripe.subscriptions.list({ customer, status: 'all', limit: LISTED_MAX })).data;
}

/**
 * A state that was read before another process has written one is read again.
 * @param eventId the event that asked for it, which counts as done in the same transaction
 * @throws ApiError 503 when the processor does not answer
 */
export async function syncOrganization(
  deps: BillingDeps,
  processor: Processor,
  organizationId: string,
  eventId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= SYNC_ATTEMPTS_MAX; attempt += 1) {
    const known = await inTransaction(deps.pool, [organizationId], (transaction) =>
      selectAccount(transaction, organizationId),
    );
    if (known === null) return;
    const subscriptions = await asked(deps.log, 'list subscriptions', () =>
      listSubscriptions(processor, known.customerId),
    );
    const standing = standingOf(subscriptions);
    const isWritten = await inTransaction(deps.pool, [organizationId], async (transaction) => {
      const head = await lockHead(transaction, organizationId);
      const current = await selectAccount(transaction, organizationId);
      if (current === null || current.version !== known.version) return false;
      await apply(transaction, head, current, standing, transaction.clock.nowMs());
      await noteEvent(transaction, eventId);
      return true;
    });
    if (isWritten) return;
  }
  throw new ApiError('unavailable', { message: 'The subscription keeps changing; send the event again.' });
}

/** A customer whose subscriptions have all gone has none any more. */
async function apply(
  transaction: Transaction,
  head: ChainedHead,
  current: BillingAccount,
  standing: Standing | null,
  nowMs: number,
): Promise<void> {
  const state = standing?.state ?? (current.state === null ? null : 'CANCELLED');
  if (state === null) return;
  const graceEndsAt = graceEnd(current, state, nowMs);
  const isLapsed = graceEndsAt !== null && graceEndsAt.getTime() <= nowMs;
  const lapsedAt = graceEndsAt === null ? null : (current.lapsedAt ?? (isLapsed ? new Date(nowMs) : null));
  await writeAccount(transaction, head.organizationId, {
    state,
    plan: standing?.plan ?? current.plan,
    paidUntil: standing?.paidUntil ?? current.paidUntil,
    endsThen: standing?.endsThen ?? false,
    graceEndsAt,
    lapsedAt,
  });
  const { organizationId } = head;
  if (current.graceEndsAt === null && graceEndsAt !== null) {
    await enqueueMail(transaction, { kind: 'billing.grace_begun', organizationId, subjectId: organizationId });
  }
  if (state === 'ACTIVE' && standing !== null) await givePlan(transaction, head, standing.plan, nowMs);
  else if (isLapsed && current.lapsedAt === null) await endPlan(transaction, head, nowMs);
}

/** The grace is over: the plan ends, and owners are told. */
export async function endPlan(transaction: Transaction, head: ChainedHead, nowMs: number): Promise<void> {
  const { organizationId } = head;
  await givePlan(transaction, head, 'DEVELOPER', nowMs);
  await enqueueMail(transaction, { kind: 'billing.plan_ended', organizationId, subjectId: organizationId });
}

/** A contract stays: the operator set it, beside any subscription. */
async function givePlan(transaction: Transaction, head: ChainedHead, plan: PlanName, nowMs: number): Promise<void> {
  const { organizationId } = head;
  const { plan: before } = await selectPlan(transaction, organizationId);
  const changes: Change[] = before === 'ENTERPRISE' ? [] : await writePlan(transaction, organizationId, plan, nowMs);
  const actor = { type: 'system', id: 'billing' } as const;
  const entries = entriesOf(organizationId, changes, { actor, nowMs, source: 'billing', keyPrefix: null });
  if (changes.length > 0) await advanceHead(transaction, head, entries);
}
