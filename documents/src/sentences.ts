// SPDX-License-Identifier: Apache-2.0
/** Turns Ajv's findings into `path of the field -> fault`, with paths as a caller writes them. */
import { type FieldFault, fieldFault } from '@svc/contract/field-faults';

/** One error, as Ajv reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** Present only with Ajv's `verbose`, like the next field. */
  readonly parentSchema?: unknown;
  readonly data?: unknown;
}

const FIELDS_MAX = 100;

/** @param context where the value stood: body, params, headers or querystring */
export function fieldsOf(errors: readonly SchemaError[], context: string | undefined): Record<string, FieldFault> {
  // The result is a map because a caller's field may be called `__proto__` or `constructor`.
  const fields = new Map<string, FieldFault>();
  for (const error of errors) {
    if (SILENT_KEYWORDS.has(error.keyword)) continue;
    const path = pathOf(error) || (context === 'body' || context === undefined ? 'body' : context);
    if (!fields.has(path)) fields.set(path, faultOf(error));
    if (fields.size === FIELDS_MAX) break;
  }
  return Object.fromEntries(fields);
}

/** These keywords only report that something inside them failed, which has its own error. */
const SILENT_KEYWORDS = new Set(['if', 'allOf', 'anyOf', 'oneOf', '$ref']);

/**
 * `/policies/0/condition/minRecords` -> `policies[0].condition.minRecords`, with the missing or unknown name appended.
 */
function pathOf(error: SchemaError): string {
  const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
  const extra = error.params.missingProperty ?? error.params.additionalProperty;
  if (typeof extra === 'string') segments.push(extra);
  return joinPath(segments);
}

export function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

const SEGMENT_CHARACTERS_MAX = 100;

/** Joins parts as a caller writes them: `cases[0].input`. */
export function joinPath(segments: readonly string[]): string {
  let path = '';
  for (const segment of segments) {
    if (/^\d+$/.test(segment)) path += `[${segment}]`;
    else path += `${path === '' ? '' : '.'}${segment.slice(0, SEGMENT_CHARACTERS_MAX)}`;
  }
  return path;
}

function faultOf(error: SchemaError): FieldFault {
  const { params } = error;
  const limit = Number(params.limit);
  switch (error.keyword) {
    case 'required':
      return fieldFault('REQUIRED');
    case 'additionalProperties':
      return fieldFault('UNKNOWN_FIELD');
    case 'type':
      return fieldFault('WRONG_TYPE', { types: typesSentence(params.type) });
    case 'enum':
      return fieldFault('NOT_ONE_OF', { values: valuesSentence(params.allowedValues as unknown[]) });
    case 'maxLength':
      return fieldFault('TOO_LONG', { max: limit });
    case 'minLength':
      return limit === 1 ? fieldFault('EMPTY') : fieldFault('TOO_SHORT', { min: limit });
    case 'maxItems':
      return fieldFault('TOO_MANY_ITEMS', { max: limit });
    case 'minItems':
      return limit === 1 ? fieldFault('EMPTY') : fieldFault('TOO_FEW_ITEMS', { min: limit });
    case 'format':
      return fieldFault(params.format === 'date-time' ? 'NOT_A_MOMENT' : 'NOT_VALID');
    case 'minimum':
      return fieldFault('TOO_SMALL', { min: limit });
    case 'maximum':
      return fieldFault('TOO_LARGE', { max: limit });
    case 'uniqueItems':
      return fieldFault('REPEATED');
    case 'pattern':
      return fieldFault(patternFault(String(params.pattern)));
    default:
      return fieldFault('NOT_VALID');
  }
}

function patternFault(pattern: string) {
  if (pattern.includes('0-9a-fA-F')) return 'NOT_A_UUID';
  if (pattern === '^/') return 'NO_LEADING_SLASH';
  if (pattern.includes('\\u202a')) return pattern.includes('\\u0008') ? 'NOT_LINES' : 'NOT_ONE_LINE';
  return pattern.includes('@') ? 'NOT_AN_EMAIL' : 'HAS_BAD_CHARACTER';
}

const valuesSentence = (values: readonly unknown[]) => values.filter((value) => value !== null).join(', ');

/** @param types one, or a list that null may be part of */
function typesSentence(types: unknown): string {
  const named = (Array.isArray(types) ? types : String(types).split(',')).map(String).filter((type) => type !== 'null');
  return named.map(article).join(' or ');
}

function article(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

const NAME_CHARACTERS_MAX = 32;

/** A value may stand where a name belongs, such as behind a missing space: it may be a secret, and is not repeated. */
export function mayBeValue(name: string): boolean {
  return /[:=\s]/.test(name) || name.length > NAME_CHARACTERS_MAX;
}
