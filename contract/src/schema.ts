// SPDX-License-Identifier: Apache-2.0
/**
 * Small functions that keep one schema valid for two readers. Ajv validates with it. OpenAPI 3.0 documents it, with
 * `nullable` instead of a type list and `enum` instead of a union of constants.
 */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

type Options = Record<string, unknown>;

/** A string out of a closed list. */
export function stringEnum<const Values extends readonly string[]>(values: Values, options: Options = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

/** A string out of a closed list, or null. */
export function nullableEnum<const Values extends readonly string[]>(values: Values, options: Options = {}) {
  return Type.Unsafe<Values[number] | null>({ type: 'string', nullable: true, enum: [...values, null], ...options });
}

/** The same inline schema, or null. Not for references: see `nullableRef`. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
}

/** A reference to a named schema. `Value` is the type that it validates. */
export function ref<Value>(name: SchemaName) {
  return Type.Unsafe<Value>({ $ref: `${name}#` });
}

/** A reference to a named object schema, or null. */
export function nullableRef<Value>(name: SchemaName, options: Options = {}) {
  return Type.Unsafe<Value | null>({ type: 'object', nullable: true, allOf: [{ $ref: `${name}#` }], ...options });
}

/** In a request: a reference to a named object schema, or null. */
export function refOrNull<Value>(name: SchemaName, options: Options = {}) {
  const none = { type: 'object', nullable: true, enum: [null] };
  return Type.Unsafe<Value | null>({ anyOf: [{ $ref: `${name}#` }, none], ...options });
}

/** An object of a request: unlisted fields are refused. */
export function strictObject<Properties extends TProperties>(
  properties: Properties,
  options: Options = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const uuid = (options: Options = {}) =>
  Type.String({ pattern: UUID_PATTERN, minLength: 36, maxLength: 36, ...options });
export const dateTime = (options: Options = {}) => Type.String({ format: 'date-time', ...options });

/** Any version, in either case; the pattern is anchored. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

const BIDI_CONTROLS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** For a class of characters: those that no line has. */
export const NEVER_IN_LINE = `\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${BIDI_CONTROLS}`;

/**
 * Text on one line. It has no control character, no line separator and no character that changes the direction of text.
 * People, logs, terminals and models read it as it is stored.
 */
export const LINE_PATTERN = `^[^${NEVER_IN_LINE}]*$`;
/** Text of several lines: as above, but with line feeds and tabs. */
export const TEXT_PATTERN = `^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${BIDI_CONTROLS}]*$`;

/** The name of something that is stored or shown. */
export const line = (options: Options = {}) => Type.String({ pattern: LINE_PATTERN, ...options });
/** A description or a note. */
export const multilineText = (options: Options = {}) => Type.String({ pattern: TEXT_PATTERN, ...options });

/** The names by which schemas refer to one another and appear in the OpenAPI document. */
export type SchemaName =
  | 'BrokenClaim'
  | 'Budget'
  | 'BudgetApplyRequest'
  | 'BudgetApplyResponse'
  | 'BudgetListResponse'
  | 'ContactRequest'
  | 'ContactResponse'
  | 'Decision'
  | 'Error'
  | 'EventRequest'
  | 'HttpGatewayDecision'
  | 'HttpGatewayRequest'
  | 'McpGatewayDecision'
  | 'McpGatewayRequest'
  | 'OutcomeReport'
  | 'Policy'
  | 'PolicyAnalysis'
  | 'PolicyApplyRequest'
  | 'PolicyApplyResponse'
  | 'PolicyClaim'
  | 'PolicyCondition'
  | 'PolicyDifference'
  | 'PolicyImpact'
  | 'PolicyListResponse'
  | 'PolicyProof'
  | 'PolicyProveRequest'
  | 'PolicyProveResponse'
  | 'PolicyTestCase'
  | 'PolicyTestRequest'
  | 'PolicyTestResponse'
  | 'PolicyWitness'
  | 'RedeemedDecision'
  | 'RedemptionRequest'
  | 'ScanRequest'
  | 'ScanResponse'
  | 'StoredBudget'
  | 'StoredPolicy'
  | 'StoredToolRules'
  | 'ToolRules'
  | 'ToolRulesApplyRequest'
  | 'ToolRulesApplyResponse'
  | 'ToolRulesListResponse';

/** Names that are told where there are some. */
export const optionalNames = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
