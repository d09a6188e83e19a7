// SPDX-License-Identifier: Apache-2.0
/**
 * The app checks a policy while a person writes it, by the schema of policy files. It is written as data, without what
 * only a reader needs: the schemas of the contract bring their library along. `npm run generate` writes the file.
 */
import { policyFileSchema } from '@svc/contract';
import { expect, it } from 'vitest';
import { LICENCE_LINE, ROOT } from '../tidy/source-files.ts';

const HEAD = `${LICENCE_LINE}\n/** Written from the schema of policy files by \`npm run generate\`; edits here are lost. */`;
const ONLY_FOR_READERS = ['description', 'default', '$schema', 'title', '$comment'];

it('holds the shapes of a policy, of a claim and of their conditions', async () => {
  const { definitions } = policyFileSchema() as { definitions: Record<string, unknown> };
  const { properties } = definitions.Policy as { properties: Record<string, unknown> };
  // This page shows no tests: a document of another kind is a fault of that word.
  properties.kind = { enum: ['Policy'] };
  const claims = definitions.PolicyClaim as { properties: Record<string, unknown> };
  claims.properties.kind = { enum: ['PolicyClaim'] };
  const { Policy, PolicyCondition, PolicyClaim, Claim, ClaimCondition } = definitions;
  const used = { Policy, PolicyCondition, PolicyClaim, Claim, ClaimCondition };
  const rows = Object.entries(used).map(([name, schema]) => `  ${name}: ${literal(bare(schema))},`);
  const type = "import type { Schema } from './schema.ts';";
  const text = [HEAD, type, '', 'export const POLICY_SCHEMAS: Readonly<Record<string, Schema>> = {', ...rows, '};', ''];
  await expect(text.join('\n')).toMatchFileSnapshot(`${ROOT}/web/src/policy/text/schema-table.ts`);
});

/** A field may be called `description`, so names of fields are passed over. */
function bare(schema: unknown, isFields = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => bare(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => isFields || !ONLY_FOR_READERS.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, bare(inner, !isFields && name === 'properties')]));
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(inner)}`)
    .join(', ')} }`;
}
