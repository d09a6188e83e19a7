// SPDX-License-Identifier: Apache-2.0
/** The judgement of what passes a gateway of models: its texts are scanned, and its calls of tools are decided. */
import { CONTENT_CHARACTERS_MAX, type Door, type ScanResponse } from '@svc/contract';
import type { MachineApiDeps } from '../../../decisions/machine-api/index.ts';
import { scanContentAs } from '../../../decisions/machine-api/index.ts';
import { settleToolCall, type ToolCallDeps } from '../../../decisions/tool-calls/index.ts';
import type { Access } from '../../../organization/callers/index.ts';
import { ApiError, invalid } from '../../../platform/errors/index.ts';
import { contextOf } from '../hooks/index.ts';

export type JudgeDeps = MachineApiDeps & ToolCallDeps;

/** Sensitive data in a text passes, is replaced, or makes a refusal. */
export const ON_FINDINGS = ['pass', 'mask', 'block'] as const;
export type OnFindings = (typeof ON_FINDINGS)[number];

export interface PassingCall {
  readonly tool: string;
  readonly input: unknown;
  readonly callId: string | null;
}

export interface Passing {
  readonly door: Door;
  readonly texts: readonly string[];
  readonly calls: readonly PassingCall[];
  readonly agent: string | undefined;
  readonly session: string | null;
  readonly onFindings: OnFindings;
  readonly signal: AbortSignal;
}

/** `texts` are the masked ones, in their order; null where none of them changed. */
export type Judgement =
  | { readonly kind: 'PASS'; readonly texts: readonly string[] | null }
  | { readonly kind: 'REFUSE'; readonly reason: string };

const PIECES_MAX = 200;

/** @throws ApiError for every reason against judging; it may not pass then */
export async function judge(deps: JudgeDeps, access: Access, passing: Passing): Promise<Judgement> {
  const { texts, calls, onFindings } = passing;
  if (texts.length + calls.length > PIECES_MAX) throw invalid('texts', `must be at most ${PIECES_MAX} with the calls`);
  // A call is redeemed for an answer that passes. So what refuses the answer comes first.
  const judgement = await judgeTexts(deps, access, texts, onFindings);
  if (judgement.kind === 'REFUSE') return judgement;
  for (const call of calls) {
    const refusal = await refusalOf(deps, access, passing, call);
    if (refusal !== null) return { kind: 'REFUSE', reason: refusal };
  }
  return judgement;
}

async function judgeTexts(
  deps: JudgeDeps,
  access: Access,
  texts: readonly string[],
  onFindings: OnFindings,
): Promise<Judgement> {
  if (onFindings === 'pass') return { kind: 'PASS', texts: null };
  const scans = [];
  for (const text of texts) scans.push(await scanned(deps, access, text));
  const types = [...new Set(scans.flatMap((scan) => scan.types))];
  if (types.length === 0) return { kind: 'PASS', texts: null };
  const masks = scans.map((scan) => scan.masked);
  if (onFindings === 'mask' && masks.every((one) => one !== null)) return { kind: 'PASS', texts: masks };
  return { kind: 'REFUSE', reason: `svc found sensitive data: ${types.join(', ')}. Nothing was passed on.` };
}

async function scanned(deps: JudgeDeps, access: Access, text: string): Promise<ScanResponse> {
  if (text.length > CONTENT_CHARACTERS_MAX) {
    throw new ApiError('payload_too_large', { message: `A text has more than ${CONTENT_CHARACTERS_MAX} characters.` });
  }
  return await scanContentAs(deps, access, text);
}

/** A gateway cannot wait for a person: a review is a refusal that names its page. */
async function refusalOf(
  deps: JudgeDeps,
  access: Access,
  { door, agent, session, signal }: Passing,
  { tool, input, callId }: PassingCall,
): Promise<string | null> {
  const settled = await settleToolCall(deps, access, {
    ...{ door, agent, session, callId, tool, input, waitMs: 0, signal },
    context: contextOf(tool, input, session),
  });
  if (settled.kind === 'SPARED' || settled.kind === 'RUN') return null;
  const { id, review } = settled.decision;
  if (settled.kind === 'PENDING') {
    const page = review?.url ?? '';
    return `REVIEW: a person has to approve ${tool} (svc event ${id}): ${page} Ask again once it is approved.`;
  }
  return `BLOCK: ${tool} (svc event ${id}). ${settled.reason}`;
}
