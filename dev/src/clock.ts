// SPDX-License-Identifier: Apache-2.0
/**
 * The clock of this process, which the seed sets. The service inside decides, links and signs at that time. A history
 * of days thus takes seconds, and its audit chain is sound. PostgreSQL keeps its own time.
 */
export interface Clock {
  moveTo(ms: number): void;
  /** The time of the machine again. */
  restore(): void;
}

export function takeClock(): Clock {
  const Real = Date;
  let offsetMs = 0;
  const now = () => Real.now() + offsetMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  return {
    moveTo: (ms) => {
      offsetMs = ms - Real.now();
    },
    restore: () => {
      globalThis.Date = Real;
    },
  };
}
