// SPDX-License-Identifier: Apache-2.0
/** LiteLLM's generic guardrail: texts and calls of tools in, one action out. A missing action would count as NONE. */
import { invalid } from '../../../platform/errors/index.ts';
import { ON_FINDINGS, type OnFindings, type PassingCall } from './judge.ts';
import { isRecord, type JsonRecord, textsIn } from './values.ts';

export interface LitellmQuestion {
  readonly texts: readonly string[];
  readonly calls: readonly PassingCall[];
  readonly session: string | null;
  readonly agent: string | undefined;
  readonly onFindings: OnFindings;
}

export function readLitellm(body: JsonRecord): LitellmQuestion {
  const { texts, tool_calls: calls, litellm_trace_id: trace, litellm_call_id: id, input_type: type } = body;
  const params = isRecord(body.additional_provider_specific_params) ? body.additional_provider_specific_params : {};
  const { agent, on_findings: onFindings = 'block' } = params;
  return {
    texts: textsIn(texts, 'texts'),
    // In a request they are those of the past: they were decided when the model asked for them.
    calls: type === 'request' ? [] : callsIn(calls),
    session: [trace, id].find((one): one is string => typeof one === 'string') ?? null,
    agent: typeof agent === 'string' ? agent : undefined,
    onFindings: ON_FINDINGS.find((one) => one === onFindings) ?? 'block',
  };
}

/** @throws ApiError 400 for calls that are no list */
function callsIn(calls: unknown): PassingCall[] {
  if (calls === undefined || calls === null) return [];
  if (Array.isArray(calls)) return calls.map(callOf);
  throw invalid('tool_calls', 'must be a list');
}

/** The arguments are JSON text, as the model wrote them. */
function callOf(call: unknown): PassingCall {
  const { id, function: asked } = isRecord(call) ? call : {};
  const { name, arguments: text } = isRecord(asked) ? asked : {};
  return {
    tool: typeof name === 'string' ? name : '',
    input: parsed(text),
    callId: typeof id === 'string' && id !== '' ? id : null,
  };
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return { input: text };
  }
}

export const LITELLM = {
  pass: () => ({ action: 'NONE' }),
  mask: (texts: readonly string[]) => ({ action: 'GUARDRAIL_INTERVENED', texts }),
  refuse: (reason: string) => ({ action: 'BLOCKED', blocked_reason: reason }),
};
