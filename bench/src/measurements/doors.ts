// SPDX-License-Identifier: Apache-2.0
/** The cost of a decision by a door, over that of the same act by POST /v1/events. */
import { withDecider } from '../generators.ts';
import { ALLOWED_BODY, headersFor } from '../organizations.ts';
import { alternate, SHORT_ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const CONNECTIONS = 64;
const SHARE_OF_EVENTS_MIN = 0.85;
const PATH = '/orders/12';

interface Door {
  name: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The same act. */
  event: string;
  /** Each call is another: the door would answer the same one from the record. Events have a key each then. */
  isEachAnother?: boolean;
}

const DOORS: readonly Door[] = [
  {
    name: 'AuthZEN evaluations',
    url: '/access/v1/evaluation',
    headers: {},
    body: JSON.stringify({
      subject: { type: 'agent', id: 'bot-1' },
      action: { name: 'READ_DATA' },
      resource: { type: 'table', id: 'orders' },
    }),
    event: ALLOWED_BODY,
  },
  {
    name: 'Calls of tools by a hook, redeemed with their decision',
    url: '/hooks/opencode?agent=bot-1&waitMs=0',
    headers: {},
    // The generator puts an id of the request there.
    body: JSON.stringify({ event: 'tool.execute.before', tool: 'read_orders', args: { id: '[<id>]' } }),
    isEachAnother: true,
    event: JSON.stringify({ ...JSON.parse(ALLOWED_BODY), context: { purpose: 'read_orders' } }),
  },
  {
    name: 'Calls of a proxy by /authz',
    url: '/authz?resource=orders&agent=bot-1',
    headers: { 'x-original-method': 'GET', 'x-original-uri': PATH },
    body: '',
    event: JSON.stringify({
      ...JSON.parse(ALLOWED_BODY),
      content: `GET ${PATH}`,
      context: { destinationName: PATH },
    }),
  },
];

const RULES = [{ name: 'Tools', rules: [{ tools: 'read_*', action: 'READ_DATA', resource: 'orders' }] }];

export async function measureDoors(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  const { baseUrl } = await stage.startService();
  const applied = await fetch(`${baseUrl}/v1/tool-rules/apply`, {
    method: 'POST',
    headers: headersFor(ORGANIZATION),
    body: JSON.stringify({ toolRules: RULES }),
  });
  if (!applied.ok) throw new Error(`the tool rules were answered with ${applied.status}`);
  for (const door of DOORS) {
    // The first call of a door takes longer than a round.
    await (
      await fetch(baseUrl + door.url, {
        method: 'POST',
        headers: { ...headersFor(ORGANIZATION), ...door.headers },
        body: door.body,
      })
    ).text();
    const rounds = await measureDoor(baseUrl, door);
    rows.push({
      what: `${door.name}/s, ${CONNECTIONS} connections`,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `POST /v1/events, the same act: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
      unit: '',
      target: { bound: 'min', value: SHARE_OF_EVENTS_MIN },
    });
  }
  return rows;
}

function measureDoor(baseUrl: string, { name, url, headers, body, event, isEachAnother = false }: Door) {
  return withDecider((decide) => {
    const load = (path: string, request: { headers: Record<string, string>; body: string }) =>
      decide('', ORGANIZATION, {
        url: baseUrl + path,
        connections: CONNECTIONS,
        requests: [{ ...request, headers: { ...headersFor(ORGANIZATION), ...request.headers } }],
        until: { seconds: SHORT_ROUNDS.seconds },
        withKeys: isEachAnother,
      });
    return alternate(
      name,
      { name, measure: () => load(url, { headers, body }) },
      { name: 'events', measure: () => load('/v1/events', { headers: {}, body: event }) },
      SHORT_ROUNDS.rounds,
    );
  });
}
