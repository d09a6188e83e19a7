// SPDX-License-Identifier: Apache-2.0
/** Reasons of pauses and resumptions: people's own words, which can be erased. The chain holds a commitment to them. */
import { randomBytes } from 'node:crypto';
import { COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { StatusAuthor } from './rows.ts';

/** Blank text counts as none. */
export function reasonOf(given: string | undefined): StatusAuthor['reason'] {
  return given === undefined || given.trim() === '' ? null : { text: given, salt: randomBytes(COMMITMENT_SALT_BYTES) };
}

export function commitmentOf({ text, salt }: NonNullable<StatusAuthor['reason']>): string {
  return commitText(salt.toString('hex'), text);
}

/**
 * Erases every reason of an agent, with the salts: without them a commitment tells nothing.
 * @throws ApiError 401, 403, 404 without such an agent, 409 when there is no reason
 */
export async function eraseReasons(pool: pg.Pool, changer: Changer, agentId: string): Promise<void> {
  const { organizationId } = changer;
  await actAsAdmin(pool, changer, async (transaction, nowMs) => {
    const [agent] = await transaction.query<{ name: string }>(SELECT_NAME, [organizationId, agentId]);
    if (agent === undefined) throw new ApiError('not_found', { message: 'There is no such agent.' });
    const erased = await transaction.query(ERASE_REASONS, [organizationId, agentId, new Date(nowMs)]);
    if (erased.length === 0) {
      throw new ApiError('conflict', { message: 'The agent has no reason of a pause, or all were erased before.' });
    }
    const metadata = { name: agent.name, erased: erased.length };
    return {
      result: undefined,
      changes: [{ kind: 'agent.reasons_erased', subject: { type: 'agent', id: agentId }, metadata }],
    };
  });
}

const SELECT_NAME = `SELECT name FROM svc.agents WHERE organization_id = $1 AND id = $2`;

const ERASE_REASONS = `
  UPDATE svc.agent_status_changes SET reason = NULL, reason_salt = NULL, reason_erased_at = $3
  WHERE organization_id = $1 AND agent_id = $2 AND reason IS NOT NULL
  RETURNING id`;
