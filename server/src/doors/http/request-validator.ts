// SPDX-License-Identifier: Apache-2.0
/** Validates requests by the schemas of the contract: fast when they are right, thorough when wrong and small. */
import { isMoment, NAMED_SCHEMAS } from '@svc/contract';
import { _, Ajv, type ErrorObject, type KeywordCxt, type Options, str } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { oneForEach } from './one-for-each.ts';

/** Beyond this many values only the first fault is named: finding all faults takes quadratic time. */
const THOROUGH_VALUES_MAX = 2_000;

/**
 * Values are not coerced, filled in or dropped: the contract refuses unknown ones. A test checks the schemas
 * themselves, which would make each start a tenth of a second longer.
 */
const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  formats: { 'date-time': isMoment },
  meta: false,
  validateSchema: false,
};

type Validate = ((data: unknown) => boolean) & { errors?: ErrorObject[] | null };

const quick = new Ajv({ ...OPTIONS, allErrors: false });
const thorough = new Ajv({ ...OPTIONS, allErrors: true });
for (const ajv of [quick, thorough]) {
  countCharactersLate(ajv);
  for (const schema of Object.values(NAMED_SCHEMAS)) ajv.addSchema(schema);
}

export const compileRequestValidator: FastifySchemaCompiler<object> = oneForEach((schema) => {
  // Compiled at the first request, and at the first wrong one, so that a start waits for neither.
  let isValid: ReturnType<typeof quick.compile> | null = null;
  let findAll: ReturnType<typeof thorough.compile> | null = null;
  const validate: Validate = (data) => {
    isValid ??= quick.compile(schema);
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
});

/**
 * The contract counts code points. A text has between half and all of its UTF-16 units as code points, so most texts
 * need no count. Counting the characters of long content took longer than parsing it.
 */
function countCharactersLate(ajv: Ajv): void {
  ajv.removeKeyword('maxLength');
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    error: {
      message: ({ schemaCode }) => str`must NOT have more than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code(context: KeywordCxt) {
      const { data, schemaCode, gen } = context;
      const counted = gen.scopeValue('func', { ref: codePoints });
      context.fail(_`${data}.length > ${schemaCode} && ${counted}(${data}) > ${schemaCode}`);
    },
  });
}

function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** The rest of a budget of values after counting those in `value`; counting stops when it is used up. */
function countValues(value: unknown, budget: number): number {
  let left = budget - 1;
  if (value === null || typeof value !== 'object') return left;
  for (const member of Object.values(value)) {
    if (left <= 0) return 0;
    left = countValues(member, left);
  }
  return left;
}
