// SPDX-License-Identifier: Apache-2.0
/** Reads the body of a change: operations in the forms that directories send. */
import { SCIM_PATCH_OPERATIONS_MAX } from '@svc/contract';
import { badRequest } from './fault.ts';
import { parsePath, type ScimPath } from './path.ts';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Null: the value is an object whose members are set. */
  path: ScimPath | null;
  value: unknown;
}

/** @throws ScimFault 400 `invalidSyntax` or `invalidPath` */
export function parsePatch(body: unknown): PatchOperation[] {
  const given = member(documentOf(body), 'operations');
  if (!Array.isArray(given) || given.length === 0) {
    throw badRequest('invalidSyntax', 'Operations is missing: send a list of operations.');
  }
  if (given.length > SCIM_PATCH_OPERATIONS_MAX) {
    throw badRequest('tooMany', `A change has at most ${SCIM_PATCH_OPERATIONS_MAX} operations: send several.`);
  }
  return given.map(operationOf);
}

function operationOf(given: unknown): PatchOperation {
  const one = documentOf(given);
  const op = String(member(one, 'op')).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw badRequest('invalidSyntax', 'op is add, replace or remove.');
  }
  const path = member(one, 'path');
  const value = member(one, 'value');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw badRequest('invalidPath', 'path is a text.');
  const isWithout = path === undefined || path === null || path === '';
  if (isWithout && op === 'remove') throw badRequest('noTarget', 'remove needs a path.');
  if (isWithout && !isDocument(value)) throw badRequest('invalidSyntax', 'Without a path, value is an object.');
  if (op !== 'remove' && value === undefined) throw badRequest('invalidValue', `${op} needs a value.`);
  return { op, path: isWithout ? null : parsePath(path), value };
}

export type ScimDocument = Readonly<Record<string, unknown>>;

const isDocument = (value: unknown): value is ScimDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ScimFault 400 `invalidSyntax` */
export function documentOf(value: unknown): ScimDocument {
  if (isDocument(value)) return value;
  throw badRequest('invalidSyntax', 'The body, or a part of it, is no JSON object.');
}

/** A member of an object, whatever the letter case of its name. @param name in lower case */
function member(document: ScimDocument, name: string): unknown {
  const key = Object.keys(document).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : document[key];
}
