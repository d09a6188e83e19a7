/** The plan for given MCP routes, and its audit entries. */
import type { Change } from '../../heads/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordKind,
  type RecordPlan,
  recordChanges,
} from '../records/index.ts';

/** The defaults of a tool call; null: the call names it. */
export interface McpRouteValues {
  name: string;
  agentId: string | null;
  resourceId: string | null;
}

/** An omitted field keeps its stored value. */
export interface GivenMcpRoute {
  readonly id?: string | undefined;
  readonly name: string;
  readonly agentId?: string | null | undefined;
  readonly resourceId?: string | null | undefined;
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
    valuesOf: ({ name, agentId, resourceId }, current) => ({
      name,
      agentId: kept(agentId, current?.agentId),
      resourceId: kept(resourceId, current?.resourceId),
    }),
    newId,
  });
}

export const MCP_ROUTE: RecordKind<McpRouteValues> = {
  type: 'mcp_route',
  describe: ({ name }) => ({ name }),
  shown: ({ name, agentId, resourceId }) => ({ name, agentId, resourceId }),
};

export function mcpRouteChanges(plan: RecordPlan<McpRouteValues>): Change[] {
  return recordChanges(MCP_ROUTE, plan);
}
