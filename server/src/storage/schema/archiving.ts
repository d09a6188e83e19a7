// SPDX-License-Identifier: Apache-2.0
/** Says in the database whether audit entries may leave their table: only the owner of the tables can. */
import { connectOwner, type DatabaseAddress } from '../connections/index.ts';

/** @param afterDays null: none may leave */
export async function noteArchiving(address: DatabaseAddress, afterDays: number | null): Promise<void> {
  const client = await connectOwner(address);
  try {
    await client.query(NOTE, [afterDays]);
  } finally {
    await client.end();
  }
}

const NOTE = `
  INSERT INTO svc.audit_archive_settings AS s (after_days) VALUES ($1)
  ON CONFLICT (is_only) DO UPDATE SET after_days = excluded.after_days
  WHERE s.after_days IS DISTINCT FROM excluded.after_days`;
