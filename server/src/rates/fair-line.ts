/**
 * A bounded line of jobs, in which owners rotate: a job of one owner does not wait for all of another's. A full line
 * takes the job of an owner who has few in it, and gives up the newest of the owner who has most.
 */

export interface LineLimits {
  waitingMax: number;
  waitingPerOwnerMax: number;
  /** Jobs of one owner that run at the same time. */
  runningPerOwnerMax: number;
}

/** `all` and `owner`: too many wait, and the job is not in the line. `displaced` left the line for this job. */
export interface Pushed<Job> {
  place: 'waits' | 'all' | 'owner';
  displaced: Job | null;
}

export class FairLine<Job> {
  readonly #limits: LineLimits;
  /** Waiting jobs by owner; the owner that comes next is first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #running = new Map<string, number>();
  #count = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#count;
  }

  waits(owner: string): boolean {
    return this.#waiting.has(owner);
  }

  push(owner: string, job: Job): Pushed<Job> {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= this.#limits.waitingPerOwnerMax) return { place: 'owner', displaced: null };
    let displaced: Job | null = null;
    if (this.#count >= this.#limits.waitingMax) {
      displaced = this.#displace(own.length + 1);
      if (displaced === null) return { place: 'all', displaced };
    }
    own.push(job);
    this.#waiting.set(owner, own);
    this.#count += 1;
    return { place: 'waits', displaced };
  }

  /** The newest job of the owner with most of them, if these are more than so many. */
  #displace(than: number): Job | null {
    let longest: Job[] = [];
    for (const jobs of this.#waiting.values()) if (jobs.length > longest.length) longest = jobs;
    if (longest.length <= than) return null;
    this.#count -= 1;
    return longest.pop() ?? null;
  }

  /** The next job that may run; its end is told with `end`. Undefined when there is none. */
  shift(): { owner: string; job: Job } | undefined {
    for (const [owner, own] of this.#waiting) {
      const running = this.#running.get(owner) ?? 0;
      if (running >= this.#limits.runningPerOwnerMax) continue;
      const job = own.shift() as Job;
      this.#waiting.delete(owner);
      if (own.length > 0) this.#waiting.set(owner, own);
      this.#running.set(owner, running + 1);
      this.#count -= 1;
      return { owner, job };
    }
    return undefined;
  }

  end(owner: string): void {
    const running = (this.#running.get(owner) ?? 0) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
  }

  /** Takes every waiting job out. */
  clear(): Job[] {
    const jobs = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#count = 0;
    return jobs;
  }
}
