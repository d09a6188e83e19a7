/** Counts the calls under way of each owner, so that no owner takes the room of the others. */

export interface Owners {
  /** True when no more calls of this owner fit. A call without an owner always fits. */
  isFull(owner: string | undefined): boolean;
  enter(owner: string | undefined): void;
  leave(owner: string | undefined): void;
}

export function createOwners(callsMax: number): Owners {
  const calls = new Map<string, number>();
  return {
    isFull: (owner) => owner !== undefined && (calls.get(owner) ?? 0) >= callsMax,
    enter(owner) {
      if (owner !== undefined) calls.set(owner, (calls.get(owner) ?? 0) + 1);
    },
    leave(owner) {
      if (owner === undefined) return;
      const left = (calls.get(owner) ?? 1) - 1;
      if (left > 0) calls.set(owner, left);
      else calls.delete(owner);
    },
  };
}
