// SPDX-License-Identifier: Apache-2.0
/** The organizations under measurement, as a provisioning file, and the requests of their agents. */
import { ACTION_FAMILIES, CLASSIFICATIONS, type EventRequest, type PolicySpec } from '@svc/contract';

export type OrganizationName =
  | 'Gateway'
  | 'Twenty policies'
  | 'One policy'
  | 'Two hundred policies'
  | 'Thousand policies'
  | 'Ten budgets'
  | 'Long content';

const KEYS: Record<OrganizationName, string> = {
  Gateway: `key_live_${'g'.repeat(43)}`,
  'Twenty policies': `key_live_${'2'.repeat(43)}`,
  'One policy': `key_live_${'1'.repeat(43)}`,
  'Two hundred policies': `key_live_${'h'.repeat(43)}`,
  'Thousand policies': `key_live_${'m'.repeat(43)}`,
  'Ten budgets': `key_live_${'b'.repeat(43)}`,
  'Long content': longContentKey(0),
};

/** Ten keys of one organization, each of which sends long content without pause. */
export const LONG_CONTENT_KEYS = 10;

function longContentKey(index: number): string {
  return `key_live_${String(index).repeat(43)}x`;
}

/** Enough keys that the rate of each never slows an attack. */
export const ATTACKER_KEYS = 60;

export function attackerHeaders(index: number): Record<string, string> {
  return { authorization: `Bearer ${attackerKey(index)}`, 'content-type': 'application/json' };
}

function attackerKey(index: number): string {
  return `key_live_${String(index).padStart(43, 'a')}`;
}

const FAMILIES = ACTION_FAMILIES.filter((family) => family !== 'ANY');

/** All families and classifications, with conditions as people write them: some match the requests, most do not. */
export function twentyPolicies(): PolicySpec[] {
  const conditions: PolicySpec['condition'][] = [
    { destination: 'EXTERNAL' },
    { minRecords: 1_000 },
    { allOf: [{ containsSensitiveData: true }, { destination: 'EXTERNAL' }] },
    { anyOf: [{ outsideBusinessHours: true }, { minRecords: 10_000 }] },
    { agentIds: [agentId(2), agentId(3)] },
  ];
  return FAMILIES.flatMap((action, family) =>
    conditions.map((condition, index) => ({
      name: `${action} rule ${index}`,
      action,
      resource: CLASSIFICATIONS[(family + index) % CLASSIFICATIONS.length],
      decision: (['REVIEW', 'BLOCK', 'ALLOW'] as const)[index % 3],
      condition,
    })),
  ) as PolicySpec[];
}

/** The twenty policies ten times, which ask for more and more records. */
export function twoHundredPolicies(): PolicySpec[] {
  return Array.from({ length: 10 }, (_, copy) =>
    twentyPolicies().map((policy) => ({
      ...policy,
      name: `${policy.name}, ${copy}`,
      condition: copy === 0 ? policy.condition : { allOf: [policy.condition ?? {}, { minRecords: copy * 100 }] },
    })),
  ).flat() as PolicySpec[];
}

/** One policy per family and classification, each for an agent that never asks: one in hundreds is examined. */
function thousandPolicies(): PolicySpec[] {
  return Array.from({ length: 1_000 }, (_, index) => ({
    name: `Rule ${index}`,
    action: FAMILIES[index % FAMILIES.length],
    resource: CLASSIFICATIONS[Math.floor(index / FAMILIES.length) % CLASSIFICATIONS.length],
    decision: 'REVIEW',
    condition: { agentIds: [agentId(1_000 + index)], minRecords: 10 },
  })) as PolicySpec[];
}

