// SPDX-License-Identifier: Apache-2.0
/** The results of the methods, each as the standard words it. */
import { TOOL_NAME_CHARACTERS_MAX } from '@svc/contract';
import { hashText } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import {
  addToSession,
  reportToolCall,
  settleToolCall,
  type ToolAnswer,
  type ToolCallDeps,
} from '../../../decisions/tool-calls/index.ts';
import type { Access } from '../../../organization/callers/index.ts';
import { type HookBody, isRecord, textOf } from '../hooks/harness.ts';
import { contextOf } from '../hooks/index.ts';
import { agentUnlessBound } from '../keyed.ts';
import {
  ACS_VERSION,
  canonical,
  type Envelope,
  isServed,
  SIGNATURE_ALGORITHM,
  SKEW_WINDOW_MS,
  type Step,
} from './envelope.ts';
import { AcsFault, isDenial } from './fault.ts';

const TOOL_CALL = 'steps/toolCallRequest';
const TOOL_RESULT = 'steps/toolCallResult';

const STEPS: ReadonlySet<string> = new Set([
  TOOL_CALL,
  TOOL_RESULT,
  'steps/sessionStart',
  'steps/sessionEnd',
  'steps/agentTrigger',
  'steps/turnStart',
  'steps/turnEnd',
  'steps/userMessage',
  'steps/agentResponse',
  'steps/knowledgeRetrieval',
  'steps/memoryContextRetrieval',
  'steps/memoryStore',
  'steps/preCompact',
  'steps/postCompact',
  'steps/subagentStart',
  'steps/subagentStop',
  'steps/skillRegister',
  'steps/skillLoad',
  'steps/skillUnload',
]);

/** A client waits so long for an answer, and a review is waited for inside of it. */
const TIMEOUT_MS = 30_000;
const REVIEW_WAIT_MS = 25_000;
const PROFILE = 'acs-core';

const finalOf = (requestId: unknown, rest: JsonObject): JsonObject => ({
  ...{ type: 'final', acs_version: ACS_VERSION, request_id: textOf(requestId) },
  ...rest,
});

/** The answer to `system/ping`, which is let through always. */
export function pong({ params }: Envelope, at: Date): JsonObject {
  const echo = isRecord(params.payload) ? textOf(params.payload.echo) : null;
  const payload = { status: 'ok', echo: echo ?? '', server_timestamp: at.toISOString() };
  return finalOf(params.request_id, { decision: 'allow', payload });
}

/** @throws AcsFault for a client of another version */
export function serverHello({ params }: Envelope): JsonObject {
  const hello = isRecord(params.payload) ? params.payload : {};
  const { acs_versions_supported: versions, profiles_supported: profiles } = hello;
  if (!Array.isArray(versions)) {
    throw new AcsFault('INVALID_PARAMS', 'params.payload.acs_versions_supported must be a list.');
  }
  if (!versions.some(isServed)) {
    throw new AcsFault('UNSUPPORTED_VERSION', `params.payload.acs_versions_supported must hold ${ACS_VERSION}.`);
  }
  const payload = {
    negotiated_version: ACS_VERSION,
    methods_evaluated: [TOOL_CALL],
    selected_transport: 'http',
    signature_algorithms_supported: [SIGNATURE_ALGORITHM],
    timeout_config: { default_ms: TIMEOUT_MS },
    on_decision_failure: 'deny',
    skew_window_ms: SKEW_WINDOW_MS,
    policy_requires_provenance: false,
    profiles_accepted: Array.isArray(profiles) && !profiles.includes(PROFILE) ? [] : [PROFILE],
  };
  return finalOf(params.request_id, { decision: 'allow', payload });
}

/** @throws AcsFault for an unknown method, ApiError for a fault of the service */
export async function stepResult(
  deps: ToolCallDeps,
  access: Access,
  envelope: Envelope,
  step: Step & { signal: AbortSignal },
): Promise<JsonObject> {
  const { method, params, session } = envelope;
  const { requestId, timestamp } = step;
  if (!STEPS.has(method)) throw new AcsFault('METHOD_NOT_FOUND', 'svc knows no such method.');
  const call = method === TOOL_CALL ? calledOf(readCall(envelope)) : null;
  const entry = {
    ...{ entry_id: requestId, step_id: requestId, step_type: method, timestamp },
    request_hash: hashText(canonical(params as JsonObject)),
  };
  const head = await access.time.within(addToSession(deps.pool, access, session, canonical(entry)));
  const result = (rest: JsonObject) => finalOf(requestId, { chain_hash: head, ...rest });
  if (call !== null) return result(await decided(deps, access, call, step));
  if (method === TOOL_RESULT) await reported(deps, access, envelope);
  return result({ decision: 'allow', reasoning: 'not evaluated' });
}

