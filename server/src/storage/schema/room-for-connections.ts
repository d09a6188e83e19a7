// SPDX-License-Identifier: Apache-2.0
/** How many connections the processes of a service may open at a server. */
import { connectOwner, type DatabaseAddress } from '../connections/index.ts';

/** Others of this server need some: a prompt, a backup, the monitoring of the server. */
const LEFT_FOR_OTHERS = 7;

export interface Room {
  /** Connections that the server takes from all clients but superusers. */
  connectionsMax: number;
  /** For each of the processes, within the bounds. */
  forEach: number;
  /** Where the processes may find no room. */
  fault: { says: string; mend: string } | null;
}

/**
 * @param wanted connections of a process; null takes what there is room for
 * @param bounds of what a process takes then
 */
export async function roomForConnections(
  address: DatabaseAddress,
  processes: number,
  wanted: number | null,
  bounds: { min: number; max: number },
): Promise<Room> {
  const client = await connectOwner(address);
  try {
    const { rows } = await client.query<{ max: number }>(SELECT_ROOM);
    const connectionsMax = rows[0]?.max ?? 0;
    const fitting = Math.floor((connectionsMax - LEFT_FOR_OTHERS) / processes);
    const forEach = wanted ?? Math.min(Math.max(fitting, bounds.min), bounds.max);
    return { connectionsMax, forEach, fault: forEach <= fitting ? null : faultOf(processes, forEach, connectionsMax) };
  } finally {
    await client.end();
  }
}

const faultOf = (processes: number, forEach: number, connectionsMax: number) => ({
  says: `${processes} × ${forEach} connections may be opened, and the server takes ${connectionsMax} in all`,
  mend: 'Set SVC_DATABASE_CONNECTIONS or SVC_PROCESSES lower, or max_connections of the server higher.',
});

const SELECT_ROOM = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`;
