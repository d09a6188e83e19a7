// SPDX-License-Identifier: Apache-2.0
/** A line in which holders rotate, and within a holder its keys; each key's jobs are in the order of their arrival. */
import type { Holder } from './holders.ts';

/** The jobs of one holder. The key that comes next is first. */
interface Group<Job> {
  holder: Holder;
  jobsOf: Map<string, Job[]>;
  count: number;
}

export class WaitingLine<Job> {
  /** By the id of the holder; the one that comes next is first. */
  readonly #groups = new Map<string, Group<Job>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  countOf({ id }: Holder): number {
    return this.#groups.get(id)?.count ?? 0;
  }

  push(holder: Holder, key: string, job: Job): void {
    const group = this.#groups.get(holder.id) ?? { holder, jobsOf: new Map<string, Job[]>(), count: 0 };
    const jobs = group.jobsOf.get(key) ?? [];
    jobs.push(job);
    group.jobsOf.set(key, jobs);
    this.#groups.set(holder.id, group);
    this.#add(group, 1);
  }

  /** The next job of the first holder that may have one. Holder and key go to the end of their rotations. */
  take(may: (holder: Holder) => boolean): { holder: Holder; job: Job } | undefined {
    for (const group of this.#groups.values()) {
      if (!may(group.holder)) continue;
      const { holder, jobsOf } = group;
      const [[key, jobs]] = jobsOf as unknown as [[string, Job[]]];
      const job = jobs.shift() as Job;
      jobsOf.delete(key);
      if (jobs.length > 0) jobsOf.set(key, jobs);
      this.#groups.delete(holder.id);
      this.#groups.set(holder.id, group);
      this.#add(group, -1);
      return { holder, job };
    }
    return undefined;
  }

  /** A holder that has just had a place comes after all who have not. */
  defer({ id }: Holder): void {
    const group = this.#groups.get(id);
    if (group === undefined) return;
    this.#groups.delete(id);
    this.#groups.set(id, group);
  }

  /** Gives up the newest job of the fullest key of the holder with most jobs, where these are more than so many. */
  displace(than: number): Job | null {
    const group = largest(this.#groups.values(), ({ count }) => count);
    if (group === undefined || group.count <= than) return null;
    const [key, jobs] = largest(group.jobsOf, ([, one]) => one.length) as [string, Job[]];
    const job = jobs.pop() as Job;
    if (jobs.length === 0) group.jobsOf.delete(key);
    this.#add(group, -1);
    return job;
  }

  remove({ id }: Holder, key: string, job: Job): boolean {
    const group = this.#groups.get(id);
    const jobs = group?.jobsOf.get(key) ?? [];
    const at = jobs.indexOf(job);
    if (group === undefined || at === -1) return false;
    jobs.splice(at, 1);
    if (jobs.length === 0) group.jobsOf.delete(key);
    this.#add(group, -1);
    return true;
  }

  clear(): Job[] {
    const jobs = [...this.#groups.values()].flatMap(({ jobsOf }) => [...jobsOf.values()].flat());
    this.#groups.clear();
    this.#count = 0;
    return jobs;
  }

  #add(group: Group<Job>, jobs: number): void {
    this.#count += jobs;
    group.count += jobs;
    if (group.count === 0) this.#groups.delete(group.holder.id);
  }
}

function largest<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Item | undefined {
  let found: Item | undefined;
  for (const item of items) if (found === undefined || sizeOf(item) > sizeOf(found)) found = item;
  return found;
}
