// SPDX-License-Identifier: Apache-2.0
/** Where the processes of the hook note which calls ran. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of the person; where there is no home, one in the system's folder for temporary files. */
export function usedCallsFolder({ XDG_STATE_HOME, HOME }: Readonly<Record<string, string | undefined>>): string {
  if (XDG_STATE_HOME !== undefined && XDG_STATE_HOME !== '') return join(XDG_STATE_HOME, 'svc', 'used-calls');
  if (HOME !== undefined && existsSync(HOME)) return join(HOME, '.local', 'state', 'svc', 'used-calls');
  return join(tmpdir(), `svc-used-calls-${process.getuid?.() ?? 'all'}`);
}
