// SPDX-License-Identifier: Apache-2.0
/** Values and attributes in the JSON form of OTLP, where integers of 64 bits are texts. */

export type OtlpSource =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly OtlpSource[]
  | { readonly [name: string]: OtlpSource };

interface KeyValue {
  key: string;
  value: object;
}

/** An AnyValue. A null has none of the kinds. */
export function anyValue(value: OtlpSource): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (value === null || value === undefined) return {};
  if (isList(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value) } };
}

/** Without those that are undefined. */
export function keyValues(values: { readonly [name: string]: OtlpSource }): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

const isList = (value: object): value is readonly OtlpSource[] => Array.isArray(value);
