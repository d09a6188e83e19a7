// SPDX-License-Identifier: Apache-2.0
/** Messages between the first process, which watches, and those that serve. */
import type { Prepared } from '../prepare.ts';
import type { Neighbour } from './homes.ts';

export type ToMember =
  | {
      kind: 'start';
      number: number;
      /** It holds the sockets between members. */
      folder: string;
      shared: Pick<Prepared, 'address' | 'databaseConnections' | 'loopbackFor'>;
    }
  | { kind: 'neighbours'; neighbours: readonly Neighbour[] }
  | { kind: 'drain' }
  | { kind: 'stop' };

export type FromMember =
  /** It hears what it is told from now on. */
  | { kind: 'here' }
  /** It takes drafts. */
  | { kind: 'joined' }
  | { kind: 'listening'; address: string; firstOwnerLink: string | null }
  /** It stops, and is no home any more. */
  | { kind: 'leaving' };
