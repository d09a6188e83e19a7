// SPDX-License-Identifier: Apache-2.0
/**
 * Issues of GitHub (REST API, "Issues", version 2022-11-28). Creation is not idempotent: an issue is found again by a
 * mark in its body. Its end is one change of the issue, which may be made twice.
 */

import { textIn } from '../answers.ts';
import { ISSUES_LOOKED_AT } from '../limits.ts';
import { type Caller, type Calling, type CallResult, callJson, UNREADABLE } from '../slack-calls.ts';
import type { TargetOf } from '../target.ts';
import { cut, type Desk, systemOfDesk, type Ticket } from './desk.ts';

type GitHub = TargetOf<'GITHUB'>;

const TITLE_CHARACTERS_MAX = 256;

/** A comment of HTML, which GitHub does not show. */
const markOf = (reviewId: string): string => `<!-- svc review ${reviewId} -->`;

const desk: Desk<GitHub> = {
  async find(calling, target, caller, { reviewId, since }) {
    const query = `state=all&sort=created&direction=desc&per_page=${ISSUES_LOOKED_AT}`;
    const at = encodeURIComponent(`${since.toISOString().slice(0, 19)}Z`);
    const found = await call(calling, target, caller, 'GET', `/issues?${query}&since=${at}`, null);
    if (found.outcome !== 'done') return found;
    if (!Array.isArray(found.answer)) return UNREADABLE;
    const issue = (found.answer as { body?: unknown }[]).find(
      (one) => typeof one?.body === 'string' && one.body.includes(markOf(reviewId)),
    );
    return { outcome: 'done', answer: textIn(issue, 'number') };
  },
  async create(calling, target, caller, ticket) {
    const made = await call(calling, target, caller, 'POST', '/issues', {
      title: cut(ticket.title, TITLE_CHARACTERS_MAX),
      body: bodyOf(ticket),
    });
    if (made.outcome !== 'done') return made;
    const id = textIn(made.answer, 'number');
    return id === null ? UNREADABLE : { outcome: 'done', answer: id };
  },
  async end(calling, target, caller, { id, ticket }) {
    return await call(calling, target, caller, 'PATCH', `/issues/${encodeURIComponent(id)}`, {
      body: bodyOf(ticket),
      state: 'closed',
      state_reason: ticket.end.status === 'APPROVED' ? 'completed' : 'not_planned',
    });
  },
  ask: (calling, target, caller) => call(calling, target, caller, 'GET', '', null),
};

export const gitHub = systemOfDesk(desk);

async function call(
  calling: Calling,
  { url, repository, token }: GitHub,
  caller: Caller,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: object | null,
): Promise<CallResult<unknown>> {
  const headers = {
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'X-GitHub-Api-Version': '2022-11-28',
  };
  return await callJson(calling, { method, url: `${url}/repos/${repository}${path}`, headers, body, ...caller });
}

/** In a block of code GitHub reads neither Markdown nor mentions. Its fence is longer than any run of ticks inside. */
function bodyOf({ reviewId, lines, link, linkText, end }: Ticket): string {
  const text = [...(end === null ? [] : [end.outcome]), ...lines].join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const mark = reviewId === null ? '' : `\n\n${markOf(reviewId)}`;
  return `${fence}text\n${text}\n${fence}\n\n[${linkText}](${link})${mark}`;
}
