// SPDX-License-Identifier: Apache-2.0
/**
 * The state that a client brings back with its person's answer. It is sealed, so that no client makes or reads one. It
 * holds for the connection, the arguments and the review that it was made for, and for ten minutes. The review is
 * resolved once, so an answer that comes twice finds it resolved.
 */
import { createHash } from 'node:crypto';
import type { EventAction } from '@svc/contract';
import { canonicalJson } from '@svc/core/canonical-json';
import type { Access } from '../../organization/callers/index.ts';
import { type Binding, type Vault, VaultError } from '../../platform/vault/index.ts';

export interface AskedState {
  eventId: string;
  /** The action of a call of a tool; null for an action that the caller named. */
  action: EventAction | null;
}

const LIFETIME_MS = 10 * 60_000;
/** A sealed state has less than 400 characters. */
const STATE_CHARACTERS_MAX = 1_000;

export function sealState(
  vault: Vault,
  access: Access,
  asked: unknown,
  { eventId, action }: AskedState,
  nowMs: number,
): string {
  const state = JSON.stringify({ eventId, action, asked: digestOf(asked), untilMs: nowMs + LIFETIME_MS });
  return vault.seal(state, bindingOf(access));
}

/** @returns null for a state that is late, of other arguments or another connection, or was not made here */
export function openState(
  vault: Vault,
  access: Access,
  asked: unknown,
  { text, nowMs }: { text: string; nowMs: number },
): AskedState | null {
  if (text.length > STATE_CHARACTERS_MAX) return null;
  try {
    const state = JSON.parse(vault.openText(text, bindingOf(access))) as AskedState & Limits;
    const { eventId, action } = state;
    return state.untilMs > nowMs && state.asked === digestOf(asked) ? { eventId, action } : null;
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

interface Limits {
  asked: string;
  untilMs: number;
}

/** The arguments are JSON, whose members a client may send in another order. */
function digestOf(asked: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(asked as Parameters<typeof canonicalJson>[0]))
    .digest('base64url');
}

function bindingOf({ organizationId, apiKeyId }: Access): Binding {
  return { organizationId, table: 'mcp', column: 'asked', rowId: apiKeyId };
}
