// SPDX-License-Identifier: Apache-2.0
/** A key or secret of an option: the value itself, or `-` for stdin, so that no list of processes holds it. */
import { readKeyMaterial } from '@svc/core/text-input';
import type { Streams } from './world.ts';

const KEY_CHARACTERS_MAX = 4_096;

export async function givenKey(streams: Pick<Streams, 'stdin'>, value: string): Promise<string> {
  return readKeyMaterial(value === '-' ? await readStdin(streams) : value);
}

async function readStdin({ stdin }: Pick<Streams, 'stdin'>): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > KEY_CHARACTERS_MAX) break;
  }
  return text;
}
