// SPDX-License-Identifier: Apache-2.0
/** The first steps of an organization, for the guide that a fresh one sees. */
import type { FirstSteps } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

/** The earliest record of each kind, or null. A page asks for it again at each piece of news while it waits. */
export async function readFirstSteps(pool: pg.Pool, organizationId: string, accountId: string): Promise<FirstSteps> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<FirstSteps & Record<string, unknown>>(SELECT_STEPS, [
      organizationId,
      transaction.clock.now(),
      accountId,
    ]),
  );
  if (row === undefined) throw new Error('a select without a row');
  return row;
}

/** Ids of events follow time, so that the first one is found by the primary key. */
const SELECT_STEPS = `
  SELECT
    (SELECT name FROM svc.agents WHERE organization_id = $1 ORDER BY created_at, id LIMIT 1) AS agent,
    (SELECT json_build_object('name', name, 'classification', classification) FROM svc.resources
      WHERE organization_id = $1 ORDER BY created_at, id LIMIT 1) AS resource,
    (SELECT json_build_object('prefix', key_prefix, 'kind', kind) FROM svc.api_keys
      WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::timestamptz)
      ORDER BY kind = 'TEST' DESC, agent_id IS NULL DESC, created_at, id LIMIT 1) AS "apiKey",
    (SELECT json_build_object('id', id, 'sandbox', sandbox, 'decision', decision,
      'evaluatedDecision', evaluated_decision, 'riskScore', risk_score) FROM svc.events
      WHERE organization_id = $1 ORDER BY id LIMIT 1) AS decision,
    (SELECT json_build_object('name', r.name, 'by', CASE v.actor_type WHEN 'user' THEN 'PERSON' ELSE 'KEY' END,
        'author', CASE v.actor_type
          WHEN 'user' THEN (SELECT name FROM svc.accounts WHERE id::text = v.actor_id)
          ELSE (SELECT name FROM svc.api_keys k WHERE k.organization_id = $1 AND k.id::text = v.actor_id) END)
      FROM svc.policy_revisions r
        JOIN svc.policy_set_versions v ON v.organization_id = r.organization_id AND v.version = r.version_from
      WHERE r.organization_id = $1 AND r.version_to IS NULL AND v.source <> 'provisioning'
      ORDER BY r.version_from, r.name COLLATE "C" LIMIT 1) AS policy,
    COALESCE(
      (SELECT json_build_object('name', a.name, 'waits', false)
        FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
        WHERE m.organization_id = $1 AND m.account_id <> $3 ORDER BY m.created_at DESC, a.id LIMIT 1),
      (SELECT json_build_object('name', email, 'waits', true) FROM svc.invitations
        WHERE organization_id = $1 AND expires_at > $2::timestamptz ORDER BY id DESC LIMIT 1)) AS person,
    (SELECT count(*)::int FROM svc.memberships WHERE organization_id = $1)
      + (SELECT count(*)::int FROM svc.invitations WHERE organization_id = $1 AND expires_at > $2::timestamptz)
      AS people`;
