// SPDX-License-Identifier: Apache-2.0
/** Areas as answers hold them. */
import type { Area } from '@svc/core/analysis';

type Writable<Value> = Value extends readonly (infer Item)[]
  ? Writable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
    : Value;

/** @param area came from a thread as a copy that has no other holder */
export const writable = (area: Area): Writable<Area> => area as Writable<Area>;
