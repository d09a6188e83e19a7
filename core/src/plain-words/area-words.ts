// SPDX-License-Identifier: Apache-2.0
/** The words of a language for areas of events. */
import type { Classification, Destination, DlpType, EventAction } from '@svc/contract/enums';

export interface AreaWords {
  anyAgent: string;
  anyAgentBut(names: string): string;
  anyAction: string;
  verbs: Readonly<Record<EventAction, string>>;
  anyData: string;
  objects: Readonly<Record<Classification, string>>;
  justOf(names: string): string;
  allBut(names: string): string;
  destinations: Readonly<Record<Destination, string>>;
  /** Any that is not internal. */
  outside: string;
  noDestination: string;
  /** Null: no upper bound. */
  records(from: number, to: number | null): string;
  recordsNotStated: string;
  orNotStated(records: string): string;
  types: Readonly<Record<DlpType, string>>;
  found(types: string): string;
  notFound(types: string): string;
  /** In business hours, and outside. */
  hours: readonly [string, string];
  /** Without an open anomaly, and with one. */
  anomaly: readonly [string, string];
  risk(from: number, to: number): string;
  others(count: number): string;
  listOr(words: readonly string[]): string;
}
