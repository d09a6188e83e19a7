// SPDX-License-Identifier: Apache-2.0
/** Writes the OpenAPI 3.0.0 document from the operations and the named schemas. */
import type { TSchema } from 'typebox';
import { OutcomeReportSchema, RedeemedDecisionSchema, RedemptionRequestSchema } from './acts.ts';
import {
  BudgetApplyRequestSchema,
  BudgetApplyResponseSchema,
  BudgetListResponseSchema,
  BudgetSchema,
  StoredBudgetSchema,
} from './budgets.ts';
import { DecisionSchema, EventRequestSchema } from './decisions.ts';
import { ERRORS, ErrorSchema } from './errors.ts';
import {
  HttpGatewayDecisionSchema,
  HttpGatewayRequestSchema,
  McpGatewayDecisionSchema,
  McpGatewayRequestSchema,
} from './gateways.ts';
import { IDEMPOTENCY_KEY_PATTERN, OPERATIONS, type Operation } from './operations.ts';
import { PolicyConditionSchema, PolicyListResponseSchema, PolicySchema, StoredPolicySchema } from './policies.ts';
import { PolicyAnalysisSchema } from './policy-analysis.ts';
import { PolicyApplyRequestSchema, PolicyApplyResponseSchema } from './policy-apply.ts';
import { PolicyDifferenceSchema } from './policy-difference.ts';
import { BrokenClaimSchema } from './policy-guardrails.ts';
import { PolicyImpactSchema } from './policy-impact.ts';
import {
  PolicyClaimSchema,
  PolicyProofSchema,
  PolicyProveRequestSchema,
  PolicyProveResponseSchema,
  PolicyWitnessSchema,
} from './policy-proofs.ts';
import { PolicyTestCaseSchema, PolicyTestRequestSchema, PolicyTestResponseSchema } from './policy-tests.ts';
import { ContactRequestSchema, ContactResponseSchema } from './public.ts';
import { ScanRequestSchema, ScanResponseSchema } from './scan.ts';
import { type SchemaName, UUID_PATTERN } from './schema.ts';
import {
  StoredToolRulesSchema,
  ToolRulesApplyRequestSchema,
  ToolRulesApplyResponseSchema,
  ToolRulesListResponseSchema,
  ToolRulesSchema,
} from './tool-rules.ts';

/** The version of the contract document; the build has its own. */
export const CONTRACT_DOCUMENT_VERSION = '0.3.0';

/** Every named schema by its name. */
export const NAMED_SCHEMAS: Record<SchemaName, TSchema> = {
  BrokenClaim: BrokenClaimSchema,
  Budget: BudgetSchema,
  BudgetApplyRequest: BudgetApplyRequestSchema,
  BudgetApplyResponse: BudgetApplyResponseSchema,
  BudgetListResponse: BudgetListResponseSchema,
  ContactRequest: ContactRequestSchema,
  ContactResponse: ContactResponseSchema,
  Decision: DecisionSchema,
  Error: ErrorSchema,
  EventRequest: EventRequestSchema,
  HttpGatewayDecision: HttpGatewayDecisionSchema,
  HttpGatewayRequest: HttpGatewayRequestSchema,
  McpGatewayDecision: McpGatewayDecisionSchema,
  McpGatewayRequest: McpGatewayRequestSchema,
  OutcomeReport: OutcomeReportSchema,
  Policy: PolicySchema,
  PolicyAnalysis: PolicyAnalysisSchema,
  PolicyApplyRequest: PolicyApplyRequestSchema,
  PolicyApplyResponse: PolicyApplyResponseSchema,
  PolicyClaim: PolicyClaimSchema,
  PolicyCondition: PolicyConditionSchema,
  PolicyDifference: PolicyDifferenceSchema,
  PolicyImpact: PolicyImpactSchema,
  PolicyListResponse: PolicyListResponseSchema,
  PolicyProof: PolicyProofSchema,
  PolicyProveRequest: PolicyProveRequestSchema,
  PolicyProveResponse: PolicyProveResponseSchema,
  PolicyTestCase: PolicyTestCaseSchema,
  PolicyTestRequest: PolicyTestRequestSchema,
  PolicyTestResponse: PolicyTestResponseSchema,
  PolicyWitness: PolicyWitnessSchema,
  RedeemedDecision: RedeemedDecisionSchema,
  RedemptionRequest: RedemptionRequestSchema,
  ScanRequest: ScanRequestSchema,
  ScanResponse: ScanResponseSchema,
  StoredBudget: StoredBudgetSchema,
  StoredPolicy: StoredPolicySchema,
  StoredToolRules: StoredToolRulesSchema,
  ToolRules: ToolRulesSchema,
  ToolRulesApplyRequest: ToolRulesApplyRequestSchema,
  ToolRulesApplyResponse: ToolRulesApplyResponseSchema,
  ToolRulesListResponse: ToolRulesListResponseSchema,
};

