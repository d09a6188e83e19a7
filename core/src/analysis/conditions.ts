// SPDX-License-Identifier: Apache-2.0
/** Conditions as regions of a diagram. They are read as they were written; nothing of the compiled matcher is used. */
import { EVENT_ACTIONS, type PolicyCondition, type PolicySpec, RECORDS_AFFECTED_MAX } from '@svc/contract';
import { FAMILY_OF_ACTION } from '../risk/index.ts';
import type { Diagram } from './diagram.ts';
import {
  ACTION_LEVEL,
  AGENT_LEVEL,
  bitOfType,
  contentOf,
  DESTINATION_LEVEL,
  DESTINATION_VALUES,
  type Dimensions,
  HOURS_LEVEL,
  NOT_STATED,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  recordsValue,
  TYPES_LEVEL,
} from './dimensions.ts';
import { FALSE, TRUE } from './operations.ts';

/** The answer of a field on records or on the destination for an event that does not state them. */
export type WhenNotStated = 'differs' | 'matches';

/** Turns conditions into regions. Equal conditions are read once. */
export class ConditionReader {
  readonly #diagram: Diagram;
  readonly #dimensions: Dimensions;
  readonly #whenNotStated: WhenNotStated;
  readonly #known = new Map<string, number>();

  constructor(diagram: Diagram, dimensions: Dimensions, whenNotStated: WhenNotStated = 'differs') {
    this.#diagram = diagram;
    this.#dimensions = dimensions;
    this.#whenNotStated = whenNotStated;
  }

  /** The events that a policy matches. */
  policy({ enabled, action, resource, condition }: Pick<PolicySpec, 'enabled' | 'action' | 'resource' | 'condition'>) {
    if (enabled === false) return FALSE;
    return this.asked(action, resource, condition);
  }

  asked(action: PolicySpec['action'], resource: PolicySpec['resource'], condition: PolicyCondition = {}): number {
    const key = JSON.stringify([action, resource ?? null, condition]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const region = this.#all([this.#action(action), this.resource(resource), this.condition(condition)]);
    this.#known.set(key, region);
    return region;
  }

  condition(condition: PolicyCondition): number {
    const parts = FIELD_NAMES.flatMap((name) => (condition[name] === undefined ? [] : [this.#field(name, condition)]));
    return this.#all(parts);
  }

  resource(resource: PolicySpec['resource']): number {
    if (resource === undefined || resource === null || resource === 'ANY') return TRUE;
    return this.#diagram.values(RESOURCE_LEVEL, [this.#dimensions.resourcesOf[resource]]);
  }

  #all(regions: readonly number[]): number {
    return this.#diagram.fold(this.#diagram.and, regions, TRUE);
  }

  #any(regions: readonly number[]): number {
    return this.#diagram.fold(this.#diagram.or, regions, FALSE);
  }

  #field(name: FieldName, condition: PolicyCondition): number {
    const reader = this.#readers[name] as (asked: unknown) => number;
    return reader(condition[name]);
  }

  readonly #readers: { readonly [Name in FieldName]: (asked: NonNullable<PolicyCondition[Name]>) => number } = {
    action: (asked) => this.#action(asked),
    destination: (asked) => this.#destinations((word) => (word === 'INTERNAL') === (asked === 'INTERNAL')),
    destinationContains: (asked) => {
      const lowerCase = asked.toLowerCase();
      return this.#destinations((word) => word.toLowerCase().includes(lowerCase));
    },
    containsSensitiveData: (asked) => {
      const { types, statedLevel } = this.#dimensions;
      const levels = [...types.map((_, index) => TYPES_LEVEL + index), statedLevel];
      const sensitive = this.#any(levels.map((level) => this.#diagram.values(level, [[1, 1]])));
      return asked ? sensitive : this.#diagram.without(TRUE, sensitive);
    },
    minRecords: (asked) => this.#records(recordsValue(asked), recordsValue(RECORDS_AFFECTED_MAX)),
    maxRecords: (asked) => this.#records(recordsValue(0), recordsValue(Math.min(asked, RECORDS_AFFECTED_MAX))),
    minRiskScore: (asked) => {
      const { riskLevel } = this.#dimensions;
      return this.#diagram.values(riskLevel, [[asked, this.#diagram.lastOf(riskLevel)]]);
    },
    outsideBusinessHours: (asked) => this.#diagram.values(HOURS_LEVEL, [asked ? [1, 1] : [0, 0]]),
    agentIds: (asked) => {
      const values = new Set(asked.map((id) => this.#dimensions.agentValueOf.get(id.toLowerCase()) as number));
      return this.#points(AGENT_LEVEL, [...values].sort(ascending));
    },
    dlpTypes: (dlpTypes) => this.#contents(contentOf({ dlpTypes }).types),
    lgpdCategories: (lgpdCategories) => this.#contents(contentOf({ lgpdCategories }).categories),
    allOf: (parts) => this.#all(parts.map((part) => this.condition(part))),
    anyOf: (parts) => this.#any(parts.map((part) => this.condition(part))),
  };

  #action(asked: NonNullable<PolicyCondition['action']>): number {
    const values = EVENT_ACTIONS.flatMap((action, value) =>
      asked === 'ANY' || asked === action || asked === FAMILY_OF_ACTION[action] ? [value] : [],
    );
    return this.#points(ACTION_LEVEL, values);
  }

  #destinations(isAsked: (word: NonNullable<(typeof DESTINATION_VALUES)[number]>) => boolean): number {
    const values = DESTINATION_VALUES.flatMap((word, value) => {
      const isMatch = word === null ? this.#whenNotStated === 'matches' : isAsked(word);
      return isMatch ? [value] : [];
    });
    return this.#points(DESTINATION_LEVEL, values);
  }

  #records(from: number, to: number): number {
    const ranges: [number, number][] = from <= to ? [[from, to]] : [];
    if (this.#whenNotStated === 'matches') ranges.unshift([NOT_STATED, NOT_STATED]);
    return this.#diagram.values(RECORDS_LEVEL, ranges);
  }

  /** At least one of these types, given as bits, is found. */
  #contents(content: number): number {
    const levels = this.#dimensions.types.flatMap(({ types }, index) =>
      (content & bitOfType(types[0] as (typeof types)[number])) === 0 ? [] : [TYPES_LEVEL + index],
    );
    return this.#any(levels.map((level) => this.#diagram.values(level, [[1, 1]])));
  }

  #points(level: number, values: readonly number[]): number {
    return this.#diagram.values(
      level,
      values.map((value) => [value, value]),
    );
  }
}

type FieldName = keyof PolicyCondition;

const ascending = (left: number, right: number): number => left - right;

const FIELD_NAMES = [
  'action',
  'destination',
  'destinationContains',
  'containsSensitiveData',
  'minRecords',
  'maxRecords',
  'minRiskScore',
  'outsideBusinessHours',
  'agentIds',
  'dlpTypes',
  'lgpdCategories',
  'allOf',
  'anyOf',
] as const satisfies readonly FieldName[];
