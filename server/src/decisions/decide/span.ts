// SPDX-License-Identifier: Apache-2.0
/**
 * The span of a decision, by the conventions for GenAI and MCP. It holds no content, no arguments, and
 * no name but that of the tool.
 */
import type { Decision } from '@svc/contract';
import type { Spans } from '../../outgoing/otlp/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { DecideRequest } from './request.ts';

const OPERATION = 'execute_tool';
const MCP_METHOD = 'tools/call';

/** Waits for the decision, and takes note of it or of the refusal. */
export async function spanned<Answer extends { decision: Decision; isReplay: boolean }>(
  spans: Spans,
  clock: Clock,
  request: Pick<DecideRequest<unknown>, 'access' | 'door' | 'tool'>,
  deciding: () => Promise<Answer>,
): Promise<Answer> {
  const startMs = clock.nowMs();
  const startedAt = performance.now();
  const note = (answer: Answer | null, errorType: string | null) =>
    spans.add({
      traceparent: request.access.traceparent,
      name: nameOf(request),
      startMs,
      durationMs: performance.now() - startedAt,
      attributes: attributesOf(request, answer),
      errorType,
    });
  try {
    const answer = await deciding();
    note(answer, null);
    return answer;
  } catch (error) {
    note(null, error instanceof ApiError ? error.code : 'internal_error');
    throw error;
  }
}

type Asked = Pick<DecideRequest<unknown>, 'access' | 'door' | 'tool'>;

const isOfMcp = ({ door }: Asked): boolean => door === 'MCP_GATEWAY';

function nameOf(asked: Asked): string {
  return [isOfMcp(asked) ? MCP_METHOD : OPERATION, asked.tool].filter((part) => part !== undefined).join(' ');
}

function attributesOf(asked: Asked, answer: { decision: Decision; isReplay: boolean } | null) {
  const { access, door, tool } = asked;
  return {
    'gen_ai.operation.name': OPERATION,
    'gen_ai.tool.name': tool,
    'mcp.method.name': isOfMcp(asked) ? MCP_METHOD : undefined,
    'svc.door': door,
    'svc.organization.id': access.organizationId,
    ...(answer !== null && {
      'svc.event.id': answer.decision.id,
      'svc.decision': answer.decision.decision,
      'svc.policy.id': answer.decision.policy?.id,
      'svc.replay': answer.isReplay,
    }),
  };
}
