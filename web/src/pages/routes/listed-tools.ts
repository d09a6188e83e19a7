// SPDX-License-Identifier: Apache-2.0
/** The tools of an MCP server from the answer of `tools/list`, and how they differ from those that are registered. */
import type { McpRoute } from '@svc/contract';
import { canonicalJson, isWellFormedJson, type JsonValue } from '@svc/core/canonical-json';

type Definition = Record<string, unknown>;

export interface ListedTools {
  definitions: readonly Definition[];
  /** The server has more of them than this answer holds. */
  isPart: boolean;
}

/** The first thing wrong: no list at all, or the place of a definition that cannot be registered. */
type ListFault = { kind: 'noList' } | { kind: 'noName' | 'twice'; place: number };

/** @param text the whole answer of JSON-RPC, its result, or the list */
export function listedTools(text: string): ListedTools | ListFault {
  const answer = jsonOf(text);
  const result = memberOf(answer, 'result') ?? answer;
  const list = Array.isArray(result) ? (result as unknown[]) : memberOf(result, 'tools');
  if (!Array.isArray(list)) return { kind: 'noList' };
  const names = new Set<string>();
  for (const [place, definition] of list.entries()) {
    const name = memberOf(definition, 'name');
    if (typeof name !== 'string' || name === '' || !isWellFormedJson(definition)) return { kind: 'noName', place };
    if (names.has(name)) return { kind: 'twice', place };
    names.add(name);
  }
  const next = memberOf(result, 'nextCursor');
  return { definitions: list as Definition[], isPart: next !== undefined && next !== null };
}

export const isFault = (listed: ListedTools | ListFault): listed is ListFault => 'kind' in listed;

export interface ToolDifference {
  added: readonly string[];
  gone: readonly string[];
  /** null: this browser computes no digests, so that it cannot be told. */
  changed: readonly string[] | null;
}

export async function differenceOf(before: McpRoute['tools'], after: readonly Definition[]): Promise<ToolDifference> {
  const known = new Map((before ?? []).map(({ name, digest }) => [name, digest]));
  const named = new Map(after.map((definition) => [String(definition.name), definition]));
  const kept = [...named].filter(([name]) => known.has(name));
  const changed: string[] = [];
  for (const [name, definition] of kept) {
    if ((await digestOf(definition)) !== known.get(name)) changed.push(name);
  }
  return {
    added: [...named.keys()].filter((name) => !known.has(name)),
    gone: [...known.keys()].filter((name) => !named.has(name)),
    changed: kept.length > 0 && globalThis.crypto?.subtle === undefined ? null : changed,
  };
}

/** As the service computes it. Browsers offer no digests on a page that is neither on https nor on this machine. */
async function digestOf(definition: Definition): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const bytes = new TextEncoder().encode(canonicalJson(definition as JsonValue));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
