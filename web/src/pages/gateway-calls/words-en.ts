// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Gateway calls',
  search: 'Id, agent, route, tool or key',
  time: 'Time',
  outcome: 'Decision',
  call: 'Call',
  gateway: 'Gateway',
  route: 'Route',
  agent: 'Agent',
  key: 'Key',
  upstream: 'Upstream',
  latency: 'Took',
  toHttp: (method: string) => `${method} call`,
  toTool: (tool: string) => `Tool ${tool}`,
  notForwarded: 'Not forwarded',
  decidedOnly: 'Decided only',
  underWay: 'Under way',
  status: (status: number) => `Answered ${status}`,
  milliseconds: (ms: string) => `${ms} ms`,
  withCredential: 'with a credential',
  emptyTitle: 'No gateway call yet',
  emptyText:
    'Calls that agents send through the HTTP or MCP gateway appear here. Add a route on the Routes page, ' +
    'then call POST /v1/gateway/http or /v1/gateway/mcp. No body is kept.',
};