interface Call {
  readonly agent: string | undefined;
  readonly session: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Null for a payload that names no tool, or has other arguments than named ones. */
function readCall({ params, metadata, session }: Envelope): Call | null {
  const { tool, arguments: given = {} } = isRecord(params.payload) ? params.payload : {};
  const name = isRecord(tool) ? textOf(tool.name) : null;
  if (name === null || name.length > TOOL_NAME_CHARACTERS_MAX || !isRecord(given)) return null;
  return { agent: textOf(metadata.agent_id) ?? undefined, session, tool: name, input: unwrapped(given) };
}

/** @throws AcsFault */
function calledOf(call: Call | null): Call {
  if (call !== null) return call;
  throw new AcsFault('INVALID_PARAMS', 'params.payload must have tool.name, and arguments by name.');
}

/** Each argument is wrapped beside its provenance. */
function unwrapped(given: HookBody): unknown {
  const entries = Object.entries(given);
  return Object.fromEntries(entries.map(([key, one]) => [key, isRecord(one) && 'value' in one ? one.value : one]));
}

async function decided(
  deps: ToolCallDeps,
  access: Access,
  call: Call,
  { requestId, signal }: Step & { signal: AbortSignal },
): Promise<JsonObject> {
  try {
    const { session, tool, input } = call;
    const agent = await agentUnlessBound(deps, access, call.agent);
    const settled = await settleToolCall(deps, access, {
      ...{ door: 'ACS', agent, session, callId: requestId, tool, input },
      ...{ context: contextOf(tool, input, session), waitMs: REVIEW_WAIT_MS, signal },
    });
    return decisionOf(settled);
  } catch (error) {
    if (!isDenial(error)) throw error;
    return { decision: 'deny', reasoning: error.message, reason_codes: [error.code] };
  }
}

function decisionOf(settled: ToolAnswer): JsonObject {
  if (settled.kind === 'SPARED') return { decision: 'allow', reasoning: 'The tool rules do not ask about this tool.' };
  const { id, policy, review, finalDecision, reasons } = settled.decision;
  const facts = {
    ...(policy !== null && { policy_references: [{ policy_id: policy.id, policy_name: policy.name }] }),
    policy_data: { event_id: id },
  };
  const event = `(svc event ${id})`;
  if (settled.kind === 'RUN') {
    return { decision: 'allow', reasoning: [...reasons, event].join(' '), reason_codes: ['allowed'], ...facts };
  }
  if (settled.kind === 'PENDING') {
    const page = review?.url ?? '';
    const reasoning = `A person has to approve this call ${event}: ${page} Make the very same call again after that.`;
    return { decision: 'deny', reasoning, reason_codes: ['approver_unavailable'], ...facts };
  }
  const code = finalDecision === 'ALLOW' ? 'not_redeemed' : 'policy_denied';
  return { decision: 'deny', reasoning: `${settled.reason} ${event}`, reason_codes: [code], ...facts };
}

/** Only a call that can be found: its request is named, and tool and arguments are told again. */
async function reported(deps: ToolCallDeps, access: Access, envelope: Envelope): Promise<void> {
  const { payload } = envelope.params;
  const { execution_id: callId, exit_status: exit } = isRecord(payload) ? payload : {};
  const id = textOf(callId);
  const call = readCall(envelope);
  if (id === null || call === null) return;
  const status = exit === 0 || exit === 'success' ? 'SUCCEEDED' : exit === undefined ? 'UNKNOWN' : 'FAILED';
  const report = async () => {
    const agent = await agentUnlessBound(deps, access, call.agent);
    return await reportToolCall(deps, access, { ...call, agent, callId: id }, { status, told: null });
  };
  await report().catch(() => false);
}
