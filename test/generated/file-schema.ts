// SPDX-License-Identifier: Apache-2.0
/** Parts of the JSON Schema of the provisioning file, with the connection of a directory, which is one field. */
import { ROLES, SSO_DEFAULT_ROLES, SSO_SESSION_HOURS_MAX, SSO_SESSION_HOURS_MIN } from '@svc/contract';

export type Schema = Record<string, unknown>;

export interface FieldOfFile {
  schema: Schema;
  meaning: string;
  isRequired?: boolean;
}

export const text: Schema = { type: 'string', minLength: 1 };
export const flag: Schema = { type: 'boolean' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const url: Schema = { type: 'string', format: 'uri' };
export const whole = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
export const oneOf = (words: readonly string[]): Schema => ({ enum: [...words] });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

export const must = (schema: Schema, meaning: string): FieldOfFile => ({ schema, meaning, isRequired: true });
export const may = (schema: Schema, meaning: string): FieldOfFile => ({ schema, meaning });

export function strict(fields: Readonly<Record<string, FieldOfFile>>): Schema {
  const properties = Object.entries(fields).map(([name, { schema, meaning }]) => [
    name,
    meaning === '' ? schema : { ...schema, description: meaning },
  ]);
  const required = Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired === true ? [name] : []));
  return { type: 'object', additionalProperties: false, required, properties: Object.fromEntries(properties) };
}

export const connection: Schema = strict({
  issuer: must(text, ''),
  clientId: must(text, ''),
  clientSecret: may(text, ''),
  scopes: may(listOf(text), ''),
  roleClaim: may(orNull(text), ''),
  roles: may(listOf(strict({ value: must(text, ''), role: must(oneOf(ROLES), '') })), ''),
  defaultRole: may(orNull(oneOf(SSO_DEFAULT_ROLES)), ''),
  enabled: may(flag, ''),
  required: may(flag, ''),
  breakGlass: may(listOf(text), ''),
  sessionHours: may(whole(SSO_SESSION_HOURS_MIN, SSO_SESSION_HOURS_MAX), ''),
  domains: may(listOf(text), ''),
});
