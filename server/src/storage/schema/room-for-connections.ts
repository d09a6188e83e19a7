// SPDX-License-Identifier: Apache-2.0
/** How many connections the processes of a service may open at a server. */
import { connectOwner, type DatabaseAddress } from '../connections/index.ts';

/** Others of this server need some: a prompt, a backup, the monitoring of the server. */
const LEFT_FOR_OTHERS = 7;

export interface Room {
  /** Connections that the server takes from all clients but superusers. */
  connectionsMax: number;
  /** Those that find room, at least one. */
  processes: number;
  /** For each of them, within the bounds. */
  forEach: number;
  /** Where the processes may find no room. */
  fault: { says: string; mend: string } | null;
}

interface Wish {
  processes: number;
  /** False where fewer will do. */
  isFixed: boolean;
  /** Connections of a process; null takes what there is room for. */
  connections: number | null;
  /** Connections of a process are within these then. */
  bounds: { min: number; max: number };
}

export async function roomForConnections(address: DatabaseAddress, wish: Wish): Promise<Room> {
  const client = await connectOwner(address);
  try {
    const { rows } = await client.query<{ max: number }>(SELECT_ROOM);
    const connectionsMax = rows[0]?.max ?? 0;
    return roomIn(connectionsMax, wish);
  } finally {
    await client.end();
  }
}

function roomIn(connectionsMax: number, { processes: asked, isFixed, connections, bounds }: Wish): Room {
  const free = connectionsMax - LEFT_FOR_OTHERS;
  const most = Math.max(Math.floor(free / (connections ?? bounds.min)), 1);
  const processes = isFixed ? asked : Math.min(asked, most);
  const fitting = Math.floor(free / processes);
  const forEach = connections ?? Math.min(Math.max(fitting, bounds.min), bounds.max);
  const fault = forEach <= fitting ? null : faultOf(processes, forEach, connectionsMax);
  return { connectionsMax, processes, forEach, fault };
}

const faultOf = (processes: number, forEach: number, connectionsMax: number) => ({
  says: `${processes} × ${forEach} connections may be opened, and the server takes ${connectionsMax} in all`,
  mend: 'Set SVC_DATABASE_CONNECTIONS or SVC_PROCESSES lower, or max_connections of the server higher.',
});

const SELECT_ROOM = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`;
