// SPDX-License-Identifier: Apache-2.0
/** Lists what waits for the answer of a person, by organization. */
import type { UnconfirmedAccess } from '@svc/contract';
import type pg from 'pg';
import { type Entrant, enterable } from '../../people/memberships/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

type Waiting = UnconfirmedAccess['organizations'][number];
type Kind = 'apiKeys' | 'webhooks' | 'integrations';

/** In the organizations that the person owns and this session may enter, as they list them. */
export async function readUnconfirmedAccess(pool: pg.Pool, entrant: Entrant): Promise<UnconfirmedAccess> {
  const owned = (await enterable(pool, entrant)).filter(({ role }) => role === 'OWNER');
  const ids = owned.map(({ id }) => id);
  if (ids.length === 0) return { organizations: [] };
  return await inTransaction(pool, ids, async (transaction) => {
    const rows = await transaction.query<{ id: string; url: string | null }>(SELECT_WAITING, [ids]);
    const urlOf = new Map(rows.map(({ id, url }) => [id, url]));
    const organizations: Waiting[] = [];
    for (const { id, name } of owned.filter((one) => urlOf.has(one.id))) {
      const of = async <Item>(kind: Kind) =>
        someOf<Item>(await transaction.query<Row<Item> & Record<string, unknown>>(SELECT[kind], [id]));
      organizations.push({
        id,
        name,
        apiKeys: await of<Waiting['apiKeys']['items'][number]>('apiKeys'),
        webhooks: await of<Waiting['webhooks']['items'][number]>('webhooks'),
        integrations: await of<Waiting['integrations']['items'][number]>('integrations'),
        checkpointUrl: urlOf.get(id) ?? null,
      });
    }
    return { organizations };
  });
}

type Row<Item> = Omit<Item, 'createdAt'> & { createdAt: Date; total: number };

function someOf<Item>(rows: readonly Row<Item>[]): { total: number; items: Item[] } {
  const items = rows.map(({ total: _total, createdAt, ...row }) => {
    return { ...row, createdAt: createdAt.toISOString() } as Item;
  });
  return { total: rows[0]?.total ?? 0, items };
}

const SELECT_WAITING = `
  SELECT organization_id AS id, checkpoint_url AS url FROM svc.organizations
  WHERE organization_id = ANY ($1::uuid[]) AND unconfirmed_since IS NOT NULL`;

const SHOWN_MAX = 100;

const select = (columns: string, table: string, condition = 'TRUE') => `
  SELECT id, ${columns}, created_at AS "createdAt", count(*) OVER ()::int AS total FROM svc.${table}
  WHERE organization_id = $1 AND ${condition}
  ORDER BY id LIMIT ${SHOWN_MAX}`;

const SELECT: Readonly<Record<Kind, string>> = {
  apiKeys: select('name, kind, key_prefix AS prefix', 'api_keys', 'revoked_at IS NULL'),
  webhooks: select('url', 'webhook_endpoints'),
  integrations: select('name, kind', 'integrations'),
};
