// SPDX-License-Identifier: Apache-2.0
/** A call of a tool as people have it at hand: from a hook, from MCP, or from a model's answer. */

export interface PastedCall {
  tool: string;
  /** Any JSON value; undefined where the call has none. */
  input: unknown;
}

const TOOL_NAMES = ['tool_name', 'toolName', 'tool', 'name'] as const;
const INPUT_NAMES = ['tool_input', 'toolArgs', 'arguments', 'args', 'input'] as const;
/** Where JSON-RPC and models put the call. */
const WRAPPERS = ['params', 'function'] as const;

/** @returns null where the text is no JSON, or names no tool */
export function pastedCall(text: string): PastedCall | null {
  const value = jsonOf(text);
  return callIn(value) ?? WRAPPERS.map((name) => callIn(memberOf(value, name))).find((call) => call !== null) ?? null;
}

function callIn(value: unknown): PastedCall | null {
  const tool = TOOL_NAMES.map((name) => memberOf(value, name)).find(isName);
  if (tool === undefined) return null;
  const input = INPUT_NAMES.map((name) => memberOf(value, name)).find((one) => one !== undefined);
  // Some spell the arguments as a text.
  const read = typeof input === 'string' ? jsonOf(input) : input;
  return { tool, input: read === undefined ? input : read };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

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
