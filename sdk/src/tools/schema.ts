// SPDX-License-Identifier: Apache-2.0
/** The schema of a tool's input, as all libraries spell it (Standard Schema): Zod, Valibot, ArkType. */

interface Standard {
  readonly '~standard': { validate(value: unknown): unknown };
}

/** The type of a parsed input. */
export type ParsedOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : unknown;

/** The input with the defaults of its schema; as it is when it does not fit, which the framework refuses. */
export async function parsedBy(schema: unknown, input: unknown): Promise<unknown> {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return input;
  const standard = (schema as Partial<Standard>)['~standard'];
  if (typeof standard?.validate !== 'function') return input;
  const result = (await standard.validate(input)) as { readonly value?: unknown; readonly issues?: unknown };
  return result.issues === undefined ? result.value : input;
}
