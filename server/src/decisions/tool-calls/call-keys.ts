// SPDX-License-Identifier: Apache-2.0
/**
 * The idempotency keys of a call. The same tool with the same arguments is the same call in its session: a retry finds
 * its decision and review again. The id of the harness tells one run of it from others.
 */
import { randomUUID } from 'node:crypto';
import { hashText } from '@svc/core/audit-chain';
import { canonicalJson, escapedText, isWellFormedJson, type JsonValue } from '@svc/core/canonical-json';

export interface IdentifiedCall {
  /** The registered name of the agent, where the caller names one. */
  readonly agent?: string | undefined;
  /** The conversation; null: none is known. */
  readonly session: string | null;
  /** The id of this very call; null: the harness tells none. */
  readonly callId: string | null;
  readonly tool: string;
  /** JSON as it was read. */
  readonly input: unknown;
}

export interface CallKeys {
  /** The key of the decision after so many that were spent. */
  shared(spent: number): string;
  /** The key of the one decision for this very call alone, and of its redemption. */
  own: string;
}

export function callKeys({ agent, session, callId, tool, input }: IdentifiedCall): CallKeys {
  const shared = digestOf([agent ?? null, session, tool, input ?? null]);
  return { shared: (spent) => `tool-${shared}-${spent}`, own: `call-${digestOf([shared, callId ?? randomUUID()])}` };
}

const digestOf = (parts: readonly unknown[]): string =>
  hashText(canonicalJson(isWellFormedJson(parts) ? (parts as JsonValue) : escapedText(parts)));
