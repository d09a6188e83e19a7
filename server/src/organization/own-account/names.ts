// SPDX-License-Identifier: Apache-2.0
/** Names that people give: themselves, their organizations and their passkeys. */
import { fieldFault } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import { lineFault } from '../../registry/names/index.ts';

/** Marks that turn the direction of the text around them: a name with one could pass for another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** @throws ApiError 400 that names the field */
export function checkName(field: string, name: string): void {
  const fault = lineFault(name) ?? (DIRECTION.test(name) ? fieldFault('HAS_DIRECTION_MARK') : null);
  if (fault !== null) throw invalid(field, fault);
}
