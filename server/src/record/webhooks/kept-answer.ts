// SPDX-License-Identifier: Apache-2.0
/** The part of a receiver's answer that the log keeps. */
import { textIn } from '@svc/core/declared-text';
import type { EgressResponse } from '../../outgoing/egress/index.ts';

/**
 * The log is for people of the organization: it must not become a reader of the operator's own network. PostgreSQL
 * keeps no U+0000 in a text, and bytes that are no text of the declared character set become U+FFFD.
 * @returns null for an answer that may have come from an address that is not public
 */
export function keptAnswer({ body, isPrivate, headers }: Kept): string | null {
  if (isPrivate) return null;
  const { 'content-type': type = null } = headers;
  const text = textIn({ body, contentType: Array.isArray(type) ? (type[0] ?? null) : type, isCut: true });
  return (text ?? body.toString('utf8')).replaceAll('\0', '\ufffd');
}

type Kept = Pick<EgressResponse, 'body' | 'isPrivate' | 'headers'>;
