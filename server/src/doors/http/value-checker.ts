// SPDX-License-Identifier: Apache-2.0
/** Checks values that come inside a body by a schema of their own, with the faults of a body. */
import { validationError } from './errors.ts';
import { compileRequestValidator } from './request-validator.ts';

/** @returns a function that throws ApiError 400 with the path of each fault; compiled when it is first called */
export function checkerOf(schema: object): (value: unknown) => void {
  const validate = compileRequestValidator({ schema, method: 'POST', url: '' }) as Validate;
  return (value) => {
    if (!validate(value)) throw validationError(validate.errors ?? [], undefined);
  };
}

type Validate = ((value: unknown) => boolean) & { errors?: Parameters<typeof validationError>[0] | null };
