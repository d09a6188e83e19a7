// SPDX-License-Identifier: Apache-2.0
/** Writes the OpenAPI 3.0.0 document of the app's operations, from their table. */
import type { TSchema } from 'typebox';
import { ROLES } from '../enums.ts';
import { CONTRACT_DOCUMENT_VERSION, NAMED_SCHEMAS, toOpenApi } from '../openapi.ts';
import type { SchemaName } from '../schema.ts';
import { AppErrorSchema } from './errors.ts';
import type { AppOperation } from './operation.ts';
import { APP_OPERATIONS } from './operations.ts';

/**
 * The app's routes as an OpenAPI 3.0.0 document. `x-roles` lists who may call an operation; without it anybody may.
 * @param baseUrl public address of the service, without a trailing slash
 */
export function appOpenApiDocument(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const error = toOpenApi(AppErrorSchema);
  for (const [operationId, operation] of Object.entries<AppOperation>(APP_OPERATIONS)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operationId, operation);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.0.0',
    info: {
      title: 'Agent Action Decision Service: routes of the app',
      version: CONTRACT_DOCUMENT_VERSION,
      description:
        'For the pages of the app, by session cookies. A change is accepted from a page of the service alone. ' +
        'Programs call `/v1` with an API key; these routes may change with every release.',
      license: { name: 'Proprietary' },
    },
    servers: [{ url: baseUrl }],
    tags: tagNames().map((name) => ({ name, description: `Routes below \`/${name}\`.` })),
    paths,
    components: {
      schemas: { Error: error, ...namedSchemas([paths, error]) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-svc_access' } },
    },
  };
}

/** The named schemas that these refer to, and those that such ones refer to. */
function namedSchemas(parts: readonly unknown[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === 'Error' || name in found) continue;
      found[name] = toOpenApi(NAMED_SCHEMAS[name as SchemaName]);
      collect(found[name]);
    }
  };
  collect(parts);
  return found;
}

const tagOf = ({ path }: AppOperation): string => path.split('/')[1] ?? '';

function tagNames(): string[] {
  return [...new Set(Object.values<AppOperation>(APP_OPERATIONS).map(tagOf))];
}

function operationObject(operationId: string, operation: AppOperation): Record<string, unknown> {
  const { who, body, success } = operation;
  return {
    operationId,
    tags: [tagOf(operation)],
    summary: summaryOf(operationId),
    description: descriptionOf(operation),
    ...(who === 'anybody' ? { security: [] } : { security: [{ session: [] }], 'x-roles': rolesOf(who) }),
    parameters: parametersOf(operation),
    ...(body === null ? {} : { requestBody: { required: hasRequired(body), content: jsonContent(toOpenApi(body)) } }),
    responses: {
      [success.status]: {
        description: 'Success.',
        ...(success.body === null ? {} : { content: jsonContent(toOpenApi(success.body)) }),
      },
      '4XX': { description: 'Refused; the message says what to do.', content: ERROR_CONTENT },
      '5XX': { description: 'Failed; it may be asked again.', content: ERROR_CONTENT },
    },
  };
}

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });
const ERROR_CONTENT = jsonContent({ $ref: '#/components/schemas/Error' });

const rolesOf = (who: Readonly<Record<(typeof ROLES)[number], boolean>>) => ROLES.filter((role) => who[role]);

function descriptionOf({ who }: AppOperation): string {
  return who === 'anybody' ? 'Anyone may call it.' : `May be called by ${rolesOf(who).join(', ')}.`;
}

/** `readAuditProof` becomes `Read audit proof`. */
function summaryOf(operationId: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parametersOf({ path, query }: AppOperation): unknown[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  const asked = Object.entries((query as { properties?: Record<string, TSchema> } | null)?.properties ?? {});
  const required = requiredOf(query);
  const inQuery = asked.map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema: toOpenApi(schema) };
  });
  return [...inPath, ...inQuery];
}

function requiredOf(schema: TSchema | null): readonly string[] {
  return (schema as { required?: string[] } | null)?.required ?? [];
}

const hasRequired = (schema: TSchema): boolean => requiredOf(schema).length > 0;
