// SPDX-License-Identifier: Apache-2.0
/** A connected app in the export of an account. */
import { Type } from 'typebox';
import { OAUTH_SCOPES } from './enums.ts';
import { dateTime, nullable, stringEnum, uuid } from './schema.ts';

export const connectedAppProperties = {
  organizationId: uuid(),
  name: Type.String({ description: 'The name that the app gave itself.' }),
  host: Type.String(),
  scopes: Type.Array(stringEnum(OAUTH_SCOPES)),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime()),
};
