// SPDX-License-Identifier: Apache-2.0
/** Handlers of hooks in a settings file: ours are added and taken out, and all others stay as they are. */

export type Json = { readonly [member: string]: unknown };

/** Ours is told by its command, whatever starts it. */
const OURS = /\bhook (?:claude-code|codex|copilot|cursor|gemini) --timeout \d/;
const isOurs = (handler: unknown): boolean => OURS.test(JSON.stringify(handler ?? null));

/** @param handlers by the name of their event */
export function withHandlers(settings: Json, handlers: Json): Json {
  const { hooks } = withoutHandlers(settings, {}) as { hooks?: Json };
  const added = Object.fromEntries(
    Object.entries(handlers).map(([event, handler]) => [event, [...listOf(hooks?.[event]), handler]]),
  );
  return { ...settings, hooks: { ...hooks, ...added } };
}

/** @param base members that the file has only for us */
export function withoutHandlers(settings: Json, base: Json): Json {
  const { hooks, ...others } = settings;
  const left = Object.entries((hooks ?? {}) as Json).flatMap(([event, handlers]) => {
    const others = listOf(handlers).filter((handler) => !isOurs(handler));
    return others.length === 0 && listOf(handlers).length > 0 ? [] : [[event, others] as const];
  });
  const kept = left.length > 0 ? { ...others, hooks: Object.fromEntries(left) } : others;
  const isOnlyBase = Object.entries(kept).every(([member, value]) => base[member] === value);
  return isOnlyBase ? {} : kept;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