function agentId(index: number): string {
  return `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

export const RESOURCES = { customers: 'CUSTOMER_PII', orders: 'INTERNAL', ledger: 'FINANCIAL', 'price-list': 'PUBLIC' };

const organization = (name: OrganizationName, policies: PolicySpec[]) => ({
  name,
  plan: 'ENTERPRISE',
  resources: Object.entries(RESOURCES).map(([resource, classification]) => ({ name: resource, classification })),
  agents: [1, 2, 3].map((index) => ({ id: agentId(index), name: `bot-${index}` })),
  apiKeys: [{ name: 'live', key: KEYS[name] }],
  policies,
});

const ROUTE_ID = agentId(9);
/** Long enough for one round beside hanging calls. */
const ROUTE_TIMEOUT_MS = 10_000;

/** One organization with a route and its credential, and one that only decides. */
export function gatewayProvisioningFile(upstreamUrl: string): string {
  const credential = { type: 'API_KEY_HEADER', secret: 'a-secret-of-the-upstream' };
  const gateway = {
    ...organization('Gateway', twentyPolicies()),
    integrations: [{ name: 'upstream', kind: 'HTTP', allowedHosts: ['127.0.0.1'], credential }],
    httpRoutes: [
      { id: ROUTE_ID, name: 'upstream', baseUrl: upstreamUrl, integration: 'upstream', timeoutMs: ROUTE_TIMEOUT_MS },
    ],
  };
  const organizations = [gateway, organization('Twenty policies', twentyPolicies())];
  return JSON.stringify({ apiVersion: 'svc/v1', kind: 'Provision', organizations });
}

/** A decision that is always ALLOW, and the same as a forwarded call. */
export const ALLOWED_BODY = JSON.stringify({ agent: 'bot-1', resource: 'orders', action: 'READ_DATA' });

export function forwardedBody(path: string): string {
  const call = { routeId: ROUTE_ID, path, method: 'POST', body: { carrier: 'x', weightGrams: 1_200 } };
  return JSON.stringify({ ...JSON.parse(ALLOWED_BODY), ...call });
}

/** JSON is YAML too. */
export function provisioningFile(): string {
  return JSON.stringify({
    apiVersion: 'svc/v1',
    kind: 'Provision',
    organizations: [
      organization('Twenty policies', twentyPolicies()),
      organization('One policy', thousandPolicies().slice(0, 1)),
      organization('Ten budgets', thousandPolicies().slice(0, 1)),
      organization('Two hundred policies', twoHundredPolicies()),
      organization('Thousand policies', thousandPolicies()),
      {
        ...organization('Long content', twentyPolicies()),
        apiKeys: Array.from({ length: LONG_CONTENT_KEYS }, (_, index) => ({
          name: `key-${index}`,
          key: longContentKey(index),
        })),
      },
      {
        ...organization('One policy', []),
        name: 'Worst bodies',
        apiKeys: Array.from({ length: ATTACKER_KEYS }, (_, index) => ({
          name: `key-${index}`,
          key: attackerKey(index),
        })),
      },
    ],
  });
}

/** So many organizations of one key each. */
export function manyOrganizations(count: number): string {
  const organizations = Array.from({ length: count }, (_, index) => ({
    ...organization('Twenty policies', twentyPolicies()),
    name: `Organization ${index}`,
    agents: [1, 2, 3].map((agent) => ({ id: agentId(100 + index * 10 + agent), name: `bot-${agent}` })),
    apiKeys: [{ name: 'live', key: attackerKey(index) }],
  }));
  return JSON.stringify({ apiVersion: 'svc/v1', kind: 'Provision', organizations });
}

/** Requests of all of them in turn. */
export function requestsOfMany(count: number): { headers: Record<string, string>; body: string }[] {
  return Array.from({ length: count * BODIES.length }, (_, index) => ({
    headers: attackerHeaders(index % count),
    body: BODIES[index % BODIES.length] ?? '',
  }));
}

export const REQUESTS: EventRequest[] = [
  { agent: 'bot-1', resource: 'orders', action: 'READ_DATA', recordsAffected: 12 },
  { agent: 'bot-1', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API', recordsAffected: 1_200 },
  { agent: 'bot-2', resource: 'ledger', action: 'WRITE_DATA', recordsAffected: 1 },
  { agent: 'bot-1', resource: 'price-list', action: 'READ_DATA' },
  { agent: 'bot-3', resource: 'customers', action: 'DELETE_DATA', recordsAffected: 1 },
  { agent: 'bot-1', resource: 'customers', action: 'READ_DATA', recordsAffected: 3 },
  { agent: 'bot-2', resource: 'orders', action: 'WRITE_DATA', recordsAffected: 40 },
  {
    agent: 'bot-1',
    resource: 'customers',
    action: 'SEND_EMAIL',
    destination: 'EXTERNAL_EMAIL',
    content: 'Bom dia Maria, segue o resumo do pedido 4711. O CPF 529.982.247-25 consta no cadastro. Atenciosamente.',
  },
];

export const BODIES: string[] = REQUESTS.map((request) => JSON.stringify(request));

/** Content of agents: letters, mail, minutes, a customer record, and data. */
const TEXTS = [
  'Prezada equipe, segue o resumo do atendimento de ontem. O pedido 48213 saiu do centro de distribuição às ' +
    '14h30 e deve chegar até sexta-feira, 12/03/2026. O valor total foi de R$ 1.234,56, em três parcelas. O ' +
    'motorista avisou que a rua está em obras e que pode haver atraso de até duas horas. Qualquer dúvida, ' +
    'respondam a esta mensagem. ',
  'Hi Karen, thanks for getting back to me so quickly. I looked into the issue with the nightly import and ' +
    'it seems that the job stopped around 02:15 because the disk on the worker ran out of space. I have moved ' +
    'the old archives to cold storage and restarted the pipeline; 18,402 rows were loaded without errors. ' +
    'Could you check whether the totals in the March report match what finance expects? If they do, I will ' +
    'close the ticket tomorrow morning. ',
  'Ata da reunião de planejamento: o time decidiu adiar a entrega do módulo de cobrança para a próxima ' +
    'quinzena, pois faltam ajustes na integração com o banco parceiro. Ficou combinado que Renata prepara o ' +
    'cronograma revisado, Paulo valida os contratos com o jurídico e a equipe de infraestrutura amplia o ' +
    'cluster antes da virada do mês. ',
  'Cliente: Maria Souza, CPF 529.982.247-25, telefone (11) 98765-4321, e-mail maria@example.com.br. ' +
    'Endereço: Rua das Flores, 123, CEP 01310-100, São Paulo. Observação: prefere contato pela manhã e paga ' +
    'no cartão corporativo. ',
  '{"orderId":48213,"status":"shipped","carrier":"loggi","weightGrams":1200,"items":[{"sku":"SKU-1044","quan' +
    'tity":2}],"updatedAt":"2026-03-12T14:30:00Z"},',
];

/** The same requests with a text of this many characters, each type of text in turn. */
export function bodiesWithContent(characters: number): string[] {
  return REQUESTS.map((request, index) => {
    const text = TEXTS[index % TEXTS.length] ?? '';
    const content = text.repeat(Math.ceil(characters / text.length)).slice(0, characters);
    return JSON.stringify({ ...request, content });
  });
}

/** The same requests without any content. */
export const BODIES_WITHOUT_CONTENT: string[] = REQUESTS.map(({ content: _, ...request }) => JSON.stringify(request));

export function longContentHeaders(index: number): Record<string, string> {
  return { authorization: `Bearer ${longContentKey(index)}`, 'content-type': 'application/json' };
}

export function headersFor(organization: OrganizationName): Record<string, string> {
  return { authorization: `Bearer ${KEYS[organization]}`, 'content-type': 'application/json' };
}
