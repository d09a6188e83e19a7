// SPDX-License-Identifier: Apache-2.0
/** Turns Ajv's findings into `path of the field -> sentence`, with paths as a caller writes them. */

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

/** About a field that holds no moment. */
export const MOMENT_SENTENCE = 'must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z';

/** @param context where the value stood: body, params, headers or querystring */
export function fieldsOf(errors: readonly SchemaError[], context: string | undefined): Record<string, string> {
  // The result is a map because a caller's field may be called `__proto__` or `constructor`.
  const fields = new Map<string, string>();
  for (const error of errors) {
    if (SILENT_KEYWORDS.has(error.keyword)) continue;
    const path = pathOf(error) || (context === 'body' || context === undefined ? 'body' : context);
    if (!fields.has(path)) fields.set(path, sentence(error));
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

function sentence(error: SchemaError): string {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'type':
      return `must be ${typesSentence(params.type)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`;
    case 'format':
      return params.format === 'date-time' ? MOMENT_SENTENCE : 'is not valid';
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'uniqueItems':
      return 'must not list a value twice';
    case 'pattern':
      return patternSentence(String(params.pattern));
    default:
      return 'is not valid';
  }
}

const NO_CONTROLS_IN_LINE =
  'must be one line without control characters and without characters that turn the direction of text';
const NO_CONTROLS_IN_TEXT =
  'may hold line feeds and tabs, but no other control characters and none that turn the direction of text';

function patternSentence(pattern: string): string {
  if (pattern.includes('0-9a-fA-F')) return 'must be a UUID';
  if (pattern === '^/') return 'must start with /';
  if (pattern.includes('\\u202a')) return pattern.includes('\\u0008') ? NO_CONTROLS_IN_TEXT : NO_CONTROLS_IN_LINE;
  return pattern.includes('@') ? 'must be an e-mail address' : 'has a character that is not allowed';
}

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
