// SPDX-License-Identifier: Apache-2.0
/** Decisions a second under ten budgets and a hundred live grants, beside the same without. */
import pg from 'pg';
import type { ActsResult, ActsSpec } from '../load/acts.ts';
import { headersFor, type OrganizationName } from '../organizations.ts';
import { startGenerator } from '../processes.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ACTS = new URL('../load/acts.ts', import.meta.url);
const CONNECTIONS = 64;
const ACTS_A_ROUND = 6_000;
const ROUNDS = 11;
const SHARE_MIN = 0.9;
const BUDGETS = 10;
const GRANTS = 100;
/** Each budget counts it. */
const BODY = JSON.stringify({ agent: 'bot-1', resource: 'orders', action: 'READ_DATA', recordsAffected: 1 });

export async function measureStanding(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  await addStanding(stage.connectionString);
  const generator = startGenerator<ActsSpec, ActsResult>(ACTS);
  try {
    const measure = (organization: OrganizationName) => () =>
      generator.run({
        baseUrl,
        headers: headersFor(organization),
        body: BODY,
        kind: 'decide',
        acts: ACTS_A_ROUND,
        connections: CONNECTIONS,
      });
    const rounds = await alternate(
      'standing',
      { name: 'ten budgets, a hundred grants', measure: measure('Ten budgets') },
      { name: 'neither', measure: measure('One policy') },
      ROUNDS,
    );
    return [
      {
        what: `Decisions/s under ${BUDGETS} budgets and ${GRANTS} grants, ${CONNECTIONS} connections, a key each`,
        ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
        beside: `without: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
        results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
        unit: '',
        target: { bound: 'min', value: SHARE_MIN },
      },
    ];
  } finally {
    await generator.stop();
  }
}

const NAME = 'Ten budgets' satisfies OrganizationName;

/** Half of the budgets count records; all have room. Half of the grants are of the agent that acts. */
async function addStanding(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `INSERT INTO svc.budgets (organization_id, id, name, spec, series, since, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), 'Budget ' || n, json_build_object(
       'measure', CASE WHEN n % 2 = 0 THEN 'COUNT' ELSE 'RECORDS' END, 'limit', 1000000000000,
       'window', (ARRAY['HOUR', 'DAY', 'WEEK', 'MONTH'])[n % 4 + 1],
       'per', (ARRAY['ORGANIZATION', 'AGENT', 'RESOURCE', 'AGENT_AND_RESOURCE'])[n % 4 + 1],
       'action', 'ANY', 'onExceed', 'REVIEW'), 1, now(), now(), now()
     FROM svc.organizations, generate_series(1, $1) AS n WHERE name = $2`,
    [BUDGETS, NAME],
  );
  await client.query(
    `INSERT INTO svc.grants (organization_id, id, event_id, agent_id, action, resource_id, classification, dlp_types,
       records_max, until, made_by, made_at, audit_seq)
     SELECT o.organization_id, gen_random_uuid(), gen_random_uuid(), a.id, 'EXPORT_DATA', r.id, r.classification, '{}',
       100 + n, now() + interval '1 day', gen_random_uuid(), now(), 1
     FROM svc.organizations o
       JOIN svc.agents a ON a.organization_id = o.organization_id AND a.name IN ('bot-1', 'bot-2')
       JOIN svc.resources r ON r.organization_id = o.organization_id AND r.name = 'orders',
       generate_series(1, $1::int / 2) AS n
     WHERE o.name = $2`,
    [GRANTS, NAME],
  );
  await client.query('UPDATE svc.organization_heads SET generation = generation + 1');
  await client.end();
}
