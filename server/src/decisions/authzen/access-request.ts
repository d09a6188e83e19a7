// SPDX-License-Identifier: Apache-2.0
/** Access requests (ARAP): the review that a denial has made is the task, so that asking again finds the same one. */
import type { Decision } from '@svc/contract';
import type { Access } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type ReadAct, readAct } from '../acts/index.ts';
import type { HttpGatewayDeps } from '../gateways/index.ts';
import { actOf } from './act.ts';
import { type Members, membersOf, type Question, questionOf, textAt } from './question.ts';

/** A person decides: asking more often brings no answer sooner. */
export const TASK_RETRY_AFTER_SECONDS = 5;

export const REQUESTS_PATH = '/access/v1/requests';

export const requestEndpointOf = (baseUrl: () => string): string => `${baseUrl()}${REQUESTS_PATH}`;

const FAULT_STATUS = {
  not_requestable: 400,
  invalid_denial_binding: 400,
  expired_denial: 410,
  unknown_task: 404,
} as const;

/** An error that the profile has a type for. */
export class AccessRequestFault extends ApiError {
  readonly fault: keyof typeof FAULT_STATUS;

  constructor(fault: keyof typeof FAULT_STATUS, message: string) {
    super(fault === 'unknown_task' ? 'not_found' : 'validation_error', { message });
    this.fault = fault;
  }

  override get status(): number {
    return FAULT_STATUS[this.fault];
  }
}

export interface TaskAnswer {
  task: {
    id: string;
    status: 'pending' | 'approved' | 'denied' | 'expired';
    status_endpoint: string;
    expires_at?: string;
    links?: { review: string };
  };
  result?: { mode: 'reevaluate'; approval: { id: string; approved_at?: string; approved_until?: string } };
}

/** Members of the profile that the service has no answer to: taking them in silence would promise one. */
const LEFT_OUT = ['items', 'callback'] as const;

/**
 * @returns the task of the denial
 * @throws AccessRequestFault; ApiError 400 for a part that is missing, 401 and 403 for the key
 */
export async function requestAccess(deps: HttpGatewayDeps, access: Access, body: Members): Promise<TaskAnswer> {
  const left = LEFT_OUT.find((member) => body[member] !== undefined);
  if (left !== undefined) throw new AccessRequestFault('not_requestable', `This service takes no \`${left}\`.`);
  const question = questionOf(body);
  const denial = membersOf(body.denial, 'denial');
  if (denial.binding_token !== undefined) throw unbound('This service gives no `binding_token`.');
  const act = await readAct(deps, access, textAt(denial, 'evaluation_id', 'denial.')).catch((error: unknown) => {
    throw isUnseen(error) ? unbound('`denial.evaluation_id` names no evaluation that this key may see.') : error;
  });
  if (!isSameAct(act, question)) throw unbound('The request names another act than the denial is about.');
  const { review } = act.decision;
  if (review === null) throw new AccessRequestFault('not_requestable', 'No person can lift this denial.');
  if (review.status === 'EXPIRED') {
    throw new AccessRequestFault('expired_denial', 'Its time is over: evaluate again, and request with that denial.');
  }
  return taskOf(act.decision, deps.baseUrl);
}

/** @throws AccessRequestFault; ApiError 401 and 403 for the key */
export async function readTask(deps: HttpGatewayDeps, access: Access, id: string): Promise<TaskAnswer> {
  const unknown = () => new AccessRequestFault('unknown_task', 'There is no such task.');
  const { decision } = await readAct(deps, access, id).catch((error: unknown) => {
    throw isUnseen(error) ? unknown() : error;
  });
  if (decision.review === null) throw unknown();
  return taskOf(decision, deps.baseUrl);
}

const unbound = (message: string) => new AccessRequestFault('invalid_denial_binding', message);

/** A wrong id, no event, and an event of other keys are told alike. */
const isUnseen = (error: unknown): boolean => error instanceof ApiError && [400, 403, 404].includes(error.status);

function isSameAct({ row, snapshot, key }: ReadAct, question: Question): boolean {
  try {
    const act = actOf(snapshot, key, question);
    const asked = [act.agentId, act.resourceId, act.action, act.destination, act.recordsAffected];
    const decided = [row.agent_id, row.resource_id, row.action, row.destination, row.records_affected];
    return asked.every((value, at) => value === decided[at]);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const STATUSES = { PENDING: 'pending', APPROVED: 'approved', DENIED: 'denied', EXPIRED: 'expired' } as const;

function taskOf({ id, review, redemption }: Decision, baseUrl: () => string): TaskAnswer {
  if (review === null) throw new Error('a task without a review');
  const task: TaskAnswer['task'] = {
    id,
    status: STATUSES[review.status],
    status_endpoint: `${requestEndpointOf(baseUrl)}/${id}`,
    ...(review.expiresAt !== null && { expires_at: review.expiresAt }),
    ...(review.url !== undefined && { links: { review: review.url } }),
  };
  if (review.status !== 'APPROVED') return { task };
  const approval = {
    id,
    ...(review.decidedAt !== null && { approved_at: review.decidedAt }),
    ...(redemption !== null && { approved_until: redemption.redeemableUntil }),
  };
  return { task, result: { mode: 'reevaluate', approval } };
}
