// SPDX-License-Identifier: Apache-2.0
/**
 * The part of an event that takes few values: action, classification, destination, sensitive or not, inside business
 * hours or not. A policy's set of situations is one 19-bit number with a few bits set in each of the five dimensions.
 * One situation has exactly one bit in each dimension. Each of the 480 situations has a cell number.
 */
import {
  type ActionFamily,
  CLASSIFICATIONS,
  type Classification,
  DESTINATIONS,
  type Destination,
  type DestinationSide,
  EVENT_ACTIONS,
  type EventAction,
  type PolicyResource,
} from '@svc/contract/enums';
import { FAMILY_OF_ACTION } from '../risk/index.ts';

/** A destination that the caller did not name is a value of its own, which no condition on destinations contains. */
const DESTINATION_VALUES = [null, ...DESTINATIONS] as const;

const ACTION_SHIFT = 0;
const CLASSIFICATION_SHIFT = ACTION_SHIFT + EVENT_ACTIONS.length;
const DESTINATION_SHIFT = CLASSIFICATION_SHIFT + CLASSIFICATIONS.length;
const SENSITIVE_SHIFT = DESTINATION_SHIFT + DESTINATION_VALUES.length;
const HOURS_SHIFT = SENSITIVE_SHIFT + 2;
const SITUATION_BITS = HOURS_SHIFT + 2;

export const EVERY_SITUATION = 2 ** SITUATION_BITS - 1;
const SITUATION_CELLS = EVENT_ACTIONS.length * CLASSIFICATIONS.length * DESTINATION_VALUES.length * 2 * 2;

/** The situation of each cell. */
export const SITUATIONS: readonly number[] = Array.from({ length: SITUATION_CELLS }, (_, cell) => situationOf(cell));

const ACTION_BITS = dimensionBits(ACTION_SHIFT, EVENT_ACTIONS.length);
const CLASSIFICATION_BITS = dimensionBits(CLASSIFICATION_SHIFT, CLASSIFICATIONS.length);
const DESTINATION_BITS = dimensionBits(DESTINATION_SHIFT, DESTINATION_VALUES.length);
const SENSITIVE_BITS = dimensionBits(SENSITIVE_SHIFT, 2);
const HOURS_BITS = dimensionBits(HOURS_SHIFT, 2);
const DIMENSIONS = [ACTION_BITS, CLASSIFICATION_BITS, DESTINATION_BITS, SENSITIVE_BITS, HOURS_BITS];

/** The facts that decide the cell of an event. */
export interface SituationFacts {
  readonly action: EventAction;
  readonly classification: Classification;
  readonly destination: Destination | null;
  readonly containsSensitiveData: boolean;
  readonly outsideBusinessHours: boolean;
}

/** The cell number, 0..479. Throws a RangeError on a word that the contract does not know. */
export function cellOf(facts: SituationFacts): number {
  const cell =
    (((ACTION_INDEX[facts.action] * CLASSIFICATIONS.length + CLASSIFICATION_INDEX[facts.classification]) *
      DESTINATION_VALUES.length +
      (facts.destination === null ? 0 : DESTINATION_INDEX[facts.destination])) *
      2 +
      (facts.containsSensitiveData ? 1 : 0)) *
      2 +
    (facts.outsideBusinessHours ? 1 : 0);
  if (!(cell >= 0 && cell < SITUATION_CELLS)) {
    throw new RangeError(`no such situation: ${facts.action}, ${facts.classification}, ${facts.destination}`);
  }
  return cell;
}