/**
 * The contract as an OpenAPI 3.0.0 document.
 * @param baseUrl public address of the API, without a trailing slash
 */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const used = new Set<SchemaName>();
  addUsed('Error', used);
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operationId, operation);
    paths[operation.path] = path;
    if (operation.request !== null) addUsed(operation.request, used);
    addUsed(operation.success.schema, used);
  }
  const tags = [...new Set(Object.values<Operation>(OPERATIONS).map((operation) => operation.tag))];
  const schemas = Object.fromEntries([...used].sort().map((name) => [name, toOpenApi(NAMED_SCHEMAS[name])]));
  return {
    openapi: '3.0.0',
    info: {
      title: 'Agent Action Decision Service',
      version: CONTRACT_DOCUMENT_VERSION,
      description: 'Decides, before an AI agent acts, whether the action may run: ALLOW, REVIEW or BLOCK.',
      license: { name: 'Proprietary' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key; it is not a JWT.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}

function operationObject(operationId: string, operation: Operation): Record<string, unknown> {
  const parameters: unknown[] = operation.pathParameters.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  for (const [name, { description, maximum }] of Object.entries(operation.queryParameters ?? {})) {
    const schema = { type: 'integer', minimum: 0, maximum };
    parameters.push({ name, in: 'query', required: false, description, schema });
  }
  if (operation.idempotent) {
    parameters.push(
      operation.idempotent === 'always' ? { ...IDEMPOTENCY_PARAMETER, required: true } : IDEMPOTENCY_PARAMETER,
    );
  }
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description + permissionOf(operation),
    security: operation.permission !== null ? [{ bearer: [] }, { apiKey: [] }] : [],
    parameters,
    ...(operation.request === null ? {} : { requestBody: { required: true, content: jsonContent(operation.request) } }),
    responses: responses(operation),
  };
}

function permissionOf({ permission }: Operation): string {
  return permission === null ? '' : ` The key needs the permission \`${permission}\`.`;
}

const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Retries with the same key within 24 hours get the stored decision instead of a new one.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
};

const header = (description: string) => ({ description, schema: { type: 'string' } });
const STANDARD_HEADERS = {
  'X-Request-Id': header('Request id for correlation; a plain id sent by the caller is kept.'),
  'x-api-version': header('Machine contract version.'),
  'x-svc-version': header('Build of the API, SemVer.'),
};

function responses(operation: Operation): Record<string, unknown> {
  const success = {
    description: 'Success.',
    headers: operation.idempotent
      ? { ...STANDARD_HEADERS, 'Idempotent-Replay': header('`true` when a stored decision was answered.') }
      : STANDARD_HEADERS,
    content: jsonContent(operation.success.schema),
  };
  const statuses = [...operation.errors, 500] as const;
  const errors = statuses.map((status) => [
    String(status),
    {
      description: errorDescription(status),
      headers:
        status === 429 || status === 503
          ? { ...STANDARD_HEADERS, 'Retry-After': header('Seconds to wait.') }
          : STANDARD_HEADERS,
      content: jsonContent('Error'),
    },
  ]);
  return { [String(operation.success.status)]: success, ...Object.fromEntries(errors) };
}

function errorDescription(status: number): string {
  const codes = Object.entries(ERRORS).filter(([, entry]) => entry.status === status && !('inApp' in entry));
  return codes.map(([code, entry]) => `\`${code}\`: ${entry.message}`).join(' ');
}

const jsonContent = (name: SchemaName) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

const TAG_DESCRIPTIONS: Record<Operation['tag'], string> = {
  Decisions: 'Decide an action before it runs, and read what was decided.',
  Gateways: 'Send a call to the service instead of deciding in the own process.',
  Policies: 'Policies as code: list, apply and test.',
  Public: 'Needs no API key.',
};

/** Adds a named schema and all schemas that it refers to. */
function addUsed(name: SchemaName, used: Set<SchemaName>): void {
  if (used.has(name)) return;
  used.add(name);
  for (const match of JSON.stringify(NAMED_SCHEMAS[name]).matchAll(/"\$ref":"(\w+)#"/g)) {
    addUsed(match[1] as SchemaName, used);
  }
}

/** A schema as the document holds it: references point at components, ids are gone, and UUIDs have their format. */
export function toOpenApi(schema: TSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$id') return undefined;
      if (isUuid(value)) return { ...value, format: 'uuid' };
      return key === '$ref' ? `#/components/schemas/${String(value).replace(/#$/, '')}` : value;
    }),
  );
}

function isUuid(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'pattern' in value && value.pattern === UUID_PATTERN;
}
