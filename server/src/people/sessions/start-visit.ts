// SPDX-License-Identifier: Apache-2.0
/** Starts the session of a visitor of the demo: short, and without a token that would renew it. */
import { DEMO_VISIT_MINUTES, DEMO_VISITS_MAX } from '@svc/contract';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { insertSession } from './session-rows.ts';
import { accessText, newSecret } from './tokens.ts';

/** The token of a visit, with its lifetime. */
export interface VisitToken {
  access: string;
  accessSeconds: number;
}

/** All visitors share one account: neither the visit nor the browser is noted there. */
export async function startVisit(
  transaction: Transaction,
  of: { accountId: string; organizationId: string; client: Client; nowMs: number },
): Promise<VisitToken> {
  const { nowMs, ...shared } = of;
  const id = uuidv7(nowMs);
  const secrets = { access: newSecret(), refresh: newSecret() };
  const accessSeconds = DEMO_VISIT_MINUTES * 60;
  const bounds = { expiresAt: new Date(nowMs + accessSeconds * 1_000), sessionsMax: DEMO_VISITS_MAX };
  await insertSession(transaction, { ...shared, id, atMs: nowMs, family: newSecret(), secrets, bounds });
  return { access: accessText({ sessionId: id, secret: secrets.access }), accessSeconds };
}
