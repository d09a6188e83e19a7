// SPDX-License-Identifier: Apache-2.0
/** Names of schemas and attributes. Attributes have no letter case, and may be written after their schema. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const CORE = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`);

/** In lower case, without the name of a core schema; that of an extension stays. */
export function attributeName(written: string): string {
  const name = written.toLowerCase();
  const schema = CORE.find((one) => name.startsWith(one));
  return schema === undefined ? name : name.slice(schema.length);
}
