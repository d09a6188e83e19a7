/** Validates requests by the schemas of the contract: fast when they are right, thorough when wrong and small. */
import { NAMED_SCHEMAS } from '@svc/contract';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Beyond this many values only the first fault is named: to find all faults takes time that grows with the square of
 * their number.
 */
const THOROUGH_VALUES_MAX = 2_000;

/** Nothing is coerced, filled in or dropped: the contract refuses what it does not know. */
const OPTIONS: Options = { strict: true, strictTypes: false, formats: { 'date-time': true } };

type Validate = ((data: unknown) => boolean) & { errors?: ErrorObject[] | null };

export function requestValidatorCompiler(): FastifySchemaCompiler<object> {
  const quick = new Ajv({ ...OPTIONS, allErrors: false });
  const thorough = new Ajv({ ...OPTIONS, allErrors: true });
  for (const schema of Object.values(NAMED_SCHEMAS)) {
    quick.addSchema(schema);
    thorough.addSchema(schema);
  }
  return ({ schema }) => {
    const isValid = quick.compile(schema);
    // Compiled when the first wrong request comes: a start need not wait for it.
    let findAll: ReturnType<typeof thorough.compile> | null = null;
    const validate: Validate = (data) => {
      if (isValid(data)) return true;
      const isSmall = countValues(data, THOROUGH_VALUES_MAX) > 0;
      if (isSmall) {
        findAll ??= thorough.compile(schema);
        void findAll(data);
      }
      validate.errors = (isSmall ? findAll?.errors : isValid.errors) ?? null;
      return false;
    };
    return validate;
  };
}

/** What is left of a budget of values after counting those in `value`; counting stops where it is used up. */
function countValues(value: unknown, budget: number): number {
  let left = budget - 1;
  if (value === null || typeof value !== 'object') return left;
  for (const member of Object.values(value)) {
    if (left <= 0) return 0;
    left = countValues(member, left);
  }
  return left;
}
