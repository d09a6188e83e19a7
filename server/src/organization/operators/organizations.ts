// SPDX-License-Identifier: Apache-2.0
/** Organizations as an operator sees and changes them: those that people made in the app, and those of files. */
import type { PlanName } from '@svc/contract';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { advanceHead, type Change, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { writePlan } from '../billing/index.ts';
import { adoptByName, pagesOfOrganizations } from '../organizations/index.ts';
import { OperatorError, originAt } from './acts.ts';

export interface ListedOrganization {
  id: string;
  name: string;
  plan: PlanName;
  createdAt: Date;
  people: number;
  owners: string[];
  agents: number;
  /** A provisioning file may name it, since one made it or an operator adopted it. */
  isOfFile: boolean;
}

/** In the order of their ids, which is that of their making; of one name or id, or all. */
export async function* listOrganizations(
  pool: pg.Pool,
  nameOrId: string | null = null,
): AsyncGenerator<ListedOrganization> {
  for await (const ids of pagesOfOrganizations(pool)) {
    yield* await inTransaction(pool, ids, (transaction) =>
      transaction.query<ListedOrganization & Record<string, unknown>>(SELECT_LISTED, [nameOrId]),
    );
  }
}

/** @throws OperatorError for no organization of this name or id, and for several */
export async function findOrganization(pool: pg.Pool, nameOrId: string): Promise<ListedOrganization> {
  const found: ListedOrganization[] = [];
  for await (const one of listOrganizations(pool, nameOrId)) found.push(one);
  const [first, ...others] = found.filter(({ id }) => id === nameOrId.toLowerCase()).concat(found);
  if (first === undefined) {
    throw new OperatorError(`There is no organization ${JSON.stringify(nameOrId)}. See: svc-server organization list`);
  }
  if (others.some(({ id }) => id !== first.id)) {
    const ids = found.map(({ id }) => id).join(' ');
    throw new OperatorError(`Several organizations have the name ${JSON.stringify(nameOrId)}. Give the id: ${ids}`);
  }
  return first;
}

/** The next decision of every process is made under it. @returns false when it is the plan already */
export async function setPlan(pool: pg.Pool, organizationId: string, plan: PlanName): Promise<boolean> {
  return await actOnOrganization(pool, organizationId, (transaction, nowMs) =>
    writePlan(transaction, organizationId, plan, nowMs),
  );
}

/**
 * From now on a provisioning file that names it stands for this organization.
 * @returns false when files may name it already
 * @throws OperatorError when files know another organization by this name
 */
export async function adoptOrganization(pool: pg.Pool, { id, name, isOfFile }: ListedOrganization): Promise<boolean> {
  if (isOfFile) return false;
  return await actOnOrganization(pool, id, async (transaction) => {
    const other = await adoptByName(transaction, id, name);
    if (other !== null) {
      const known = `Provisioning files know another organization as ${JSON.stringify(name)}: ${other}.`;
      throw new OperatorError(`${known} Rename one of them, or give the file the id of this one.`);
    }
    return [{ kind: 'organization.adopted', subject: { type: 'organization', id }, metadata: {} }];
  });
}

/** @returns true when something changed */
async function actOnOrganization(
  pool: pg.Pool,
  organizationId: string,
  act: (transaction: Transaction, nowMs: number) => Promise<Change[]>,
): Promise<boolean> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new OperatorError('The organization was deleted meanwhile.');
    const nowMs = transaction.clock.nowMs();
    const changes = await act(transaction, nowMs);
    if (changes.length > 0) {
      await advanceHead(transaction, head, entriesOf(organizationId, changes, originAt(nowMs)));
    }
    return changes.length > 0;
  });
}

const SELECT_LISTED = `
  SELECT o.organization_id AS id, o.name, o.plan, o.created_at AS "createdAt",
    (SELECT count(*)::int FROM svc.memberships m WHERE m.organization_id = o.organization_id) AS people,
    ARRAY(
      SELECT a.email FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
      WHERE m.organization_id = o.organization_id AND m.role = 'OWNER' ORDER BY a.email_key
    ) AS owners,
    (SELECT count(*)::int FROM svc.agents g WHERE g.organization_id = o.organization_id) AS agents,
    d.name_digest <> sha256('\\x00'::bytea || convert_to(o.organization_id::text, 'UTF8')) AS "isOfFile"
  FROM svc.organizations o JOIN svc.organization_directory d USING (organization_id)
  WHERE $1::text IS NULL OR o.name = $1 OR o.organization_id::text = lower($1)
  ORDER BY o.organization_id`;
