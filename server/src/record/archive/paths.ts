// SPDX-License-Identifier: Apache-2.0
/** Names of the files of an organization's archive, as C2SP tlog-tiles writes them. */

/** Entries of a bundle, and hashes of a whole tile. */
export const TILE_WIDTH = 256;

export const CHECKPOINT_PATH = 'checkpoint';

/** The bundle `number` holds the entries from `number * 256 + 1` on, as lines. */
export function bundlePath(number: number): string {
  return `entries/${groupsOf(number)}.gz`;
}

/** @param width hashes in the tile */
export function tilePath(level: number, number: number, width: number): string {
  return `tile/${level}/${groupsOf(number)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** 1234067 is `x001/x234/067`. */
function groupsOf(number: number): string {
  const groups = (
    String(number)
      .padStart(Math.ceil(String(number).length / 3) * 3, '0')
      .match(/\d{3}/g) ?? []
  ).map((group, at, all) => (at === all.length - 1 ? group : `x${group}`));
  return groups.join('/');
}
