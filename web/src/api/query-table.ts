// SPDX-License-Identifier: Apache-2.0
/** Written from the table of app operations by `npm run generate`; edits here are lost. */
export const QUERY_FIELDS = {
  exportCompliance: {
    format: { kind: 'word', words: ['json', 'csv'] },
    separator: { kind: 'word', words: ['comma', 'semicolon'] },
  },
  listEvents: {
    agent: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
    action: { kind: 'word', words: ['READ_DATA', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'] },
    decision: { kind: 'word', words: ['ALLOW', 'REVIEW', 'BLOCK', 'STOPPED'] },
    riskLevel: { kind: 'word', words: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
    redemption: { kind: 'word', words: ['OPEN', 'REDEEMED', 'LAPSED'] },
    outcome: { kind: 'word', words: ['SUCCEEDED', 'FAILED', 'UNKNOWN'] },
    exceeds: { kind: 'word', words: ['true'] },
    missing: { kind: 'word', words: ['true'] },
    scanned: { kind: 'word', words: ['true', 'false'] },
    door: { kind: 'word', words: ['API', 'HTTP_GATEWAY', 'MCP_GATEWAY', 'MCP', 'CLAUDE_CODE', 'CODEX', 'COPILOT', 'CURSOR', 'GEMINI', 'OPENCODE', 'SDK', 'AI_SDK', 'OPENAI_AGENTS', 'LANGCHAIN', 'MASTRA', 'ADK', 'CLAUDE_AGENT_SDK', 'CREWAI', 'PYDANTIC_AI', 'AGENT_FRAMEWORK', 'FASTMCP', 'MCP_WRAP', 'LITELLM', 'AUTHZEN', 'FORWARD_AUTH', 'AGENTGATEWAY', 'ACS', 'COPILOT_STUDIO'] },
    session: { kind: 'text', charactersMax: 128 },
    from: { kind: 'time' },
    to: { kind: 'time' },
    sandbox: { kind: 'word', words: ['true', 'false'] },
    q: { kind: 'text', charactersMax: 100 },
  },
  exportLgpdAnswer: {
    format: { kind: 'word', words: ['html', 'json'] },
    language: { kind: 'word', words: ['en', 'pt-BR'] },
    contact: { kind: 'text', charactersMax: 254 },
    session: { kind: 'word', words: ['true'] },
  },
  listProposals: {
    status: { kind: 'word', words: ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] },
  },
  listGrants: {
    agent: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
    action: { kind: 'word', words: ['READ_DATA', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'] },
    status: { kind: 'word', words: ['LIVE', 'ENDED'] },
    maker: { kind: 'text', charactersMax: 36 },
    q: { kind: 'text', charactersMax: 100 },
  },
  listGroups: {
    q: { kind: 'text', charactersMax: 100 },
  },
  readDashboard: {
    from: { kind: 'time' },
    to: { kind: 'time' },
    agent: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  listReviews: {
    status: { kind: 'word', words: ['PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] },
    sort: { kind: 'word', words: ['-risk'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
    q: { kind: 'text', charactersMax: 100 },
  },
  eraseReviewNote: {
    accountId: { kind: 'text', charactersMax: 36 },
  },
  listAnomalies: {
    status: { kind: 'word', words: ['OPEN', 'CLOSED'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
    kind: { kind: 'word', words: ['VOLUME_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE'] },
    severity: { kind: 'word', words: ['MEDIUM', 'HIGH'] },
    agent: { kind: 'text', charactersMax: 100 },
    q: { kind: 'text', charactersMax: 100 },
  },
  listAudit: {
    kind: { kind: 'text', charactersMax: 100 },
    actor: { kind: 'text', charactersMax: 100 },
    subject: { kind: 'text', charactersMax: 100 },
    from: { kind: 'time' },
    to: { kind: 'time' },
    q: { kind: 'text', charactersMax: 100 },
  },
  replayAudit: {
    from: { kind: 'time' },
    to: { kind: 'time' },
  },
  listGatewayCalls: {
    protocol: { kind: 'word', words: ['HTTP', 'MCP'] },
    agent: { kind: 'text', charactersMax: 100 },
    route: { kind: 'text', charactersMax: 100 },
    decision: { kind: 'word', words: ['ALLOW', 'REVIEW', 'BLOCK'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
    from: { kind: 'time' },
    to: { kind: 'time' },
    q: { kind: 'text', charactersMax: 100 },
  },
  listAgents: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt', 'asked', '-asked', 'stopped', '-stopped', 'risk', '-risk', 'lastAt', '-lastAt'] },
    status: { kind: 'word', words: ['ACTIVE', 'PAUSED'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  readAgent: {
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  listResources: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'classification', '-classification', 'createdAt', '-createdAt', 'asked', '-asked', 'stopped', '-stopped', 'risk', '-risk', 'lastAt', '-lastAt'] },
    classification: { kind: 'word', words: ['PUBLIC', 'INTERNAL', 'SENSITIVE', 'CUSTOMER_PII', 'FINANCIAL', 'EMPLOYEE'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  readResource: {
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  listApiKeys: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt', 'expiresAt', '-expiresAt', 'lastUsedAt', '-lastUsedAt'] },
    status: { kind: 'word', words: ['ACTIVE', 'RETIRING', 'EXPIRED', 'REVOKED'] },
    kind: { kind: 'word', words: ['LIVE', 'TEST'] },
    agent: { kind: 'text', charactersMax: 100 },
  },
  listHttpRoutes: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt', 'lastCallAt', '-lastCallAt'] },
    integration: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
    agent: { kind: 'text', charactersMax: 100 },
  },
  listMcpRoutes: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt', 'lastCallAt', '-lastCallAt'] },
    agent: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
  },
  listIntegrations: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'kind', '-kind', 'createdAt', '-createdAt'] },
    kind: { kind: 'word', words: ['HTTP', 'CHAT_WEBHOOK', 'TICKET', 'INCIDENT'] },
  },
  listMembers: {
    role: { kind: 'word', words: ['OWNER', 'ADMIN', 'MEMBER'] },
    group: { kind: 'text', charactersMax: 100 },
    q: { kind: 'text', charactersMax: 100 },
  },
  listPolicies: {
    q: { kind: 'text', charactersMax: 100 },
    decision: { kind: 'word', words: ['ALLOW', 'REVIEW', 'BLOCK'] },
    mode: { kind: 'word', words: ['ENFORCE', 'MONITOR'] },
    enabled: { kind: 'word', words: ['true', 'false'] },
    action: { kind: 'word', words: ['ANY', 'READ', 'WRITE', 'DELETE', 'EXPORT'] },
    resource: { kind: 'word', words: ['ANY', 'PUBLIC', 'INTERNAL', 'SENSITIVE', 'CUSTOMER_PII', 'FINANCIAL', 'EMPLOYEE'] },
    sort: { kind: 'word', words: ['effect', 'name', '-updatedAt', '-hits'] },
  },
  readPolicyShadow: {
    policy: { kind: 'text', charactersMax: 36 },
  },
  exportPolicies: {
    id: { kind: 'text', charactersMax: 36 },
    version: { kind: 'text', charactersMax: 15 },
  },
  listGuardrails: {
    q: { kind: 'text', charactersMax: 100 },
    state: { kind: 'word', words: ['PROVED', 'REFUTED', 'VACUOUS', 'INCOMPLETE', 'OUTDATED'] },
    enforcing: { kind: 'word', words: ['true', 'false'] },
  },
  listBudgets: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt'] },
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  readBudget: {
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  readBudgetUsage: {
    windows: { kind: 'text' },
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  listToolRules: {
    q: { kind: 'text', charactersMax: 100 },
    sort: { kind: 'word', words: ['name', '-name', 'createdAt', '-createdAt'] },
  },
  listDoorUses: {
    sandbox: { kind: 'word', words: ['true', 'false'] },
  },
  listDeliveries: {
    status: { kind: 'word', words: ['WAITING', 'DELIVERED', 'FAILED'] },
  },
} as const;
