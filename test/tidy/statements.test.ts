// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every statement of the service is one of one organization, or of tables that lie on one server as a whole.
 * So tenants may lie on several servers, and no build is needed for it.
 */
import { describe, expect, it } from 'vitest';
import { TABLE_KINDS, type TableKind } from '../../server/src/storage/schema/table-kinds.ts';
import { knownStatements, STATEMENT_RULES, type StatementRule, touchedTables } from '../harness/statements/index.ts';
import { readRepositoryFile } from './source-files.ts';

const STATEMENTS_MIN = 500;
const texts = knownStatements().map(({ text }) => text);

describe('the statements of the service', () => {
  it('are known, each once and in order', () => {
    expect(texts.length).toBeGreaterThan(STATEMENTS_MIN);
    expect(texts).toEqual([...new Set(texts)].sort());
  });

  it.each(STATEMENT_RULES.map((rule) => ({ rule, breaks: rule.breaks })))('none $breaks', ({ rule }) => {
    const broken = texts.filter((text) => rule.isBrokenBy(text));
    expect(broken.map((text) => `${text}\n  ${rule.breaks}: ${rule.instead}`)).toEqual([]);
  });
});

const ruleOf = (part: string): StatementRule => {
  const found = STATEMENT_RULES.find(({ breaks }) => breaks.includes(part));
  if (found === undefined) throw new Error(`no rule ${part}`);
  return found;
};

describe('a rule', () => {
  it.each([
    ['of several organizations', 'SELECT id FROM svc.agents WHERE id = $1'],
    ['of several organizations', 'UPDATE svc.agents SET name = $2 WHERE organization_id = ANY ($1)'],
    ['of several organizations', 'INSERT INTO svc.agents (id, organization_id) SELECT $1, unnest($2::uuid[])'],
    ['of several organizations', 'DELETE FROM svc.webhook_outbox WHERE delivery_id = $1'],
    [
      'of several organizations',
      `SELECT (SELECT count(*) FROM svc.agents a WHERE a.organization_id = o.organization_id)
       FROM svc.organizations o WHERE o.organization_id = $1`,
    ],
    [
      'of several organizations',
      'SELECT 1 FROM svc.agents a JOIN svc.api_keys k ON k.agent_id = a.id WHERE a.organization_id = $1',
    ],
    [
      'of several organizations',
      `WITH cut AS MATERIALIZED (SELECT * FROM svc.events WHERE organization_id = $1)
       SELECT 1 FROM cut c JOIN svc.reviews r ON r.organization_id = c.organization_id`,
    ],
    [
      'beside tables that lie on one server',
      'SELECT 1 FROM svc.agents a, svc.sessions s WHERE a.organization_id = $1 AND s.organization_id = $1',
    ],
    ['lacks', 'SELECT 1 FROM svc.unheard_of'],
    ['ctid', 'DELETE FROM svc.agents WHERE organization_id = $1 AND ctid = $2'],
    [
      'LATERAL',
      `SELECT o.id FROM unnest($1::uuid[]) AS o (id),
       LATERAL (SELECT 1 FROM svc.events e WHERE e.organization_id = o.id LIMIT 1) AS found`,
    ],
    ['locks', 'SELECT 1 FROM svc.organization_heads WHERE organization_id = ANY ($1::uuid[]) FOR UPDATE'],
    ['returns nothing', 'INSERT INTO svc.agents (organization_id, id) SELECT $1, unnest($2::uuid[])'],
    ['clock', 'UPDATE svc.agents SET updated_at = now() WHERE organization_id = $1'],
    ['clock', `UPDATE svc.agents a SET updated_at = a.updated_at + interval '1 ms' WHERE organization_id = $1`],
    ['clock', `UPDATE svc.agents SET name = CASE WHEN $2 > now() THEN $3 ELSE name END WHERE organization_id = $1`],
    [
      'writes two tables',
      `WITH made AS (INSERT INTO svc.agents (organization_id, id) VALUES ($1, $2) RETURNING id)
       INSERT INTO svc.resources (organization_id, id) SELECT $1, id FROM made`,
    ],
  ])('finds a statement that breaks it: %s', (part, text) => {
    expect(ruleOf(part).isBrokenBy(text)).toBe(true);
  });

  it.each([
    'SELECT a.id FROM svc.agents a JOIN svc.api_keys k USING (organization_id) WHERE a.organization_id = $1',
    `SELECT a.id FROM svc.agents a LEFT JOIN svc.api_keys k ON k.organization_id = a.organization_id AND k.agent_id = a.id
     WHERE a.organization_id = $1`,
    'INSERT INTO svc.agents (id, organization_id) SELECT d.id, $1::uuid FROM json_to_recordset($2) AS d (id uuid) RETURNING 1',
    'WITH cut AS (SELECT * FROM svc.events WHERE organization_id = $1 LIMIT $2) SELECT * FROM cut',
    'SELECT ARRAY(SELECT 1) FROM svc.agents a JOIN svc.resources r USING (organization_id) WHERE a.organization_id = $1',
    `SELECT s.organization_id FROM svc.notice_settings s WHERE s.organization_id = ANY ($1::uuid[]) AND EXISTS (
       SELECT FROM svc.reviews r WHERE r.organization_id = s.organization_id AND r.expires_at < $2)`,
    `SELECT m.organization_id, a.email FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
     WHERE m.organization_id = ANY ($1::uuid[])`,
    'SELECT organization_id, due_at FROM svc.notice_outbox WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    'SELECT m.role, a.name FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id WHERE m.organization_id = $1',
    'DELETE FROM svc.sessions WHERE id = $1',
    `UPDATE svc.agents SET updated_at = $2::timestamptz + $3 * interval '1 ms' WHERE organization_id = $1`,
  ])('lets pass: %s', (text) => {
    expect(STATEMENT_RULES.filter((rule) => rule.isBrokenBy(text)).map(({ breaks }) => breaks)).toEqual([]);
  });

  it('knows each table as often as it is named, and whether it is written', () => {
    expect(
      touchedTables(`UPDATE svc.agents SET name = 'from svc.leads' FROM svc.accounts p WHERE organization_id = $1`),
    ).toEqual([
      { table: 'agents', isWritten: true, bound: 'one' },
      { table: 'accounts', isWritten: false, bound: 'one' },
    ]);
  });
});

