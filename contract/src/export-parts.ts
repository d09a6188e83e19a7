// SPDX-License-Identifier: Apache-2.0
/** The common parts of the formats of exports. */
import { type TProperties, Type } from 'typebox';
import { dateTime, nullable, strictObject, uuid } from './schema.ts';

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const textOrNull = (description?: string) => nullable(text(description));
export const timeOrNull = (description?: string) =>
  nullable(dateTime(description === undefined ? {} : { description }));
export const idOrNull = () => nullable(uuid());
export const rows = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Array(strictObject(properties), { description });

export const times = { createdAt: dateTime(), updatedAt: dateTime() };

/** Names and addresses by which a directory names a person (SCIM). */
export const DIRECTORY_PERSON = {
  userName: Type.String(),
  email: Type.String(),
  externalId: nullable(Type.String()),
  displayName: nullable(Type.String()),
  formattedName: nullable(Type.String()),
  givenName: nullable(Type.String()),
  familyName: nullable(Type.String()),
};
