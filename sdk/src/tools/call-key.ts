// SPDX-License-Identifier: Apache-2.0
/** The identity of a tool call: its session, tool, input, and the action that the input describes. */
import { createHash, randomUUID } from 'node:crypto';
import type { EventRequest } from '../wire.ts';

const LEVELS_MAX = 200;

/**
 * A digest of the call, the same in every process. An input that is more than data, such as an instance of a class, has
 * no form that could be compared. Such a call is like no other.
 */
export function callDigest(session: string, tool: string, input: unknown, action: EventRequest): string {
  const form = formOf([session, tool, input, action], 0) ?? randomUUID();
  return createHash('sha256').update(form).digest('hex');
}

/** JSON with sorted keys, and a form of their own for what JSON cannot tell apart. Null for a value that is no data. */
function formOf(value: unknown, level: number): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || level >= LEVELS_MAX) return null;
  if (Array.isArray(value))
    return joined(
      Array.from(value, (item) => formOf(item, level + 1)),
      '[',
      ']',
    );
  if (value instanceof Date) return `Date(${value.getTime()})`;
  return isPlain(value) ? formOfObject(value, level) : null;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** A field that is undefined counts as absent, as it does in JSON. */
function formOfObject(value: Readonly<Record<string, unknown>>, level: number): string | null {
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  const fields = names.sort().map((name) => {
    const form = formOf(value[name], level + 1);
    return form === null ? null : `${JSON.stringify(name)}:${form}`;
  });
  return joined(fields, '{', '}');
}

function joined(forms: readonly (string | null)[], open: string, close: string): string | null {
  return forms.includes(null) ? null : `${open}${forms.join(',')}${close}`;
}
