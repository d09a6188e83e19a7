// SPDX-License-Identifier: Apache-2.0
/** Paths of changes (RFC 7644, 3.5.2): an attribute, one of its parts, or the values of a list that match a filter. */
import { SCIM_FILTER_CHARACTERS_MAX } from '@svc/contract';
import { badRequest, ScimFault } from './fault.ts';
import { type Filter, parseFilter } from './filter.ts';
import { attributeName } from './names.ts';

export interface ScimPath {
  /** In lower case, without the name of a core schema. */
  attribute: string;
  filter: Filter | null;
  /** A part of the attribute, in lower case. */
  part: string | null;
}

const PATH = /^(?<name>[A-Za-z][\w$:.-]*?)(?:\[(?<filter>.*)\](?:\.(?<after>[A-Za-z][\w$-]*))?)?$/s;

/** @throws ScimFault 400 `invalidPath` */
export function parsePath(written: string): ScimPath {
  const groups = written.length > SCIM_FILTER_CHARACTERS_MAX ? undefined : PATH.exec(written.trim())?.groups;
  if (groups === undefined)
    throw badRequest('invalidPath', 'A path cannot be read: write an attribute, such as name.givenName.');
  const { name = '', filter, after } = groups;
  const [attribute, part] = split(attributeName(name));
  if (filter === undefined) return { attribute, filter: null, part };
  if (part !== null) throw badRequest('invalidPath', `${name} has no values to choose from.`);
  return { attribute, filter: filterOf(filter), part: after?.toLowerCase() ?? null };
}

/** Dots of the name of an extension part nothing. */
function split(name: string): [attribute: string, part: string | null] {
  const colon = name.lastIndexOf(':');
  const dot = name.indexOf('.', colon + 1);
  return dot < 0 ? [name, null] : [name.slice(0, dot), name.slice(dot + 1)];
}

function filterOf(text: string): Filter {
  try {
    return parseFilter(text);
  } catch (error) {
    if (error instanceof ScimFault) throw badRequest('invalidPath', error.message);
    throw error;
  }
}
