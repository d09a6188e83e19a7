// SPDX-License-Identifier: Apache-2.0
/** One call of a tool, and what answers it. */

import type { MachineApiDeps } from '../../decisions/machine-api/index.ts';
import type { Access } from '../../organization/callers/index.ts';
import type { FailedRequest, KeyAuthentication } from '../http/index.ts';

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

/** How the client asks its person, and an answer that it brings. */
export interface Dialog {
  /** The client declares that it asks its person by forms. */
  canAsk: boolean;
  /** It declares that it opens addresses for its person. */
  canOpen: boolean;
  /** The state of a question, as it came back. */
  state: string | null;
  responses: Record<string, unknown> | undefined;
}

export interface ToolCall<Arguments = unknown> {
  caller: McpCaller;
  dialog: Dialog;
  arguments: Arguments;
  /** Their text as it came, digit for digit; null in a batch. */
  text: string | null;
}
