// SPDX-License-Identifier: Apache-2.0
/** Each tool as a request to the service. The arguments are checked by the tool's schema before. */
import { READ_WAIT_MS_MAX } from '@svc/contract/limits';
import type { McpToolName } from '@svc/contract/mcp';
import {
  type Decision,
  type EventRequest,
  type MaybeDegraded,
  type McpGatewayRequest,
  type PolicyApplyRequest,
  type PolicyTestRequest,
  type SvcClient,
  SvcError,
} from '@svc/sdk';

type Run = (client: SvcClient, args: Record<string, unknown>, signal: AbortSignal) => Promise<object>;
type Retried<Request> = Request & { idempotencyKey?: string };

export const RUNS: Readonly<Record<McpToolName, Run>> = {
  async check_action(client, args, signal) {
    const input = args as unknown as PolicyTestRequest['cases'][number]['input'];
    const { results } = await client.policies.test({ cases: [{ name: 'check_action', input }] }, { signal });
    const [result] = results;
    if (result === undefined) throw new Error('a test of one case has no result');
    const { decision, matchedPolicy, riskScore, riskLevel, reasons } = result;
    return { decision, matchedPolicy, riskScore, riskLevel, reasons };
  },
  async decide_action(client, args, signal) {
    const { idempotencyKey, ...request } = args as unknown as Retried<EventRequest>;
    return answered(await client.decide(request, { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) }));
  },
  async get_decision(client, args, signal) {
    const { id, waitMs = 0 } = args as { id: string; waitMs?: number };
    if (waitMs === 0) return answered(await client.getDecision(id, { signal }));
    const timeoutMs = Math.min(waitMs, READ_WAIT_MS_MAX);
    return answered(await client.waitForDecision(id, { timeoutMs, signal }));
  },
  list_policies: async (client, _args, signal) => await client.policies.list({ signal }),
  test_policies: async (client, args, signal) =>
    await client.policies.test(args as unknown as PolicyTestRequest, { signal }),
  /** Whatever is asked: a plan. */
  plan_policy_changes: async (client, args, signal) =>
    await client.policies.apply({ ...(args as unknown as PolicyApplyRequest), dryRun: true }, { signal }),
  async check_mcp_tool_call(client, args, signal) {
    const { idempotencyKey, ...request } = args as unknown as Retried<McpGatewayRequest>;
    const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    return answered(await client.gateway.mcp(request, options));
  },
};

/** @throws SvcError in place of a decision that the library made up */
function answered(decision: MaybeDegraded<Decision>): object {
  if (decision.degraded) throw new SvcError(decision.reasons[0] ?? 'Service unavailable.');
  const { degraded: _degraded, ...answer } = decision;
  return answer;
}
