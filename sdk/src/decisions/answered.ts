// SPDX-License-Identifier: Apache-2.0
/** The answer to a program's question: a decision, or its fallback. */
import type { Decision } from '../wire.ts';

/** A decision that the service made. */
export type Answered<Of extends Decision> = Of & { degraded: false };

/** The fallback for a decision while the service cannot be reached. It is not recorded and cannot be fetched. */
export type Fallback<Of extends Decision> = Omit<Of, 'id' | 'gateway'> & {
  id: null;
  degraded: true;
} & ('gateway' extends keyof Of ? { gateway: null } : unknown);

/** Act on `finalDecision`; `degraded` tells the two apart. */
export type MaybeDegraded<Of extends Decision> = Answered<Of> | Fallback<Of>;
