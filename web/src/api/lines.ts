// SPDX-License-Identifier: Apache-2.0
/** An answer that comes line by line, each a JSON value, while the service works on the next one. */
import type { AppOperationId, AppQuery } from '@svc/contract';
import type { LooseInput } from './address.ts';
import { refusalOf, send } from './client.ts';
import { ApiFailure } from './failure.ts';

/** @throws ApiFailure, and nothing else, but for the abort of the signal */
export async function* linesOf<Line, Id extends AppOperationId>(
  id: Id,
  query: AppQuery<Id>,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const response = await send(id, { query } as LooseInput, signal);
  if (!response.ok || response.body === null) {
    throw new ApiFailure(refusalOf(response, await response.json().catch(() => null)));
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new ApiFailure({ kind: 'unreachable' });
    });
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
    if (done) return;
  }
}
