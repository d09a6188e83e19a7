// SPDX-License-Identifier: Apache-2.0
/** `svc mcp wrap`, which stands between a client and a server of the protocol. The words are its own. */
import { type Harness, isRecord, textOf } from './harness.ts';

const STATUSES = ['SUCCEEDED', 'FAILED', 'UNKNOWN'] as const;

export const MCP_WRAP: Harness = {
  door: 'MCP_WRAP',
  read(body) {
    const { event, tool, arguments: input, callId, session, definition, routeId, status } = body;
    const call = { tool, input, callId: textOf(callId), session: textOf(session) };
    if (event === 'after')
      return { ...call, phase: 'AFTER', status: STATUSES.find((one) => one === status) ?? 'UNKNOWN' };
    return {
      ...call,
      phase: 'BEFORE',
      ...(isRecord(definition) && { definition }),
      ...(typeof routeId === 'string' && { routeId }),
    };
  },
  pass: () => ({ run: true }),
  deny: (reason) => ({ run: false, reason }),
};
