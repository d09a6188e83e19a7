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
    yield* await inTransaction(pool, ids, (transaction) => listSome(transaction, ids, nameOrId));
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

async function listSome(
  transaction: Transaction,
  ids: readonly string[],
  nameOrId: string | null,
): Promise<ListedOrganization[]> {
  type Found = Pick<ListedOrganization, 'id' | 'name' | 'plan' | 'createdAt'> & Record<string, unknown>;
  const found = await transaction.query<Found>(SELECT_LISTED, [nameOrId, ids]);
  const of = [found.map(({ id }) => id)];
  const [people, agents, ofFiles] = await Promise.all([
    transaction.query<{ id: string; people: number; owners: string[] | null }>(SELECT_PEOPLE, of),
    transaction.query<{ id: string; agents: number }>(COUNT_AGENTS, of),
    transaction.query<{ id: string }>(SELECT_OF_FILES, of),
  ]);
  const peopleOf = new Map(people.map((row) => [row.id, row]));
  const agentsOf = new Map(agents.map((row) => [row.id, row.agents]));
  const isOfFile = new Set(ofFiles.map(({ id }) => id));
  return found.map((row) => ({
    ...row,
    people: peopleOf.get(row.id)?.people ?? 0,
    owners: peopleOf.get(row.id)?.owners ?? [],
    agents: agentsOf.get(row.id) ?? 0,
    isOfFile: isOfFile.has(row.id),
  }));
}

const SELECT_LISTED = `
  SELECT organization_id AS id, name, plan, created_at AS "createdAt" FROM svc.organizations
  WHERE organization_id = ANY ($2::uuid[]) AND ($1::text IS NULL OR name = $1 OR organization_id::text = lower($1))
  ORDER BY organization_id`;

const SELECT_PEOPLE = `
  SELECT m.organization_id AS id, count(*)::int AS people,
    array_agg(a.email ORDER BY a.email_key) FILTER (WHERE m.role = 'OWNER') AS owners
  FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = ANY ($1::uuid[]) GROUP BY m.organization_id`;

const COUNT_AGENTS = `
  SELECT organization_id AS id, count(*)::int AS agents FROM svc.agents
  WHERE organization_id = ANY ($1::uuid[]) GROUP BY organization_id`;

const SELECT_OF_FILES = `
  SELECT organization_id AS id FROM svc.organization_directory
  WHERE organization_id = ANY ($1::uuid[])
    AND name_digest <> sha256('\\x00'::bytea || convert_to(organization_id::text, 'UTF8'))`;
