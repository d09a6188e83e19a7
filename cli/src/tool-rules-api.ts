// SPDX-License-Identifier: Apache-2.0
/** The two routes of tool rules. An agent's own code never calls them, so the client library does without. */
import type { ToolRulesApplyRequest, ToolRulesApplyResponse, ToolRulesListResponse } from '@svc/contract';
import { ApiError, AuthenticationError, ForbiddenError, NotFoundError, UnavailableError } from '@svc/sdk';
import type { Connection } from './connection.ts';

const WITHIN_MS = 60_000;

export const listToolRules = (connection: Connection, withinMs?: number): Promise<ToolRulesListResponse> =>
  request<ToolRulesListResponse>(connection, '/v1/tool-rules', { withinMs });

export async function applyToolRules(
  connection: Connection,
  body: ToolRulesApplyRequest,
): Promise<ToolRulesApplyResponse> {
  const answer = await request<Partial<ToolRulesApplyResponse>>(connection, '/v1/tool-rules/apply', { body });
  return { dryRun: body.dryRun ?? false, changes: [], warnings: [], ...answer };
}

/** @throws the errors of the client library */
async function request<Answer>(
  { baseUrl, apiKey }: Connection,
  path: string,
  { body, withinMs = WITHIN_MS }: { body?: object; withinMs?: number | undefined },
): Promise<Answer> {
  const url = new URL(path.slice(1), baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  }).catch(() => {
    throw new UnavailableError('no answer', 1, null, null);
  });
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  if (response.ok && answer !== null) return answer as Answer;
  const refused = {
    status: response.status,
    code: typeof answer?.error === 'string' ? answer.error : 'not_json',
    message: typeof answer?.message === 'string' ? answer.message : `The answer has status ${response.status}.`,
    requestId: response.headers.get('x-request-id'),
    fields: (answer?.fields ?? {}) as Record<string, string>,
    known: null,
    retryAfterSeconds: null,
  };
  throw new (ERRORS.get(response.status) ?? ApiError)(refused);
}

const ERRORS: ReadonlyMap<number, typeof ApiError> = new Map<number, typeof ApiError>([
  [401, AuthenticationError],
  [403, ForbiddenError],
  [404, NotFoundError],
]);
