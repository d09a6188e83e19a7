// SPDX-License-Identifier: Apache-2.0
/** The plan for given MCP routes, and its audit entries. */
import type { Change } from '../../storage/heads/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
} from '../records/index.ts';

/** The defaults of a tool call; null: the call names it. */
export interface McpRouteValues {
  name: string;
  agentId: string | null;
  resourceId: string | null;
  /** The arguments of its calls are scanned as `content` is. */
  scanBody: boolean;
}

/** An omitted field keeps its stored value. */
export interface GivenMcpRoute {
  readonly id?: string | undefined;
  readonly name: string;
  readonly agentId?: string | null | undefined;
  readonly resourceId?: string | null | undefined;
  readonly scanBody?: boolean | undefined;
}

export function planMcpRoutes(
  given: readonly GivenMcpRoute[],
  stored: ReadonlyMap<string, Identified<McpRouteValues>>,
  newId: () => string,
): RecordPlan<McpRouteValues> {
  return planRecords<GivenMcpRoute, McpRouteValues>({
    noun: 'MCP route',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf: ({ name, agentId, resourceId, scanBody }, current) => ({
      name,
      agentId: kept(agentId, current?.agentId),
      resourceId: kept(resourceId, current?.resourceId),
      scanBody: scanBody ?? current?.scanBody ?? false,
    }),
    newId,
  });
}

export const MCP_ROUTE: RecordKind<McpRouteValues> = {
  type: 'mcp_route',
  describe: ({ name }) => ({ name }),
  shown: ({ name, agentId, resourceId, scanBody }) => ({ name, agentId, resourceId, scanBody }),
};

export function mcpRouteChanges(plan: RecordWrites<McpRouteValues>): Change[] {
  return recordChanges(MCP_ROUTE, plan);
}
