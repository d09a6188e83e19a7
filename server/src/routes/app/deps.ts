/** The dependencies of the app's routes. */
import type pg from 'pg';
import type { AddressList } from '../../addresses/index.ts';
import type { Checkpoints } from '../../audit/index.ts';
import type { Metrics } from '../../metrics/index.ts';
import type { SignInDeps } from '../../sessions/index.ts';
import type { Vault } from '../../vault/index.ts';

export interface AppRouteDeps extends SignInDeps {
  pool: pg.Pool;
  vault: Vault;
  metrics: Metrics;
  checkpoints: Checkpoints;
  trustedProxies: AddressList;
  /** Origins of our own pages; asked for late, since the port may be chosen when listening. */
  origins: () => ReadonlySet<string>;
}
