// SPDX-License-Identifier: Apache-2.0
/** Reads who holds the places of organizations that a process has not met. */
import type pg from 'pg';
import { type HolderRow, isHolderKnown, noteHolder } from '../../platform/shares/index.ts';
import { inTransaction } from '../db/index.ts';

/** Reads the holders that are not known yet. */
export async function learnHolders(pool: pg.Pool, organizationIds: readonly string[]): Promise<void> {
  const unknown = [...new Set(organizationIds)].filter((id) => !isHolderKnown(id));
  if (unknown.length === 0) return;
  const rows = await inTransaction(pool, unknown, (transaction) =>
    transaction.query<HolderRow & Record<string, unknown>>(SELECT_HOLDERS, [unknown]),
  );
  rows.forEach(noteHolder);
}

const SELECT_HOLDERS = `
  SELECT organization_id, plan, holder FROM svc.organizations WHERE organization_id = ANY ($1)`;
