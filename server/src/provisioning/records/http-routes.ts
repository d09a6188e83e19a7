/** Routes of the HTTP gateway: where a call may be forwarded, with whose credential and under which restrictions. */
import { EVENT_ACTIONS, type EventAction, HTTP_METHODS, type HttpMethod } from '@svc/contract';
import type { Transaction } from '../../db/index.ts';
import { routeWarnings } from '../../gateways/route-warnings.ts';
import { type Identified, type IdOf, kept, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { LIST_ITEMS_MAX, UPSTREAM_TIMEOUT_MS_DEFAULT, UPSTREAM_TIMEOUT_MS_MAX } from '../limits.ts';
import { baseAddress } from '../reading/addresses.ts';
import {
  integer,
  list,
  nameAmong,
  nullable,
  optional,
  type Reader,
  type RecordOf,
  recordName,
  refined,
  required,
  uuid,
  word,
} from '../reading/index.ts';
import type { IntegrationValues } from './integrations.ts';

/** Names of the organization's records in this file. */
export interface RouteNames {
  agents: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  integrations: ReadonlySet<string>;
  /** Those of the integrations whose credential a gateway may send. */
  httpIntegrations: ReadonlySet<string>;
}

export function httpRouteFields({ agents, resources, integrations, httpIntegrations }: RouteNames) {
  const integration = refined(nameAmong(integrations, 'an integration'), (name, tell, label) =>
    httpIntegrations.has(name) ? name : tell(`${label} must be of kind HTTP: a gateway can send no other credential`),
  );
  return {
    id: optional(uuid),
    name: required(recordName),
    baseUrl: required(baseAddress),
    integration: optional(nullable(integration)),
    resource: optional(nullable(nameAmong(resources, 'a resource'))),
    agents: optional(nullable(restriction(nameAmong(agents, 'an agent')))),
    actions: optional(nullable(restriction(word(EVENT_ACTIONS)))),
    methods: optional(nullable(restriction(word(HTTP_METHODS)))),
    timeoutMs: optional(integer(1, UPSTREAM_TIMEOUT_MS_MAX)),
  };
}
export type HttpRouteEntry = RecordOf<ReturnType<typeof httpRouteFields>>;

/** An empty list would allow nothing, which nobody means; null or no field allows everything. */
function restriction<Item>(item: Reader<Item>): Reader<Item[]> {
  return refined(list(item, LIST_ITEMS_MAX, 1), (items) => [...new Set(items)]);
}

export interface HttpRouteValues {
  name: string;
  baseUrl: string;
  integrationId: string | null;
  resourceId: string | null;
  agentIds: readonly string[] | null;
  actions: readonly EventAction[] | null;
  methods: readonly HttpMethod[] | null;
  timeoutMs: number;
}

export async function selectHttpRoutes(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<HttpRouteValues>>> {
  const rows = await transaction.query<Identified<HttpRouteValues>>(SELECT_HTTP_ROUTES, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Every HTTP route of the organization. */
const SELECT_HTTP_ROUTES = `
  SELECT id, name, base_url AS "baseUrl", integration_id AS "integrationId", resource_id AS "resourceId",
    agent_ids AS "agentIds", actions, methods, timeout_ms AS "timeoutMs"
  FROM svc.http_routes WHERE organization_id = $1`;

interface RouteReferences {
  idOf: { agent: IdOf; resource: IdOf; integration: IdOf };
  /** What integrations are once the file is applied, by id. */
  integrations: ReadonlyMap<string, IntegrationValues>;
}

export interface HttpRoutePlan extends RecordPlan<HttpRouteValues> {
  /** About what the routes of the file become: a field that it leaves out counts as it is stored. */
  warnings: Fault[];
}

export function planHttpRoutes(
  entries: readonly HttpRouteEntry[],
  stored: ReadonlyMap<string, Identified<HttpRouteValues>>,
  { idOf, integrations }: RouteReferences,
  newId: () => string,
): HttpRoutePlan {
  const valuesOf = (entry: HttpRouteEntry, current: HttpRouteValues | undefined): HttpRouteValues => ({
    name: entry.name,
    baseUrl: entry.baseUrl,
    integrationId: kept(entry.integration, current?.integrationId, idOf.integration),
    resourceId: kept(entry.resource, current?.resourceId, idOf.resource),
    agentIds: kept(entry.agents, current?.agentIds, (names) => names.map(idOf.agent)),
    actions: kept(entry.actions, current?.actions, (actions) => actions),
    methods: kept(entry.methods, current?.methods, (methods) => methods),
    timeoutMs: entry.timeoutMs ?? current?.timeoutMs ?? UPSTREAM_TIMEOUT_MS_DEFAULT,
  });
  const plan = planRecords<HttpRouteEntry, HttpRouteValues>({
    noun: 'HTTP route',
    entries,
    stored,
    keyOf: (entry) => entry.name,
    valuesOf,
    newId,
  });
  const warnings = entries.flatMap((entry) => {
    const values = valuesOf(entry, stored.get(entry.name));
    return warningsOf(entry, values, integrations.get(values.integrationId ?? ''));
  });
  return { ...plan, warnings };
}

function warningsOf(
  { place: { position, fields } }: HttpRouteEntry,
  values: HttpRouteValues,
  integration: IntegrationValues | undefined,
): Fault[] {
  return routeWarnings(values, integration).map(({ field, message }) => ({
    position: (field === null ? undefined : fields[field]) ?? position,
    message,
  }));
}

/** Makes or changes routes, by id. The caller holds the head's lock, so nobody else does at the same time. */
export async function writeHttpRoutes(
  transaction: Transaction,
  organizationId: string,
  routes: readonly Identified<HttpRouteValues>[],
  atMs: number,
): Promise<void> {
  if (routes.length === 0) return;
  await transaction.query(WRITE_HTTP_ROUTES, [organizationId, new Date(atMs), JSON.stringify(routes)]);
}

/** A JSON list, or the SQL NULL that a JSON null stands for. */
const textList = (column: string) =>
  `CASE WHEN json_typeof(${column}) = 'array' THEN ARRAY(SELECT json_array_elements_text(${column})) END`;

const WRITE_HTTP_ROUTES = `
  INSERT INTO svc.http_routes (organization_id, id, name, base_url, integration_id, resource_id, agent_ids, actions,
    methods, timeout_ms, created_at, updated_at)
  SELECT $1, d.id, d.name, d."baseUrl", d."integrationId", d."resourceId", (${textList('d."agentIds"')})::uuid[],
    ${textList('d.actions')}, ${textList('d.methods')}, d."timeoutMs", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, "baseUrl" text, "integrationId" uuid, "resourceId" uuid,
    "agentIds" json, actions json, methods json, "timeoutMs" integer)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    base_url = excluded.base_url, integration_id = excluded.integration_id, resource_id = excluded.resource_id,
    agent_ids = excluded.agent_ids, actions = excluded.actions, methods = excluded.methods,
    timeout_ms = excluded.timeout_ms, updated_at = excluded.updated_at`;
