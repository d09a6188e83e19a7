// SPDX-License-Identifier: Apache-2.0
/** The plan for given integrations, and its audit entries. */
import { type FieldFault, fieldFault } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { ApiError } from '../../platform/errors/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import type { Credential } from '../credentials/index.ts';
import {
  type Identified,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
  SECRET_SHOWN,
} from '../records/index.ts';
import { isHostAmong } from './allowed-hosts.ts';
import { type IntegrationSettings, type KindFields, type KindValues, kindValuesOfFile } from './settings-of-kinds.ts';

/** Only HTTP can be the credential of a gateway route. */
export const INTEGRATION_KINDS = ['HTTP', 'CHAT_WEBHOOK', 'TICKET', 'INCIDENT'] as const;
type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export interface IntegrationValues {
  name: string;
  kind: IntegrationKind;
  allowedHosts: readonly string[];
  credential: Credential | null;
  /** Those of a chat or ticket system that people registered. */
  settings: IntegrationSettings | null;
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
  /** The whole values, from a person. */
  readonly settings?: KindValues | undefined;
  /** The fields of a file, which are joined with the stored ones. */
  readonly fields?: KindFields | undefined;
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
  const settings = given.settings ?? kindValues(given, current).values;
  return {
    name,
    kind,
    allowedHosts: given.allowedHosts ?? current?.allowedHosts ?? [],
    credential: secured?.credential ?? null,
    settings: settings?.settings ?? null,
    secret: (settings?.settings == null ? secured : settings)?.secret ?? null,
  };
}

/** The stored values stay for an entry that says nothing, and for a faulty one. */
function kindValues(
  { kind, fields = {} }: GivenIntegration,
  current: IntegrationValues | undefined,
): { values: KindValues | undefined; faults: Pick<RecordFault, 'fields' | 'message'>[] } {
  const isSilent = Object.values(fields).every((value) => value === undefined);
  if (isSilent || (current !== undefined && current.kind !== kind)) return { values: current, faults: [] };
  try {
    return { values: kindValuesOfFile(kind, fields, current), faults: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = Object.entries(error.fields ?? {}).map(([field, message]) => ({
      fields: [field.split('[')[0] ?? field],
      message: `${field} ${message}`,
    }));
    return { values: current, faults };
  }
}

function faultsOf(given: GivenIntegration, index: number, current: IntegrationValues | undefined): RecordFault[] {
  const { credential, allowedHosts } = valuesOf(given, current);
  const faults: RecordFault[] = kindValues(given, current).faults.map((fault) => ({ index, ...fault }));
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
export function tokenUrlFault(credential: Credential | null, allowedHosts: readonly string[]): FieldFault | null {
  if (credential?.type !== 'OAUTH2_CLIENT_CREDENTIALS' || isHostAmong(credential.tokenUrl, allowedHosts)) return null;
  return fieldFault('NOT_IN_TOKEN_HOSTS');
}

export const INTEGRATION: RecordKind<IntegrationValues> = {
  type: 'integration',
  describe: ({ name }) => ({ name }),
  shown: ({ name, kind, allowedHosts, credential, settings, secret }) => ({
    name,
    kind,
    allowedHosts: [...allowedHosts],
    credential: credential === null ? null : shownCredential(credential),
    settings: settings === null ? null : shownSettings(settings),
    secret: secret === null ? null : SECRET_SHOWN,
  }),
};

const shownSettings = (settings: IntegrationSettings): JsonObject =>
  'username' in settings ? { ...settings, username: SECRET_SHOWN } : { ...settings };

/** A user name is often the e-mail address of a person, which the chain must not keep. */
function shownCredential(credential: Credential): JsonObject {
  return credential.type === 'BASIC' ? { ...credential, username: SECRET_SHOWN } : { ...credential };
}

export function integrationChanges(plan: RecordWrites<IntegrationValues>): Change[] {
  return recordChanges(INTEGRATION, plan);
}
