// SPDX-License-Identifier: Apache-2.0
/** Reads a file of the service whole. A refusal is a failure here, which a link cannot tell. */
import type { AppOperationId } from '@svc/contract';
import type { Given, LooseInput } from './address.ts';
import { callApi, refusalOf, send } from './client.ts';
import { ApiFailure } from './failure.ts';

/** @throws ApiFailure, and nothing else */
export async function readFile<Id extends AppOperationId>(
  id: Id,
  ...[input]: Given<Id>
): Promise<{ name: string; content: Blob }> {
  // A file is counted: the session is renewed first, so that none is asked for in vain.
  await callApi('readMe');
  const response = await send(id, (input ?? {}) as LooseInput);
  if (!response.ok) throw new ApiFailure(refusalOf(response, await response.json().catch(() => null)));
  const [, name = 'svc'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const content = await response.blob().catch(() => {
    throw new ApiFailure({ kind: 'unreachable' });
  });
  return { name, content };
}
