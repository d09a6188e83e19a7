// SPDX-License-Identifier: Apache-2.0
/**
 * Records of ServiceNow (REST API reference, "Table API"). Creation is not idempotent: a record is found again by its
 * `correlation_id`, which is the review's id. `correlation_display` says which end it was told.
 */

import { textIn } from '../answers.ts';
import { type Caller, type Calling, type CallResult, callJson, UNREADABLE } from '../slack-calls.ts';
import type { TargetOf } from '../target.ts';
import { basic, cut, type Desk, type Ending, systemOfDesk } from './desk.ts';

type ServiceNow = TargetOf<'SERVICENOW'>;

const SHORT_DESCRIPTION_CHARACTERS_MAX = 160;

/** Notes of a record are read as HTML between `[code]` and `[/code]`. */
const unmarked = (text: string): string => text.replaceAll('[', '[\u200b');

const desk: Desk<ServiceNow> = {
  async find(calling, target, caller, { reviewId }) {
    const query = `?sysparm_query=correlation_id%3D${reviewId}&sysparm_fields=sys_id&sysparm_limit=1`;
    const found = await call(calling, target, caller, 'GET', query, null);
    if (found.outcome !== 'done') return found;
    if (!Array.isArray((found.answer as { result?: unknown } | null)?.result)) return UNREADABLE;
    return { outcome: 'done', answer: textIn(found.answer, 'result', 0, 'sys_id') };
  },
  async create(calling, target, caller, { reviewId, title, lines, link }) {
    const made = await call(calling, target, caller, 'POST', '?sysparm_fields=sys_id', {
      short_description: cut(title, SHORT_DESCRIPTION_CHARACTERS_MAX),
      description: unmarked([...lines, link].join('\n')),
      correlation_display: 'svc',
      ...(reviewId !== null && { correlation_id: reviewId }),
    });
    if (made.outcome !== 'done') return made;
    const id = textIn(made.answer, 'result', 'sys_id');
    return id === null ? UNREADABLE : { outcome: 'done', answer: id };
  },
  end: endRecord,
  ask: (calling, target, caller) =>
    call(calling, target, caller, 'GET', '?sysparm_limit=1&sysparm_fields=sys_id', null),
};

export const serviceNow = systemOfDesk(desk);

async function call(
  calling: Calling,
  { url, table, username, token }: ServiceNow,
  caller: Caller,
  method: 'GET' | 'POST' | 'PATCH',
  rest: string,
  body: object | null,
): Promise<CallResult<unknown>> {
  const headers = { Authorization: basic(username, token) };
  return await callJson(calling, { method, url: `${url}/api/now/table/${table}${rest}`, headers, body, ...caller });
}

/** One change, which adds a note: before another attempt the record is asked whether it has it. */
async function endRecord(
  calling: Calling,
  target: ServiceNow,
  caller: Caller,
  { id, ticket: { end }, isAgain }: Ending,
): Promise<CallResult<unknown>> {
  const record = `/${encodeURIComponent(id)}`;
  const told = `svc ${end.status}`;
  if (isAgain) {
    const now = await call(calling, target, caller, 'GET', `${record}?sysparm_fields=correlation_display`, null);
    if (now.outcome !== 'done' || textIn(now.answer, 'result', 'correlation_display') === told) return now;
  }
  const { closeWith } = target;
  const outcome = unmarked(end.outcome);
  return await call(calling, target, caller, 'PATCH', `${record}?sysparm_fields=sys_id`, {
    correlation_display: told,
    work_notes: outcome,
    ...(closeWith !== null && { state: closeWith, close_notes: outcome }),
  });
}
