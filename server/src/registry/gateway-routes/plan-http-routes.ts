// SPDX-License-Identifier: Apache-2.0
/** The plan for given HTTP routes, its warnings and its audit entries. */
import { type EventAction, type FieldFault, fieldFault, type HttpMethod } from '@svc/contract';
import type { Change } from '../../storage/heads/index.ts';
import type { IntegrationValues } from '../integrations/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
} from '../records/index.ts';
import { routeWarnings } from './route-warnings.ts';

const UPSTREAM_TIMEOUT_MS_DEFAULT = 30_000;

/** null restricts nothing. */
export interface HttpRouteValues {
  name: string;
  baseUrl: string;
  integrationId: string | null;
  resourceId: string | null;
  agentIds: readonly string[] | null;
  actions: readonly EventAction[] | null;
  methods: readonly HttpMethod[] | null;
  timeoutMs: number;
  /** The bodies of its calls are scanned as `content` is. */
  scanBody: boolean;
}

/** An omitted field keeps its stored value. */
export interface GivenHttpRoute {
  readonly id?: string | undefined;
  readonly name: string;
  readonly baseUrl: string;
  readonly integrationId?: string | null | undefined;
  readonly resourceId?: string | null | undefined;
  readonly agentIds?: readonly string[] | null | undefined;
  readonly actions?: readonly EventAction[] | null | undefined;
  readonly methods?: readonly HttpMethod[] | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly scanBody?: boolean | undefined;
}

export interface HttpRoutePlan extends RecordPlan<HttpRouteValues> {
  /** Warns about the routes after the change: an omitted field counts as stored. */
  warnings: RecordFault[];
}

/** @param integrations the integrations after the change, by id */
export function planHttpRoutes(
  given: readonly GivenHttpRoute[],
  stored: ReadonlyMap<string, Identified<HttpRouteValues>>,
  integrations: ReadonlyMap<string, IntegrationValues>,
  newId: () => string,
): HttpRoutePlan {
  const plan = planRecords<GivenHttpRoute, HttpRouteValues>({
    noun: 'HTTP route',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf,
    newId,
  });
  const warnings = given.flatMap((one, index) => {
    const values = valuesOf(one, stored.get(one.name));
    return warningsOf(values, integrations).map((message) => ({ index, ...message }));
  });
  return { ...plan, warnings };
}

function valuesOf(given: GivenHttpRoute, current: HttpRouteValues | undefined): HttpRouteValues {
  return {
    name: given.name,
    baseUrl: given.baseUrl,
    integrationId: kept(given.integrationId, current?.integrationId),
    resourceId: kept(given.resourceId, current?.resourceId),
    agentIds: kept(given.agentIds, current?.agentIds),
    actions: kept(given.actions, current?.actions),
    methods: kept(given.methods, current?.methods),
    timeoutMs: given.timeoutMs ?? current?.timeoutMs ?? UPSTREAM_TIMEOUT_MS_DEFAULT,
    scanBody: given.scanBody ?? current?.scanBody ?? false,
  };
}

/** Warnings about a route that is valid and looks unintended. */
function warningsOf(
  values: HttpRouteValues,
  integrations: ReadonlyMap<string, IntegrationValues>,
): { fields: string[]; message: string }[] {
  return routeWarnings(values, integrations.get(values.integrationId ?? '')).map(({ field, message }) => ({
    fields: field === null ? [] : [field],
    message,
  }));
}

/** A path is appended to the address. @returns the fault, as a phrase after the name of the field, or null */
export function baseUrlFault(address: string): FieldFault | null {
  return address.includes('?') ? fieldFault('HAS_QUERY') : null;
}

export const HTTP_ROUTE: RecordKind<HttpRouteValues> = {
  type: 'http_route',
  describe: ({ name }) => ({ name }),
  shown: ({ name, baseUrl, integrationId, resourceId, agentIds, actions, methods, timeoutMs, scanBody }) => ({
    name,
    baseUrl,
    integrationId,
    resourceId,
    agentIds: listOrNull(agentIds),
    actions: listOrNull(actions),
    methods: listOrNull(methods),
    timeoutMs,
    scanBody,
  }),
};

function listOrNull(items: readonly string[] | null): string[] | null {
  return items === null ? null : [...items];
}

export function httpRouteChanges(plan: RecordWrites<HttpRouteValues>): Change[] {
  return recordChanges(HTTP_ROUTE, plan);
}
