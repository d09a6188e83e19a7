// SPDX-License-Identifier: Apache-2.0
/** Which organization each entry of the file stands for: found by id or by name, or made. */

import {
  findOrganizations,
  knownOrganizations,
  organizationsNamed,
  presentOrganizations,
} from '../../../organization/organizations/index.ts';
import { seeOrganizations, type Transaction } from '../../../storage/db/index.ts';
import { type ChainedHead, insertHead, lockHeads } from '../../../storage/heads/index.ts';
import type { OrganizationEntry, ProvisioningDocument } from '../document.ts';
import { type Fault, ProvisioningError } from '../faults.ts';
import { faultAt } from './positions.ts';

export interface OpenedOrganization {
  entry: OrganizationEntry;
  head: ChainedHead;
  isNew: boolean;
}

/**
 * Enters the missing ones, and locks all heads before any other row of theirs.
 * @param mayShareNames false: a name that only an organization of people has is a fault, or the file would make a twin
 * @throws ProvisioningError with the entries that stand for no organization of the file
 */
export async function openOrganizations(
  transaction: Transaction,
  { fileName, organizations: entries }: ProvisioningDocument,
  { nowMs, mayShareNames }: { nowMs: number; mayShareNames: boolean },
): Promise<OpenedOrganization[]> {
  const { idOf, faults } = await identify(transaction, entries);
  const missing = entries.filter(({ name }) => !idOf.has(name));
  const unclear = mayShareNames ? [] : missing.filter(({ id }) => id === undefined);
  if (unclear.length > 0) faults.push(...(await twinFaults(transaction, unclear)));
  if (faults.length > 0) throw new ProvisioningError(fileName, faults);
  const entered = await findOrganizations(transaction, missing, nowMs);
  const all = entries.map((entry) => {
    const id = idOf.get(entry.name);
    const found = id === undefined ? entered.get(entry.name) : { id, isNew: false };
    if (found === undefined) throw new Error('an organization was entered and is not in the directory');
    return { entry, ...found };
  });
  const ids = all.map(({ id }) => id);
  await seeOrganizations(transaction, ids);
  for (const { id, isNew } of all) if (isNew) await insertHead(transaction, id, nowMs);
  const heads = new Map((await lockHeads(transaction, ids)).map((head) => [head.organizationId, head]));
  return all.map(({ entry, id, isNew }) => {
    const head = heads.get(id);
    if (head === undefined) throw new Error('an organization in the directory has no head row');
    return { entry, head, isNew };
  });
}

/** An id says more than a name. @returns ids by the name of the entry; a missing one is to be made */
export async function identify(transaction: Transaction, entries: readonly OrganizationEntry[]) {
  const names = entries.map(({ name }) => name);
  const known = await knownOrganizations(transaction, names);
  const given = entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const { present, ended } = await presentOrganizations(transaction, given);
  const idOf = new Map<string, string>();
  const faults: Fault[] = [];
  const refuse = (entry: OrganizationEntry, field: 'id' | 'name', message: string) =>
    void faults.push(faultAt(entry.place, { fields: [field], message }));
  for (const entry of entries) {
    const { id, name } = entry;
    const named = known.get(name);
    if (id === undefined && named !== undefined) idOf.set(name, named);
    if (id === undefined) continue;
    if (present.has(id)) idOf.set(name, id);
    else if (ended.has(id)) refuse(entry, 'id', 'the organization with this id was deleted: leave the id out');
    else if (named !== undefined)
      refuse(entry, 'id', `no organization has this id; the one that files know by this name is ${named}`);
  }
  const owners = new Map<string, string>();
  for (const entry of entries) {
    const id = idOf.get(entry.name);
    const other = id === undefined ? undefined : owners.get(id);
    if (other !== undefined) refuse(entry, 'name', `stands for the same organization as ${other}: ${id}`);
    else if (id !== undefined) owners.set(id, entry.name);
  }
  return { idOf, faults };
}

/** The transaction sees other organizations after it. */
async function twinFaults(transaction: Transaction, entries: readonly OrganizationEntry[]): Promise<Fault[]> {
  const names = entries.map(({ name }) => name);
  const twins = await organizationsNamed(transaction, names);
  return entries.flatMap((entry) => {
    const [id, ...more] = twins.get(entry.name) ?? [];
    if (id === undefined) return [];
    const others = more.length === 0 ? '' : `, as have ${more.join(', ')}`;
    const message =
      `people made an organization of this name, with the id ${id}${others}. To manage it by this file, add ` +
      `"id: ${id}" or run: svc-server organization adopt ${id}. To make another one, choose another name`;
    return [faultAt(entry.place, { fields: ['name'], message })];
  });
}
