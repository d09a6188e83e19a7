// SPDX-License-Identifier: Apache-2.0
/** An organization that a person makes: its rows, its owner, and the first entries of its chain. */
import type { PlanName } from '@svc/contract';
import { insertMemberships, membershipChanges } from '../../people/memberships/index.ts';
import { seeOrganizations, type Transaction } from '../../storage/db/index.ts';
import { advanceHead, entriesOf, insertHead, lockHead } from '../../storage/heads/index.ts';
import { enterOwnOrganization } from './directory.ts';
import { settingChanges, settingsOf, writeSettings } from './settings.ts';

export interface NewOrganization {
  id: string;
  name: string;
  ownerId: string;
  plan: PlanName;
  /** IANA name; the default of a new organization when it is left out. */
  timeZone?: string;
  nowMs: number;
}

/** From now on the transaction sees this organization alone. The default settings apply. */
export async function createOrganization(transaction: Transaction, made: NewOrganization): Promise<void> {
  const { id, name, ownerId, plan, timeZone, nowMs } = made;
  await seeOrganizations(transaction, [id]);
  await enterOwnOrganization(transaction, id);
  await insertHead(transaction, id, nowMs);
  const head = await lockHead(transaction, id);
  const settings = settingsOf({ plan, timeZone }, undefined);
  await writeSettings(transaction, { id, name }, settings, nowMs);
  await transaction.query(SET_HOLDER, [id, ownerId]);
  const owner = { accountId: ownerId, role: 'OWNER' } as const;
  await insertMemberships(transaction, id, [owner], nowMs);
  const memberships = membershipChanges({ creates: [owner], updates: [], lastOwnerAt: null });
  const changes = [...settingChanges(id, undefined, settings), ...memberships];
  const actor = { type: 'user', id: ownerId } as const;
  const origin = { actor, nowMs, source: 'app', keyPrefix: null, role: owner.role };
  await advanceHead(transaction, head, entriesOf(id, changes, origin));
}

/** The holder of its maker: persons who signed up from one address are one. */
const SET_HOLDER = `
  UPDATE svc.organizations SET holder = (SELECT coalesce(made_from, id::text) FROM svc.accounts WHERE id = $2)
  WHERE organization_id = $1`;
