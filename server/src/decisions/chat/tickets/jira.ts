// SPDX-License-Identifier: Apache-2.0
/**
 * Issues of Jira Cloud (Jira Cloud platform REST API v3: Issues, Issue search, Issue comments). It has no key for
 * idempotent creation: an issue is found again by a label with the review's id.
 */

import { textIn } from '../answers.ts';
import { type Caller, type Calling, type CallResult, callJson, UNREADABLE } from '../slack-calls.ts';
import type { TargetOf } from '../target.ts';
import { basic, cut, type Desk, type Ending, systemOfDesk, type Ticket } from './desk.ts';

type Jira = TargetOf<'JIRA'>;

const SUMMARY_CHARACTERS_MAX = 255;
/** Jira's search knows an issue some seconds after it was made: a lost one is looked for later than that. */
const INDEX_MS = 60_000;
const COMMENTS_LOOKED_AT = 50;
/** A property of a comment: by it a comment that was written already is known. */
const PROPERTY = 'svc.review';

const labelOf = (reviewId: string): string => `svc-${reviewId}`;

const desk: Desk<Jira> = {
  async find(calling, jira, caller, { reviewId }) {
    const jql = `project = "${jira.project}" AND labels = "${labelOf(reviewId)}"`;
    const found = await call(calling, jira, caller, 'POST', '/search/jql', { jql, maxResults: 1, fields: ['id'] });
    if (found.outcome !== 'done') return found;
    if (!Array.isArray((found.answer as { issues?: unknown } | null)?.issues)) return UNREADABLE;
    return { outcome: 'done', answer: textIn(found.answer, 'issues', 0, 'id') };
  },
  async create(calling, jira, caller, { reviewId, title, lines, link, linkText }) {
    const fields = {
      project: { key: jira.project },
      issuetype: { name: jira.issueType },
      summary: cut(title, SUMMARY_CHARACTERS_MAX),
      description: documentOf(lines, { link, linkText }),
      ...(reviewId !== null && { labels: [labelOf(reviewId)] }),
    };
    const made = await call(calling, jira, caller, 'POST', '/issue', { fields });
    const id = made.outcome === 'done' ? textIn(made.answer, 'id') : null;
    if (id !== null) return { outcome: 'done', answer: id };
    const failed = made.outcome === 'done' ? UNREADABLE : made;
    return failed.outcome === 'lost' ? { ...failed, retryAfterMs: INDEX_MS } : failed;
  },
  end: endIssue,
  ask: (calling, jira, caller) => call(calling, jira, caller, 'GET', `/project/${jira.project}`, null),
};

export const jira = systemOfDesk(desk);

async function call(
  calling: Calling,
  { url, username, token }: Jira,
  caller: Caller,
  method: 'GET' | 'POST',
  path: string,
  body: object | null,
): Promise<CallResult<unknown>> {
  const headers = { Authorization: basic(username, token) };
  return await callJson(calling, { method, url: `${url}/rest/api/3${path}`, headers, body, ...caller });
}

/** Atlassian Document Format: texts of its nodes hold no markup. */
function documentOf(lines: readonly string[], more?: Pick<Ticket, 'link' | 'linkText'>): object {
  const paragraph = (text: string, marks?: object[]) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, ...(marks !== undefined && { marks }) }],
  });
  const links = more === undefined ? [] : [paragraph(more.linkText, [{ type: 'link', attrs: { href: more.link } }])];
  return {
    type: 'doc',
    version: 1,
    content: [...lines.filter((one) => one !== '').map((one) => paragraph(one)), ...links],
  };
}

/** A comment with the outcome, once, and the transition that the organization named. */
async function endIssue(
  calling: Calling,
  jira: Jira,
  caller: Caller,
  { id, ticket: { end }, isAgain }: Ending,
): Promise<CallResult<unknown>> {
  const issue = `/issue/${encodeURIComponent(id)}`;
  const written = isAgain ? await isCommented(calling, jira, caller, issue) : false;
  if (typeof written !== 'boolean') return written;
  if (!written) {
    const properties = [{ key: PROPERTY, value: { status: end.status } }];
    const comment = { body: documentOf([end.outcome]), properties };
    const said = await call(calling, jira, caller, 'POST', `${issue}/comment`, comment);
    if (said.outcome !== 'done') return said;
  }
  return jira.closeWith === null
    ? { outcome: 'done', answer: null }
    : await transition(calling, jira, caller, issue, jira.closeWith);
}

type NotDone = Exclude<CallResult<unknown>, { outcome: 'done' }>;

async function isCommented(calling: Calling, jira: Jira, caller: Caller, issue: string): Promise<boolean | NotDone> {
  const path = `${issue}/comment?orderBy=-created&maxResults=${COMMENTS_LOOKED_AT}&expand=properties`;
  const found = await call(calling, jira, caller, 'GET', path, null);
  if (found.outcome !== 'done') return found;
  const { comments } = (found.answer ?? {}) as { comments?: { properties?: { key?: unknown }[] }[] };
  if (!Array.isArray(comments)) return UNREADABLE;
  return comments.some(
    (comment) => Array.isArray(comment?.properties) && comment.properties.some((one) => one?.key === PROPERTY),
  );
}

interface Transition {
  id?: unknown;
  name?: unknown;
}

/** A workflow offers transitions by the status of the issue: a closed one may not offer it. */
async function transition(
  calling: Calling,
  jira: Jira,
  caller: Caller,
  issue: string,
  name: string,
): Promise<CallResult<unknown>> {
  const offered = await call(calling, jira, caller, 'GET', `${issue}/transitions`, null);
  if (offered.outcome !== 'done') return offered;
  const { transitions } = (offered.answer ?? {}) as { transitions?: Transition[] };
  if (!Array.isArray(transitions)) return UNREADABLE;
  const wanted = transitions.find((one) => String(one?.name).toLowerCase() === name.toLowerCase());
  if (wanted !== undefined) {
    return await call(calling, jira, caller, 'POST', `${issue}/transitions`, { transition: { id: wanted.id } });
  }
  const now = await call(calling, jira, caller, 'GET', `${issue}?fields=status`, null);
  if (now.outcome !== 'done') return now;
  const isDone = textIn(now.answer, 'fields', 'status', 'statusCategory', 'key') === 'done';
  return isDone ? now : { outcome: 'refused', code: 'closing_unknown', retryAfterMs: null };
}
