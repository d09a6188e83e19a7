// SPDX-License-Identifier: Apache-2.0
/** When each door was last used, and when it last stopped something. */
import type { Door, DoorUse } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

/** Parameters: `$1` organization, `$2` uses. */
export const ADD_DOOR_USES = `
  INSERT INTO svc.door_uses AS u (organization_id, door, sandbox, last_at, last_stopped_at, events)
  SELECT $1, d.* FROM json_to_recordset($2) AS d (
    door text, sandbox boolean, last_at timestamptz, last_stopped_at timestamptz, events bigint)
  ON CONFLICT (organization_id, door, sandbox) DO UPDATE SET
    last_at = GREATEST(u.last_at, excluded.last_at),
    last_stopped_at = GREATEST(u.last_stopped_at, excluded.last_stopped_at),
    events = u.events + excluded.events`;

/** Doors that were never used are left out. */
export async function readDoorUses(pool: pg.Pool, organizationId: string, sandbox: boolean): Promise<DoorUse[]> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ door: Door; last_at: Date; last_stopped_at: Date | null; events: string }>(SELECT_USES, [
      organizationId,
      sandbox,
    ]),
  );
  return rows.map(({ door, last_at: lastAt, last_stopped_at: lastStoppedAt, events }) => ({
    door,
    lastAt: lastAt.toISOString(),
    lastStoppedAt: lastStoppedAt?.toISOString() ?? null,
    events: Number(events),
  }));
}

const SELECT_USES = `
  SELECT door, last_at, last_stopped_at, events FROM svc.door_uses
  WHERE organization_id = $1 AND sandbox = $2 ORDER BY door`;
