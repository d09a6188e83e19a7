// SPDX-License-Identifier: Apache-2.0
/** A batch of access evaluations, decided one after the other in the order of the request. */
import type { Access } from '../../organization/callers/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import type { HttpGatewayDeps } from '../gateways/index.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { type Members, membersOf, questionOf, retryKeyOf } from './question.ts';

/** Each is a decision, and is recorded before the next one is made. */
const EVALUATIONS_MAX = 50;

const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
type Semantic = (typeof SEMANTICS)[number];

export interface Batch {
  semantic: Semantic;
  /** Each with the defaults of the request. */
  items: readonly unknown[];
}

/**
 * @returns null for a request without items, which is a single evaluation
 * @throws ApiError 400
 */
export function batchOf(body: Members): Batch | null {
  const { evaluations, options, subject, action, resource, context } = body;
  if (evaluations === undefined || (Array.isArray(evaluations) && evaluations.length === 0)) return null;
  if (!Array.isArray(evaluations)) throw invalid('evaluations', 'must be an array');
  if (evaluations.length > EVALUATIONS_MAX) throw invalid('evaluations', `may have ${EVALUATIONS_MAX} items`);
  const defaults = { subject, action, resource, context };
  const items = evaluations.map((item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? { ...defaults, ...item } : item,
  );
  return { semantic: semanticOf(options), items };
}

function semanticOf(options: unknown): Semantic {
  if (options === undefined) return 'execute_all';
  const given = membersOf(options, 'options').evaluations_semantic ?? 'execute_all';
  const semantic = SEMANTICS.find((one) => one === given);
  if (semantic === undefined) throw invalid('options.evaluations_semantic', `must be one of ${SEMANTICS.join(', ')}`);
  return semantic;
}

/** @throws ApiError for what is no fault of an item: 401, 429 and 5xx */
export async function evaluateAll(
  deps: HttpGatewayDeps,
  access: Access,
  { semantic, items }: Batch,
  requestId: string | null,
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for (const [place, item] of items.entries()) {
    const evaluation = await evaluateItem(deps, access, item, { requestId, place });
    evaluations.push(evaluation);
    if (semantic === 'deny_on_first_deny' && !evaluation.decision) break;
    if (semantic === 'permit_on_first_permit' && evaluation.decision) break;
  }
  return evaluations;
}

async function evaluateItem(
  deps: HttpGatewayDeps,
  access: Access,
  item: unknown,
  { requestId, place }: { requestId: string | null; place: number },
): Promise<Evaluation> {
  try {
    const question = questionOf(membersOf(item, 'evaluation'));
    return await evaluate(deps, access, question, retryKeyOf(question, requestId, place));
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 403)) throw error;
    return { decision: false, context: { error: { status: error.status, message: error.message } } };
  }
}
