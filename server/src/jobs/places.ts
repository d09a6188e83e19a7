/** Places for tasks that run at once; who finds none waits in order. */
export interface Places {
  /** @returns frees the place */
  take(): Promise<() => void>;
}

export function createPlaces(count: number): Places {
  const waiting: (() => void)[] = [];
  let free = count;
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
