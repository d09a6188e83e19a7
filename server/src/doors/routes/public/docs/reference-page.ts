// SPDX-License-Identifier: Apache-2.0
/** The API reference as one page of HTML. Its only source is the OpenAPI document, so the two say the same. */
import { escaped, plainPage } from '../plain-page.ts';
import { EXAMPLES } from './examples.ts';

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
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** @param document as `openApiDocument` writes it */
export function referencePage(document: Record<string, unknown>): string {
  const { info, servers, tags, paths, components } = document as unknown as OpenApi;
  const address = servers[0]?.url ?? '';
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    return `<h2>${escaped(tag.name)}</h2>\n<p>${prose(tag.description)}</p>\n${own.map(section).join('\n')}`;
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema));
  const menu = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    return `<p>${escaped(tag.name)}</p><ul>${own.map(item).join('')}</ul>`;
  });
  return plainPage(
    'en',
    'API reference',
    `<p>${prose(info.description)} Contract ${escaped(info.version)}; the same as <a href="/openapi.json">an OpenAPI
document</a>. The address of the API is <code>${escaped(address)}</code>. A key goes into the header
<code>Authorization: Bearer KEY</code> or <code>X-API-Key: KEY</code>.</p>
${groups.join('\n')}
<h2 id="bodies">Bodies</h2>
${schemas.join('\n')}`,
    `${menu.join('\n')}<p><a href="#bodies">Bodies</a></p>`,
  );

  function section({ path, method, operation }: PlacedOperation): string {
    return operationSection({ path, method, operation }, exampleOf(operation, `${method} ${address}${path}`));
  }
}

const isNeededKey = ({ name, required }: Operation['parameters'][number]): boolean =>
  name === 'Idempotency-Key' && required === true;

/** A line for a shell, with a key of the reader in the variable SVC_API_KEY. */
function exampleOf({ operationId, parameters, security }: Operation, call: string): string {
  const [method = '', url = ''] = call.split(' ');
  const body = EXAMPLES[operationId as keyof typeof EXAMPLES];
  const parts = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(security.length === 0 ? [] : ['-H "Authorization: Bearer $SVC_API_KEY"']),
    ...(parameters.some(isNeededKey) ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return `<pre tabindex="0"><code>${escaped(parts.join(' \\\n  '))}</code></pre>`;
}

interface PlacedOperation {
  path: string;
  method: string;
  operation: Operation;
}

function item({ path, method, operation: { operationId, summary } }: PlacedOperation): string {
  const code = `<code>${escaped(`${method} ${path}`)}</code>`;
  return `<li><a href="#${escaped(operationId)}" title="${escaped(summary)}">${code}</a></li>`;
}

function operationSection({ path, method, operation }: PlacedOperation, example: string): string {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const rows = [
    ['Key', security.length === 0 ? 'not needed' : 'needed'],
    ...parameters.map((one) => [
      `<code>${escaped(one.name)}</code>`,
      `in the ${escaped(one.in)}${one.required === true ? '' : ', optional'}. ${prose(one.description ?? '')}`,
    ]),
    ...(requestBody === undefined ? [] : [['Body', typeOf(schemaOf(requestBody))]]),
    ...Object.entries(responses).map(([status, answer]) => [
      `<code>${escaped(status)}</code>`,
      `${typeOf(schemaOf(answer))} ${prose(answer.description ?? '')}`,
    ]),
  ];
  return `<section aria-labelledby="${escaped(operationId)}">
<h3 id="${escaped(operationId)}">${escaped(summary)}: <code>${method} ${escaped(path)}</code></h3>
<p>${prose(description)}</p>
${example}
${table(['What', 'How'], rows)}
</section>`;
}

function schemaSection(name: string, schema: Schema): string {
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, of]) => [
    `<code>${escaped(field)}</code>`,
    typeOf(of),
    required.includes(field) ? 'required' : 'optional',
    `${rulesOf(of)} ${prose(of.description ?? '')}`,
  ]);
  return `<section aria-labelledby="${escaped(name)}">
<h3 id="${escaped(name)}">${escaped(name)}</h3>
${schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`}
${rows.length === 0 ? `<p>${typeOf(schema)}</p>` : table(['Field', 'Type', '', 'Rules'], rows)}
</section>`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string {
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell ?? ''}</td>`).join('')}</tr>`).join('\n');
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  return `<div class="wide" role="region" aria-label="Table" tabindex="0"><table>
<thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}

const schemaOf = (content: Content): Schema => content.content?.['application/json'].schema ?? {};

function typeOf(schema: Schema): string {
  const [only] = schema.allOf ?? [];
  const nullable = schema.nullable === true ? ' or null' : '';
  if (schema.$ref !== undefined) return `${linkTo(schema.$ref)}${nullable}`;
  if (only !== undefined) return `${typeOf(only)}${nullable}`;
  if (schema.enum !== undefined) {
    const words = schema.enum.filter((one) => one !== null).map((one) => `<code>${escaped(String(one))}</code>`);
    return `${words.join(', ')}${nullable}`;
  }
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}${nullable}`;
  return `${escaped(schema.type ?? 'any JSON value')}${nullable}`;
}

function linkTo(ref: string): string {
  const name = escaped(ref.split('/').at(-1) ?? '');
  return `<a href="#${name}">${name}</a>`;
}

const RULES = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'default'];

function rulesOf(schema: Schema): string {
  const given = RULES.filter((rule) => schema[rule] !== undefined);
  return given.map((rule) => `<code>${rule} ${escaped(String(schema[rule]))}</code>`).join(' ');
}

/** Text of the document; what stands between backticks is code. */
function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
