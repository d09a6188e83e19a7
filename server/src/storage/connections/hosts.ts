// SPDX-License-Identifier: Apache-2.0
/** An address may name several hosts, of which one takes changes: it is found by trying them in turn. */
import pg from 'pg';
import { databaseUrls } from '../../platform/addresses/index.ts';

/** The address of PostgreSQL: a connection string, which may name several hosts, or its parts. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

/** One address for each host, in the order in which they are tried. */
export function hostsOf(address: DatabaseAddress): DatabaseAddress[] {
  if (!('connectionString' in address)) return [address];
  return databaseUrls(address.connectionString).map((connectionString) => ({ connectionString }));
}

/** @throws the error of the only host, or one that tells those of all */
export async function firstOf<Connected>(
  address: DatabaseAddress,
  connect: (host: DatabaseAddress) => Promise<Connected>,
): Promise<Connected> {
  const faults: Error[] = [];
  for (const host of hostsOf(address)) {
    try {
      return await connect(host);
    } catch (error) {
      faults.push(error as Error);
    }
  }
  const [only] = faults;
  throw faults.length === 1 ? only : noneOf(faults);
}

type Lent = Parameters<pg.Pool['connect']>[0];

/** Connects to the host that took changes last, and to the others in turn when it does not. */
export class PoolOfHosts extends pg.Pool {
  readonly #hosts: readonly DatabaseAddress[];
  /** The place of the host that is tried next. */
  readonly #turn: { at: number };

  constructor(options: pg.PoolConfig, hosts: readonly DatabaseAddress[]) {
    const turn = { at: 0 };
    class HostClient extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super({ ...config, ...hosts[turn.at] });
      }
    }
    super({ ...options, Client: HostClient as unknown as NonNullable<pg.PoolConfig['Client']> });
    this.#hosts = hosts;
    this.#turn = turn;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(lent: Lent): void;
  override connect(lent?: Lent): Promise<pg.PoolClient> | undefined {
    const connecting = this.#inTurn();
    if (lent === undefined) return connecting;
    connecting.then(
      (client) => lent(undefined, client, client.release),
      (error: Error) => lent(error, undefined, () => {}),
    );
    return undefined;
  }

  async #inTurn(): Promise<pg.PoolClient> {
    const faults: Error[] = [];
    for (const _ of this.#hosts) {
      const { at } = this.#turn;
      try {
        return await super.connect();
      } catch (error) {
        faults.push(error as Error);
        // Others may have turned to the next one meanwhile.
        if (this.#turn.at === at) this.#turn.at = (at + 1) % this.#hosts.length;
      }
    }
    throw noneOf(faults);
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

function noneOf(faults: readonly Error[]): Error {
  const said = [...new Set(faults.map(({ message }) => message))].join('; ');
  const error = new AggregateError(faults, `none of the hosts takes changes: ${said}`);
  // A server that refuses tells more than a host that is away.
  const code = faults.map((fault) => (fault as { code?: unknown }).code).find((one) => SQLSTATE.test(String(one)));
  return code === undefined ? error : Object.assign(error, { code });
}
