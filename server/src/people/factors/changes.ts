// SPDX-License-Identifier: Apache-2.0
/** Notes a change of second factors in the account's history, and tells the person by mail. */
import type { ActivityKind } from '@svc/contract';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type Client, noteActivity } from '../activity/index.ts';

interface FactorChange {
  accountId: string;
  kind: ActivityKind;
  client: Client;
  details?: { name: string };
}

export async function noteFactorChange(transaction: Transaction, change: FactorChange): Promise<void> {
  const subjectId = await noteActivity(transaction, { ...change, atMs: transaction.clock.nowMs() });
  await enqueueMail(transaction, { kind: 'account.mfa_changed', organizationId: null, subjectId });
}
