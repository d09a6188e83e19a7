/** One call of a tool, and what answers it. */

import type { Access } from '../api-keys/index.ts';
import type { FailedRequest, KeyAuthentication } from '../http/index.ts';
import type { MachineApiDeps } from '../machine-api/index.ts';

export type McpDeps = MachineApiDeps &
  Pick<KeyAuthentication, 'pool' | 'eventRate' | 'snapshots'> & {
    /** The public address of the server. */
    mcpUrl: () => string;
  };

/** Who calls, and the HTTP request that carries the call. */
export interface McpCaller {
  access: Access;
  request: FailedRequest;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

export interface ToolCall<Arguments = unknown> {
  caller: McpCaller;
  arguments: Arguments;
  /** Their text as it came, digit for digit; null in a batch. */
  text: string | null;
}
