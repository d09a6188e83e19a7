// SPDX-License-Identifier: Apache-2.0
/** The API reference, written from the contract's OpenAPI document, which `npm run generate` keeps true to the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from './examples.ts';
import { ROOT } from './places.ts';
import { curlOf, pythonOf, type Request, typeScriptOf } from './requests.ts';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  nullable?: boolean;
  description?: string;
  [rule: string]: unknown;
}
interface Content {
  content?: { 'application/json': { schema: Schema } };
  description?: string;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: unknown[];
  parameters: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface OpenApi {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export const API_TITLE = 'API reference';

/** As MDX: the forms that send a request are parts of the theme. @param base of the site */
export function apiPage(base: string): string {
  const document = readContract();
  const operations = operationsOf(document);
  const groups = document.tags.flatMap(({ name, description }) => [
    `## ${prose(name)}`,
    prose(description),
    ...operations.filter(({ tags }) => tags.includes(name)).flatMap(operationSection),
  ]);
  return [
    '---\nwrittenIn: en\n---',
    "import { Requests, Setup, TryIt } from '@theme';",
    `# ${API_TITLE}`,
    `${prose(document.info.description)} Contract ${document.info.version}. It is the same as the
[OpenAPI document](${base}reference/openapi.json). A key goes into the header
\`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`.`,
    '<Setup />',
    ...groups,
    '## Bodies',
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaSection(name, schema)),
    '',
  ].join('\n\n');
}

/** The requests of the page, in its order. */
export function apiRequests(): Request[] {
  return operationsOf(readContract()).map(requestOf);
}

function readContract(): OpenApi {
  return JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;
}

type PlacedOperation = Operation & { path: string; method: string };

function operationsOf({ paths }: OpenApi): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
}

function operationSection(operation: PlacedOperation): string[] {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const request = requestOf(operation);
  const rows = [
    ['Key', request.needsKey ? 'needed' : 'not needed'],
    ...parameters.map((one) => [
      `\`${one.name}\``,
      `in the ${one.in}${one.required === true ? '' : ', optional'}. ${prose(one.description ?? '')}`,
    ]),
    ...(requestBody === undefined ? [] : [['Body', typeOf(schemaOf(requestBody))]]),
    ...Object.entries(responses).map(([status, answer]) => [
      `\`${status}\``,
      `${typeOf(schemaOf(answer))}. ${prose(answer.description ?? '')}`,
    ]),
  ];
  return [
    `### ${prose(summary)} \\{#${operationId}}`,
    `\`${request.method} ${request.path}\``,
    prose(description),
    '<Requests>',
    fenced('sh', curlOf(request)),
    fenced('ts', typeScriptOf(request)),
    fenced('python', pythonOf(request)),
    '</Requests>',
    ...(request.needsKey ? [`<TryIt request={${JSON.stringify(request)}} />`] : []),
    table(['What', 'How'], rows),
  ];
}

function requestOf(operation: PlacedOperation): Request {
  const { operationId, path, method, parameters, security } = operation;
  const isNeeded = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required === true);
  const body = EXAMPLES[operationId];
  return {
    id: operationId,
    method,
    path,
    needsKey: security.length > 0,
    needsIdempotencyKey: isNeeded,
    ...(body && { body }),
  };
}

function schemaSection(name: string, schema: Schema): string[] {
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, of]) => [
    `\`${field}\``,
    typeOf(of),
    required.includes(field) ? 'required' : 'optional',
    `${rulesOf(of)} ${prose(of.description ?? '')}`,
  ]);
  return [
    `### ${name} \\{#${name}}`,
    ...(schema.description === undefined ? [] : [prose(schema.description)]),
    rows.length === 0 ? typeOf(schema) : table(['Field', 'Type', 'Needed', 'Rules'], rows),
  ];
}

const fenced = (language: string, code: string): string => `\`\`\`\`${language}\n${code}\n\`\`\`\``;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').trim()).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const schemaOf = (content: Content): Schema => content.content?.['application/json'].schema ?? {};

function typeOf(schema: Schema): string {
  const [only] = schema.allOf ?? [];
  const nullable = schema.nullable === true ? ' or null' : '';
  if (schema.$ref !== undefined) return `${linkTo(schema.$ref)}${nullable}`;
  if (only !== undefined) return `${typeOf(only)}${nullable}`;
  if (schema.enum !== undefined) {
    const words = schema.enum.filter((one) => one !== null).map((one) => `\`${String(one)}\``);
    return `${words.join(', ')}${nullable}`;
  }
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}${nullable}`;
  return `${schema.type ?? 'any JSON value'}${nullable}`;
}

function linkTo(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return `[${name}](#${name})`;
}

const RULES = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'default'];

function rulesOf(schema: Schema): string {
  const given = RULES.filter((rule) => schema[rule] !== undefined);
  return given.map((rule) => `\`${rule} ${String(schema[rule])}\``).join(' ');
}

/** A sentence of the contract: text in back-ticks is code, all else is plain. */
function prose(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\{}<>*_[\]]/g, '\\$&')))
    .join('');
}
