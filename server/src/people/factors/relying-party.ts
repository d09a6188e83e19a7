// SPDX-License-Identifier: Apache-2.0
/** The names by which authenticators know this deployment. */
import type pg from 'pg';
import type { Vault } from '../../platform/vault/index.ts';
import type { Attempts } from '../../storage/limits/index.ts';

export interface FactorDeps {
  pool: pg.Pool;
  vault: Vault;
  attempts: Attempts;
  /** Public address of the service. */
  baseUrl: () => string;
  /** Origins of our own pages. */
  origins: () => ReadonlySet<string>;
}

/** The parts of the service that tell its relying party. */
export type Party = Pick<FactorDeps, 'baseUrl' | 'origins'>;

interface RelyingParty {
  /** The host of the public address; at a loopback address `localhost`, since a passkey needs a name. */
  id: string;
  name: string;
  /** Ids that an answer may be bound to. */
  ids: string[];
  origins: string[];
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/;

export function relyingParty({ baseUrl, origins }: Party): RelyingParty {
  const { hostname } = new URL(baseUrl());
  const id = LOOPBACK.test(hostname) ? 'localhost' : hostname;
  return { id, name: 'svc', ids: [...new Set([id, hostname])], origins: [...origins()] };
}
