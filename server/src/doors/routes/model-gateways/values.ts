// SPDX-License-Identifier: Apache-2.0
/** Values of bodies whose form is not ours. */
import { invalid } from '../../../platform/errors/index.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ApiError 400 for a list that holds something else than texts */
export function textsIn(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw invalid(field, 'must be a list of texts');
}
