/** The plan for given integrations, and its audit entries. */
import type { JsonObject } from '@svc/core/canonical-json';
import type { Change } from '../../heads/index.ts';
import {
  type Identified,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  recordChanges,
  SECRET_SHOWN,
} from '../records/index.ts';
import { isHostAmong } from './allowed-hosts.ts';
import type { Credential } from './credential-forms.ts';

/** Only HTTP can be the credential of a gateway route. */
export const INTEGRATION_KINDS = ['HTTP', 'CHAT_WEBHOOK', 'TICKET'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export interface IntegrationValues {
  name: string;
  kind: IntegrationKind;
  allowedHosts: readonly string[];
  credential: Credential | null;
  /** In clear, in memory only; null also when the stored one cannot be opened. */
  secret: string | null;
}

/** An omitted field keeps its stored value. */
export interface GivenIntegration {
  readonly id?: string | undefined;
  readonly name: string;
  readonly kind: IntegrationKind;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly credential?: { readonly credential: Credential; readonly secret: string } | null | undefined;
}

export function planIntegrations(
  given: readonly GivenIntegration[],
  stored: ReadonlyMap<string, Identified<IntegrationValues>>,
  newId: () => string,
): RecordPlan<IntegrationValues> {
  const plan = planRecords<GivenIntegration, IntegrationValues>({
    noun: 'integration',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf,
    newId,
  });
  plan.faults.push(...given.flatMap((one, index) => faultsOf(one, index, stored.get(one.name))));
  return plan;
}

function valuesOf(given: GivenIntegration, current: IntegrationValues | undefined): IntegrationValues {
  const { name, kind } = given;
  const secured = given.credential === undefined ? current : given.credential;
  return {
    name,
    kind,
    allowedHosts: given.allowedHosts ?? current?.allowedHosts ?? [],
    credential: secured?.credential ?? null,
    secret: secured?.secret ?? null,
  };
}

function faultsOf(given: GivenIntegration, index: number, current: IntegrationValues | undefined): RecordFault[] {
  const { credential, allowedHosts } = valuesOf(given, current);
  const faults: RecordFault[] = [];
  // A route may already send this integration's credential, and only one kind may be sent.
  if (current !== undefined && current.kind !== given.kind) {
    const message = `the stored integration of this name is ${current.kind}; its kind never changes`;
    faults.push({ index, fields: ['kind'], message });
  }
  const message = tokenUrlFault(credential, allowedHosts);
  if (message !== null) faults.push({ index, fields: ['credential', 'allowedHosts'], message });
  return faults;
}

/** The secret goes to the token address too. @returns the fault as a whole sentence, or null */
export function tokenUrlFault(credential: Credential | null, allowedHosts: readonly string[]): string | null {
  if (credential?.type !== 'OAUTH2_CLIENT_CREDENTIALS' || isHostAmong(credential.tokenUrl, allowedHosts)) return null;
  return 'the host of tokenUrl must be one of allowedHosts';
}

export const INTEGRATION: RecordKind<IntegrationValues> = {
  type: 'integration',
  describe: ({ name }) => ({ name }),
  shown: ({ name, kind, allowedHosts, credential, secret }) => ({
    name,
    kind,
    allowedHosts: [...allowedHosts],
    credential: credential === null ? null : shownCredential(credential),
    secret: secret === null ? null : SECRET_SHOWN,
  }),
};

/** A user name is often the e-mail address of a person, which the chain must not keep. */
function shownCredential(credential: Credential): JsonObject {
  return credential.type === 'BASIC' ? { ...credential, username: SECRET_SHOWN } : { ...credential };
}

export function integrationChanges(plan: RecordPlan<IntegrationValues>): Change[] {
  return recordChanges(INTEGRATION, plan);
}
