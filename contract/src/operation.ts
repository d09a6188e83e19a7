// SPDX-License-Identifier: Apache-2.0
/** One row of the table of machine operations. */
import type { HttpMethod, KeyPermission } from './enums.ts';
import type { SchemaName } from './schema.ts';

export interface Operation {
  method: HttpMethod;
  /** The path in OpenAPI form: `/v1/events/{id}`. */
  path: string;
  tag: 'Decisions' | 'Gateways' | 'Policies' | 'Public';
  summary: string;
  description: string;
  /** The permission that its API key must have; null: it needs no key. */
  permission: KeyPermission | null;
  /** Takes an Idempotency-Key; `always`: only with one. */
  idempotent: boolean | 'always';
  pathParameters: readonly string[];
  /** Optional whole numbers of the query string. */
  queryParameters?: Readonly<Record<string, { description: string; maximum: number }>>;
  request: SchemaName | null;
  /** Status and body of the successful answer. */
  success: { status: 200 | 202; schema: SchemaName };
  /** Possible error statuses, besides 500. */
  errors: readonly (400 | 401 | 403 | 404 | 409 | 413 | 429 | 503)[];
}
