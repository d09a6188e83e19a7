// SPDX-License-Identifier: Apache-2.0
/** Reads the arguments of a tool as its schema means them. The validator names a value that stays wrong. */
import { readJsonText } from '../json-text/index.ts';

type JsonSchema = { readonly [keyword: string]: unknown };
type JsonObject = Record<string, unknown>;

/**
 * @param schema the schema of a tool, complete in itself: references lead into its `$defs`
 * @returns the same value where nothing is spelled in another way
 */
export function readArguments(schema: JsonSchema, args: unknown): unknown {
  return read(args, schema, (schema.$defs ?? {}) as JsonObject);
}

const REFERENCE = '#/$defs/';

/** The alternatives of a schema, without references. */
function alternativesOf(schema: JsonSchema, definitions: JsonObject): JsonSchema[] {
  if (typeof schema.$ref === 'string') {
    return alternativesOf(definitions[schema.$ref.slice(REFERENCE.length)] as JsonSchema, definitions);
  }
  const several = (schema.anyOf ?? schema.allOf) as JsonSchema[] | undefined;
  return several === undefined ? [schema] : several.flatMap((one) => alternativesOf(one, definitions));
}

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

function read(value: unknown, schema: JsonSchema, definitions: JsonObject): unknown {
  const alternatives = alternativesOf(schema, definitions);
  const types = new Set(alternatives.flatMap(typesOf));
  // A schema without a type takes any value: every spelling is a value of its own there.
  if (types.has(undefined)) return value;
  const meant = typeof value === 'string' && !types.has('string') ? spelledIn(value.trim(), types) : value;
  if (Array.isArray(meant)) {
    const items = alternatives.find((one) => one.items !== undefined)?.items as JsonSchema | undefined;
    return items === undefined ? meant : mapped(meant, (item) => read(item, items, definitions));
  }
  return isObject(meant) ? readMembers(meant, alternatives, definitions) : meant;
}

function readMembers(value: JsonObject, alternatives: readonly JsonSchema[], definitions: JsonObject): JsonObject {
  const { properties, required = [] } = (alternatives.find((one) => one.properties !== undefined) ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  if (properties === undefined) return value;
  let isSame = true;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return [[name, member]];
    const meant = read(member, schema, definitions);
    const isLeftOut = !required.includes(name) && isNothing(meant, schema, definitions);
    isSame &&= meant === member && !isLeftOut;
    return isLeftOut ? [] : [[name, meant]];
  });
  return isSame ? value : Object.fromEntries(members);
}

/** Null is a value where the schema names it, and both are where it takes any value. */
function isNothing(value: unknown, schema: JsonSchema, definitions: JsonObject): boolean {
  if (value !== '' && value !== null) return false;
  const types = new Set(alternativesOf(schema, definitions).flatMap(typesOf));
  return !types.has(undefined) && (value === '' || !types.has('null'));
}

/** A number of JSON: no sign before it but minus, no leading zero, no unit. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false };

/** @returns the text itself where it spells nothing of these types */
function spelledIn(text: string, types: ReadonlySet<unknown>): unknown {
  if (text === '' || text === 'null') return text === '' ? text : null;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) return numberOf(text);
  if (types.has('boolean') && Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text];
  const isSpelled = (types.has('object') && text.startsWith('{')) || (types.has('array') && text.startsWith('['));
  const spelled = isSpelled ? readJsonText(text) : null;
  return spelled === null ? text : spelled.value;
}

/** A number that JavaScript would change stays a text. */
function numberOf(text: string): number | string {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mapped(items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}