/** The one situation of a cell, as a set. */
function situationOf(cell: number): number {
  const hours = cell % 2;
  const sensitive = Math.floor(cell / 2) % 2;
  const destination = Math.floor(cell / 4) % DESTINATION_VALUES.length;
  const classification = Math.floor(cell / (4 * DESTINATION_VALUES.length)) % CLASSIFICATIONS.length;
  const action = Math.floor(cell / (4 * DESTINATION_VALUES.length * CLASSIFICATIONS.length));
  return (
    (1 << (ACTION_SHIFT + action)) |
    (1 << (CLASSIFICATION_SHIFT + classification)) |
    (1 << (DESTINATION_SHIFT + destination)) |
    (1 << (SENSITIVE_SHIFT + sensitive)) |
    (1 << (HOURS_SHIFT + hours))
  );
}

/** Whether the set contains this one situation. */
export function containsSituation(set: number, situation: number): boolean {
  return (set & situation) === situation;
}

/** Whether the set has situations whose destination the caller did not name. */
export function containsUnknownDestination(set: number): boolean {
  return (set & (1 << DESTINATION_SHIFT)) !== 0;
}

/** Whether the set contains no situation at all: it has no bit in some dimension. */
export function isEmptySet(set: number): boolean {
  return DIMENSIONS.some((bits) => (set & bits) === 0);
}

/** Situations whose event action is this word, belongs to this family, or any for ANY. */
export function situationsOfAction(word: ActionFamily | EventAction): number {
  let bits = 0;
  for (const [index, action] of EVENT_ACTIONS.entries()) {
    if (word === 'ANY' || word === action || word === FAMILY_OF_ACTION[action]) bits |= 1 << (ACTION_SHIFT + index);
  }
  return withOtherDimensions(bits, ACTION_BITS);
}

/** Situations whose resource has this classification, or any for ANY, null and undefined. */
export function situationsOfResource(resource: PolicyResource | null | undefined): number {
  if (resource === undefined || resource === null || resource === 'ANY') return EVERY_SITUATION;
  return withOtherDimensions(1 << (CLASSIFICATION_SHIFT + CLASSIFICATION_INDEX[resource]), CLASSIFICATION_BITS);
}

/** Situations with a known destination on this side. */
export function situationsOfSide(side: DestinationSide): number {
  return situationsOfDestination((destination) => sideOf(destination) === side);
}

/** Situations with a known destination that contains the text, letter case aside. */
export function situationsOfDestinationText(text: string): number {
  const lowerCase = text.toLowerCase();
  return situationsOfDestination((destination) => destination.toLowerCase().includes(lowerCase));
}

export function situationsOfSensitivity(containsSensitiveData: boolean): number {
  return withOtherDimensions(1 << (SENSITIVE_SHIFT + (containsSensitiveData ? 1 : 0)), SENSITIVE_BITS);
}

export function situationsOfHours(outsideBusinessHours: boolean): number {
  return withOtherDimensions(1 << (HOURS_SHIFT + (outsideBusinessHours ? 1 : 0)), HOURS_BITS);
}

/** The side of a destination: one word for both external kinds. */
export function sideOf(destination: Destination): DestinationSide {
  return destination === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL';
}

function situationsOfDestination(isAsked: (destination: Destination) => boolean): number {
  let bits = 0;
  for (const [index, destination] of DESTINATION_VALUES.entries()) {
    if (destination !== null && isAsked(destination)) bits |= 1 << (DESTINATION_SHIFT + index);
  }
  return withOtherDimensions(bits, DESTINATION_BITS);
}

function withOtherDimensions(bits: number, dimension: number): number {
  return bits | (EVERY_SITUATION & ~dimension);
}

function dimensionBits(shift: number, size: number): number {
  return (2 ** size - 1) << shift;
}

function indexOf<Word extends string>(words: readonly Word[], first: number): Readonly<Record<Word, number>> {
  return Object.fromEntries(words.map((word, index) => [word, first + index])) as Record<Word, number>;
}

const ACTION_INDEX = indexOf(EVENT_ACTIONS, 0);
const CLASSIFICATION_INDEX = indexOf(CLASSIFICATIONS, 0);
const DESTINATION_INDEX = indexOf(DESTINATIONS, 1);
