// SPDX-License-Identifier: Apache-2.0
/**
 * The types of the Python client are the contract's own: a TypedDict for each object of the operations that it has.
 * `npm run generate` writes them.
 */
import { openApiDocument } from '@svc/contract';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: readonly (string | null)[];
  nullable?: boolean;
  description?: string;
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const OF_OPERATIONS = [
  ...['EventRequest', 'Decision', 'HttpGatewayRequest', 'HttpGatewayDecision', 'McpGatewayRequest'],
  ...['McpGatewayDecision', 'RedemptionRequest', 'RedeemedDecision', 'OutcomeReport', 'PolicyListResponse'],
  ...['PolicyApplyRequest', 'PolicyApplyResponse', 'PolicyTestRequest', 'PolicyTestResponse', 'PolicyProveRequest'],
  ...['PolicyProveResponse', 'PolicyAnalysis', 'BudgetListResponse', 'BudgetApplyRequest', 'BudgetApplyResponse'],
];
/** The client adds whether a decision is one of its fail mode, which has no id and no word of a gateway. */
const DECISIONS = /^(?:Decision|HttpGatewayDecision|McpGatewayDecision|RedeemedDecision)$/;
const LINE_MAX = 120;

const HEAD = `# SPDX-License-Identifier: Apache-2.0
"""The data between the client and the service. Written from the contract by \`npm run generate\`; edits are lost."""

from __future__ import annotations

from typing import Any, Literal, TypedDict`;

class Writer {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #written = new Map<string, string>();
  /** Equal objects without a name of their own share the first one. */
  readonly #names = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  text(): string {
    for (const name of OF_OPERATIONS) this.#object(name, this.#schemas[name] ?? {});
    return `${[HEAD, ...this.#written.values()].join('\n\n\n')}\n`;
  }

  /** @param place names an object that has no name of its own */
  #typeOf(schema: Schema, place: string): string {
    const { $ref, anyOf, nullable = false } = schema;
    const type = anyOf === undefined ? this.#plain(schema, place) : this.#typeOf(anyOf[0] ?? {}, place);
    const isNone = nullable || anyOf?.some((one) => one.enum?.includes(null)) === true;
    if ($ref !== undefined) this.#object(type, this.#schemas[type] ?? {});
    return isNone && !type.endsWith('| None') ? `${type} | None` : type;
  }

  #plain(schema: Schema, place: string): string {
    const { $ref, enum: words, type, items, properties } = schema;
    if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
    if (type === 'boolean') return 'bool';
    const texts = words?.filter((word) => word !== null) ?? [];
    if (texts.length > 0) return `Literal[${texts.map((word) => JSON.stringify(word)).join(', ')}]`;
    if (type === 'string') return 'str';
    if (type === 'integer') return 'int';
    if (type === 'number') return 'float';
    if (type === 'array') return `list[${this.#typeOf(items ?? {}, place.replace(/s$/, ''))}]`;
    if (properties !== undefined) {
      const form = JSON.stringify([schema.properties, schema.required]);
      const name = this.#names.get(form) ?? place;
      this.#names.set(form, name);
      this.#object(name, schema);
      return name;
    }
    return type === 'object' ? 'dict[str, Any]' : 'Any';
  }

  #object(name: string, { properties = {}, required = [], description }: Schema): void {
    if (this.#written.has(name)) return;
    // A type that holds itself finds its name.
    this.#written.set(name, '');
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, name + field.charAt(0).toUpperCase() + field.slice(1));
      return { field, schema, type: DECISIONS.test(name) && /^(?:id|gateway)$/.test(field) ? orNone(type) : type };
    });
    if (DECISIONS.test(name)) fields.push({ field: 'degraded', schema: DEGRADED, type: 'bool' });
    const isRequired = ({ field }: { field: string }) => field === 'degraded' || required.includes(field);
    const [always, sometimes] = [fields.filter(isRequired), fields.filter((one) => !isRequired(one))];
    const told = description === undefined ? `The object \`${name}\` of the contract.` : description;
    this.#written.delete(name);
    const isClass = !fields.some(({ field }) => KEYWORDS.test(field));
    const [base, first] = isClass
      ? [`class _${name}(TypedDict):\n${always.flatMap(lines).join('\n')}`, [`class ${name}(TypedDict):`]]
      : [`_${name} = ${functional(`_${name}`, always)}`, []];
    const isMixed = !isClass || (always.length > 0 && sometimes.length > 0);
    const bases = isMixed ? `_${name}, total=False` : 'TypedDict, total=False';
    const isWhole = isClass && sometimes.length === 0;
    const head = isWhole ? first : [`class ${name}(${bases}):`];
    const body = [...head, `    ${docstring(told, 4)}`, '', ...(isWhole ? always : sometimes).flatMap(lines)];
    this.#written.set(name, `${isMixed ? `${base}\n\n\n` : ''}${body.join('\n').trimEnd()}`);
  }
}

/** Words of Python that are names of the wire. */
const KEYWORDS = /^(?:from|pass)$/;

function functional(name: string, fields: readonly { field: string; type: string }[]): string {
  const pairs = fields.map(({ field, type }) => `        "${field}": ${JSON.stringify(type).replaceAll('\\"', "'")},`);
  return `TypedDict(\n    "${name}",\n    {\n${pairs.join('\n')}\n    },\n)`;
}

const DEGRADED: Schema = { description: 'True for a decision of the fail mode: the service could not be reached.' };

const orNone = (type: string) => (type.endsWith('| None') ? type : `${type} | None`);

function lines({ field, schema, type }: { field: string; schema: Schema; type: string }): string[] {
  const line = `    ${field}: ${type}`;
  const told = schema.description === undefined ? [] : [`    ${docstring(schema.description, 4)}`];
  if (line.length <= LINE_MAX) return [line, ...told];
  return [`    ${field}: ${type.replace('[', '[\n        ').replace(/\](?= \| None$|\]*$)/, ',\n    ]')}`, ...told];
}

function docstring(text: string, indent: number): string {
  const words = text.replaceAll('\\', '\\\\').split(' ');
  const room = LINE_MAX - indent - 6;
  if (text.length <= room) return `"""${words.join(' ')}"""`;
  const [rows, last] = words.reduce<[string[], string]>(
    ([done, row], word) => {
      if (row === '') return [done, word];
      return row.length + 1 + word.length <= LINE_MAX - indent ? [done, `${row} ${word}`] : [[...done, row], word];
    },
    [[], '"""'],
  );
  return `${[...rows, last].join(`\n${' '.repeat(indent)}`).replace('""" ', '"""')}\n${' '.repeat(indent)}"""`;
}

it('holds each object of the operations of the client', async () => {
  const { components } = openApiDocument('https://svc.example') as {
    components: { schemas: Record<string, Schema> };
  };
  await expect(new Writer(components.schemas).text()).toMatchFileSnapshot(`${ROOT}/python/src/svc_sdk/types.py`);
});
