// SPDX-License-Identifier: Apache-2.0
/** Reads the question of an access evaluation: who would do what, with which resource. Other members change nothing. */
import { createHash } from 'node:crypto';
import { DESTINATIONS, type Destination, RECORDS_AFFECTED_MAX } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';

export interface Question {
  subject: Entity;
  action: { name: string };
  resource: Entity;
  recordsAffected: number | null;
  destination: Destination | null;
  /** The approval that it is asked again with: an event. */
  approvalId: string | null;
}

interface Entity {
  type: string;
  id: string;
}

export type Members = Readonly<Record<string, unknown>>;

/** @throws ApiError 400 for a part that is missing or of another type */
export function questionOf(asked: Members): Question {
  const subject = entityAt(asked, 'subject');
  const action = objectAt(asked, 'action');
  const name = textAt(action, 'name', 'action.');
  const resource = entityAt(asked, 'resource');
  const context = optionalObjectAt(asked, 'context');
  const facts = [
    { path: 'resource.properties.', members: optionalObjectAt(objectAt(asked, 'resource'), 'properties', 'resource.') },
    { path: 'action.properties.', members: optionalObjectAt(action, 'properties', 'action.') },
  ];
  optionalObjectAt(objectAt(asked, 'subject'), 'properties', 'subject.');
  return {
    subject,
    action: { name },
    resource,
    recordsAffected: factOf(facts, 'recordsAffected', isCount, `must be a number from 0 to ${RECORDS_AFFECTED_MAX}`),
    destination: factOf(facts, 'destination', isDestination, `must be one of ${DESTINATIONS.join(', ')}`),
    approvalId: approvalOf(context),
  };
}

/** @throws ApiError 400 for what is no object */
export function membersOf(value: unknown, path: string): Members {
  if (isObject(value)) return value;
  throw invalid(path, value === undefined ? 'is required' : 'must be an object');
}

/** One retry of one question: the caller's id of the request, joined with a digest of all that is asked. */
export function retryKeyOf(question: Question, requestId: string | null, place: number): string | null {
  if (requestId === null) return null;
  const asked = JSON.stringify([requestId, place, question]);
  return `authzen:${createHash('sha256').update(asked).digest('hex')}`;
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectAt = (parent: Members, name: string): Members => membersOf(parent[name], name);

function optionalObjectAt(parent: Members, name: string, path = ''): Members {
  return parent[name] === undefined ? {} : membersOf(parent[name], `${path}${name}`);
}

export function textAt(parent: Members, name: string, path = ''): string {
  const value = parent[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${path}${name}`, value === undefined ? 'is required' : 'must be a text that is not empty');
}

function entityAt(parent: Members, name: string): Entity {
  const entity = objectAt(parent, name);
  return { type: textAt(entity, 'type', `${name}.`), id: textAt(entity, 'id', `${name}.`) };
}

/** A wrong or doubtful fact is refused: without it, conditions about it would not hold. */
function factOf<Fact>(
  facts: readonly { path: string; members: Members }[],
  name: string,
  isFact: (value: unknown) => value is Fact,
  rule: string,
): Fact | null {
  let found: Fact | null = null;
  for (const { path, members } of facts) {
    const value = members[name];
    if (value === undefined) continue;
    if (!isFact(value)) throw invalid(`${path}${name}`, rule);
    if (found !== null && found !== value) throw invalid(`${path}${name}`, 'differs from that of the resource');
    found = value;
  }
  return found;
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= RECORDS_AFFECTED_MAX;

const isDestination = (value: unknown): value is Destination => DESTINATIONS.some((one) => one === value);

function approvalOf(context: Members): string | null {
  if (context.approval === undefined) return null;
  return textAt(membersOf(context.approval, 'context.approval'), 'id', 'context.approval.');
}
