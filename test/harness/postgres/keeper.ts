// SPDX-License-Identifier: Apache-2.0

import { type WhenGone, whenGone } from '../when-gone/index.ts';

/**
 * Ends the server and removes its directory when this process is gone, however it ended. A small shell waits for the
 * end of its input, which the kernel closes with us. It checks the command line before it signals, because the pid in
 * the file may belong to another process by then. After a clean end it finds nothing to do.
 */
export function keepClean(dataDir: string): WhenGone {
  return whenGone(SCRIPT, dataDir);
}

/** A hundred waits of 50 ms bound the server's end. */
const SCRIPT = `
cat > /dev/null
file="$1/postgres/postmaster.pid"
pid=$(head -n 1 "$file" 2> /dev/null)
if [ -n "$pid" ]; then
  if [ -r "/proc/$pid/cmdline" ]; then words=$(tr '\\0' ' ' < "/proc/$pid/cmdline")
  else words=$(ps -o args= -p "$pid"); fi
  case "$words" in *cluster_name=svc-*) kill -QUIT "$pid" ;; esac
  waits=0
  while [ -e "$file" ] && kill -0 "$pid" && [ "$waits" -lt 100 ]; do sleep 0.05; waits=$((waits + 1)); done
fi
rm -rf "$1"
`;
