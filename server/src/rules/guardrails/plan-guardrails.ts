// SPDX-License-Identifier: Apache-2.0
/** Guardrails as records: the plan for given ones, and their audit entries. */
import { GUARDRAILS_MAX, type PolicyClaim } from '@svc/contract';
import type { JsonObject, JsonValue } from '@svc/core/canonical-json';
import {
  type Identified,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
} from '../../registry/records/index.ts';
import type { Change } from '../../storage/heads/index.ts';

export interface GuardrailValues {
  name: string;
  /** The claim without its name, which is that of the guardrail. */
  claim: Omit<PolicyClaim, 'name'>;
  /** Refuses changes of the policies that break it. */
  enforcing: boolean;
}

/** A stored guardrail with the number of its latest version. */
export type StoredGuardrail = Identified<GuardrailValues> & { version: number };

/** An omitted `enforcing` keeps its stored value. */
export interface GivenGuardrail {
  readonly claim: PolicyClaim;
  readonly enforcing?: boolean | undefined;
}

export function planGuardrails(
  given: readonly GivenGuardrail[],
  stored: ReadonlyMap<string, Identified<GuardrailValues>>,
  newId: () => string,
): RecordPlan<GuardrailValues> {
  const plan = planRecords<GivenGuardrail & { id?: undefined }, GuardrailValues>({
    noun: 'guardrail',
    given,
    stored: new Map([...stored].map(([name, one]) => [name, { id: one.id, ...valuesIn(one) }])),
    keyOf: ({ claim }) => claim.name,
    valuesOf: ({ claim, enforcing }, current) => ({
      ...claimValues(claim),
      enforcing: enforcing ?? current?.enforcing ?? false,
    }),
    newId,
  });
  return { ...plan, faults: [...plan.faults, ...roomFaults(given, stored)] };
}

/** The given ones that are more than an organization may have. */
function roomFaults(given: readonly GivenGuardrail[], stored: ReadonlyMap<string, unknown>): RecordFault[] {
  const created = given.flatMap(({ claim }, index) => (stored.has(claim.name) ? [] : [index]));
  const [excess] = created.slice(Math.max(0, GUARDRAILS_MAX - stored.size));
  const message = `an organization has at most ${GUARDRAILS_MAX} guardrails`;
  return excess === undefined ? [] : [{ index: excess, fields: [], message }];
}

const valuesIn = ({ name, claim, enforcing }: GuardrailValues): GuardrailValues => ({ name, claim, enforcing });

export function claimValues({ name, ...claim }: PolicyClaim): Pick<GuardrailValues, 'name' | 'claim'> {
  return { name, claim };
}

export const claimOf = ({ name, claim }: Pick<GuardrailValues, 'name' | 'claim'>): PolicyClaim => ({ name, ...claim });

export const GUARDRAIL: RecordKind<GuardrailValues> = {
  type: 'guardrail',
  describe: ({ name }) => ({ name }),
  shown: ({ name, claim, enforcing }): JsonObject => ({ name, claim: claim as unknown as JsonValue, enforcing }),
};

/** @param restoredFrom the version that came back */
export function guardrailChanges(plan: RecordWrites<GuardrailValues>, restoredFrom?: number): Change[] {
  const changes = recordChanges(GUARDRAIL, plan);
  if (restoredFrom === undefined) return changes;
  return changes.map((change) => ({ ...change, metadata: { ...change.metadata, restoredFrom } }));
}
