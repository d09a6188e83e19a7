// SPDX-License-Identifier: Apache-2.0
/**
 * The metadata of directories, kept for a while, and the client that asks them. Keys are read at each sign-in, so
 * that a directory may change them at any time.
 */
import { LRUCache } from 'lru-cache';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Egress } from '../../outgoing/egress/index.ts';
import { type Clock, systemClock } from '../../platform/clock/index.ts';
import { type DirectoryCaller, directoryFetch } from './directory-fetch.ts';
import { readDiscovered } from './discovered.ts';
import { CLOCK_TOLERANCE_SECONDS, DIRECTORIES_KEPT_MAX, DIRECTORY_KEPT_MS, DIRECTORY_TIMEOUT_MS } from './limits.ts';

/** A directory as its organization has registered us there. */
export interface Registered extends DirectoryCaller {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface Directories {
  /** @param isFresh asks now @throws DirectoryFault */
  discover(registered: Omit<Registered, 'clientSecret'>, isFresh?: boolean): Promise<ServerMetadata>;
  /** The library's client, whose answers are all checked, signatures too. @throws DirectoryFault */
  client(registered: Registered): Promise<Configuration>;
  /** The JSON at an address that the directory has named. @throws DirectoryFault */
  read(caller: DirectoryCaller, url: string): Promise<unknown>;
  clock: Clock;
}

/** Loaded with the first sign-in: a start does not wait for it. */
const loadLibrary = () => import('openid-client');

export function createDirectories(egress: Pick<Egress, 'request'>, clock: Clock): Directories {
  const kept = new LRUCache<string, { metadata: ServerMetadata; readAtMs: number }>({ max: DIRECTORIES_KEPT_MAX });
  const reading = new Map<string, Promise<ServerMetadata>>();

  const askAnew = async (key: string, registered: Omit<Registered, 'clientSecret'>): Promise<ServerMetadata> => {
    const metadata = await readDiscovered(await loadLibrary(), directoryFetch(egress, registered), registered.issuer);
    kept.set(key, { metadata, readAtMs: clock.nowMs() });
    return metadata;
  };
  const discover: Directories['discover'] = async (registered, isFresh = false) => {
    const { organizationId, issuer, privateNetworks } = registered;
    const key = JSON.stringify([organizationId, issuer, privateNetworks]);
    const known = kept.get(key);
    if (!isFresh && known !== undefined && clock.nowMs() - known.readAtMs < DIRECTORY_KEPT_MS) return known.metadata;
    const asking = reading.get(key) ?? askAnew(key, registered).finally(() => reading.delete(key));
    reading.set(key, asking);
    return await asking;
  };
  return {
    clock,
    discover,
    async client(registered) {
      const [library, metadata] = await Promise.all([loadLibrary(), discover(registered)]);
      const { clientId, clientSecret } = registered;
      const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authentication = methods.includes('client_secret_basic')
        ? library.ClientSecretBasic(clientSecret)
        : library.ClientSecretPost(clientSecret);
      const own = {
        [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
        // The library asks the machine for the time.
        [library.clockSkew]: Math.round((clock.nowMs() - systemClock.nowMs()) / 1_000),
      };
      const client = new library.Configuration(metadata, clientId, own, authentication);
      client[library.customFetch] = directoryFetch(egress, registered);
      client.timeout = DIRECTORY_TIMEOUT_MS / 1_000;
      // The guarded client refuses http but where the operator opened the address.
      library.allowInsecureRequests(client);
      library.enableNonRepudiationChecks(client);
      return client;
    },
    async read(caller, url) {
      const ask = directoryFetch(egress, caller);
      return await (await ask(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })).json();
    },
  };
}
