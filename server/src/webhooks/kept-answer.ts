/** The part of a receiver's answer that the log keeps. */
import type { EgressResponse } from '../egress/index.ts';

/**
 * The log is for people of the organization: it must not become a reader of the operator's own network. PostgreSQL
 * keeps no U+0000 in a text, and bytes that are not UTF-8 become U+FFFD.
 * @returns null for an answer that may have come from an address that is not public
 */
export function keptAnswer({ body, isPrivate }: Pick<EgressResponse, 'body' | 'isPrivate'>): string | null {
  return isPrivate ? null : body.toString('utf8').replaceAll('\0', '\ufffd');
}