interface Table {
  name: string;
  text: string;
}

/** `docs/reference/schema.sql` is written from the catalog of a migrated database, and a test holds it to that. */
const tables = readRepositoryFile('docs/reference/schema.sql')
  .split(/\n(?=-- )/)
  .flatMap((text): Table[] => {
    const name = /\nCREATE (?:UNLOGGED )?TABLE svc\.(\w+) \(/.exec(`\n${text}`)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
const isOf = (name: string, ...kinds: TableKind[]) => kinds.includes(TABLE_KINDS.get(name) ?? 'deployment');

describe('tables', () => {
  it('have a kind each', () => {
    const known = [...TABLE_KINDS.keys()].filter((name) => !name.startsWith('kysely'));
    expect(tables.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it.each(tables)('of their kind: $name', ({ name, text }) => {
    expect(/^ {2}organization_id uuid/m.test(text)).toBe(isOf(name, 'tenant', 'outbox', 'across'));
    expect(text.includes('FORCE ROW LEVEL SECURITY')).toBe(isOf(name, 'tenant', 'outbox', 'across'));
    expect(/POLICY across/.test(text)).toBe(isOf(name, 'outbox', 'across'));
  });

  it.each(tables.filter(({ name }) => isOf(name, 'tenant', 'outbox')))(
    'begin with the organization: $name',
    (table) => {
      const keys = [...table.text.matchAll(/(?:PRIMARY KEY|UNIQUE) \(.*|CREATE UNIQUE INDEX .* USING btree (\(.*)/g)];
      expect(keys.filter(([key]) => !/\(organization_id\b/.test(key)).map(([key]) => key)).toEqual([]);
    },
  );

  it.each(tables)('refer to none that may lie elsewhere: $name', ({ name, text }) => {
    const referred = [...text.matchAll(/REFERENCES svc\.(\w+)\(.*/g)];
    const isNear = (other: string) =>
      isOf(other, 'people') || isOf(name, 'tenant', 'outbox') === isOf(other, 'tenant', 'outbox');
    expect(referred.filter(([, other = '']) => !isNear(other)).map(([key]) => key)).toEqual([]);
    expect(referred.filter(([key]) => key.includes('SET NULL') && isOf(name, 'tenant')).map(([key]) => key)).toEqual(
      [],
    );
  });
});
