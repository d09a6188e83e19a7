/** Written from the table of app operations by `npm run generate`; edits here are lost. */
export const QUERY_FIELDS = {
  listReviews: {
    status: { kind: 'word', words: ['PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] },
    q: { kind: 'text', charactersMax: 100 },
  },
  listEvents: {
    agent: { kind: 'text', charactersMax: 100 },
    resource: { kind: 'text', charactersMax: 100 },
    action: { kind: 'word', words: ['READ_DATA', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'] },
    decision: { kind: 'word', words: ['ALLOW', 'REVIEW', 'BLOCK'] },
    riskLevel: { kind: 'word', words: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
    from: { kind: 'time' },
    to: { kind: 'time' },
    sandbox: { kind: 'word', words: ['true', 'false'] },
    q: { kind: 'text', charactersMax: 100 },
  },
  listAnomalies: {
    status: { kind: 'word', words: ['OPEN', 'CLOSED'] },
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
  listGatewayCalls: {
    protocol: { kind: 'word', words: ['HTTP', 'MCP'] },
    agent: { kind: 'text', charactersMax: 100 },
    route: { kind: 'text', charactersMax: 100 },
    decision: { kind: 'word', words: ['ALLOW', 'REVIEW', 'BLOCK'] },
    testKey: { kind: 'word', words: ['true', 'false'] },
    from: { kind: 'time' },
    to: { kind: 'time' },
    q: { kind: 'text', charactersMax: 100 },
  },
  listDeliveries: {
    status: { kind: 'word', words: ['WAITING', 'DELIVERED', 'FAILED'] },
  },
} as const;
