// SPDX-License-Identifier: Apache-2.0
/** Colours, on a terminal only and unless NO_COLOR is set. */
import pico from 'picocolors';
import { type Environment, variable } from '../world.ts';

export type Paint = ReturnType<typeof pico.createColors>;

export function paintFor(stream: { readonly isTTY?: boolean }, env: Environment): Paint {
  const isWanted = stream.isTTY === true && variable(env, 'NO_COLOR') === undefined && env.TERM !== 'dumb';
  return pico.createColors(isWanted);
}
