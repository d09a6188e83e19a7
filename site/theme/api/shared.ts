// SPDX-License-Identifier: Apache-2.0
/** A value that the parts of one page share. It is in memory alone: a load of the page begins anew. */
export interface Shared<Value> {
  read(): Value;
  write(value: Value): void;
  follow(listener: () => void): () => void;
}

export function shared<Value>(first: Value): Shared<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
