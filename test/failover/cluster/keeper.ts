// SPDX-License-Identifier: Apache-2.0
import { type WhenGone, whenGone } from '../../harness/when-gone/index.ts';
import { NETWORK } from './relay.ts';

/**
 * Ends every process of a run when this one is gone, however it ended, and removes the folder. A small shell waits for
 * the end of its input, which the kernel closes with us. Another process may have a noted pid by then. So the shell
 * ends those alone that name the folder in their command line, and services.
 */
export function keepClean(folder: string): WhenGone {
  return whenGone(SCRIPT, folder, NETWORK.namespace, NETWORK.bridge);
}

/** Patroni ends first, since it would start its PostgreSQL again. */
const SCRIPT = `
cat > /dev/null
words() { tr '\\0' ' ' < "/proc/$1/cmdline"; }
while read -r pid; do
  case "$(words "$pid")" in *"$1"* | *svc-server*) kill -KILL "$pid" ;; esac
done < "$1/pids"
for file in "$1"/*/data/postmaster.pid; do
  pid=$(head -n 1 "$file")
  case "$(words "$pid")" in *"$1"*) kill -KILL "$pid" $(ps -o pid= --ppid "$pid") ;; esac
done
ip netns del "$2"
ip link del "$3"
rm -rf "$1"
`;
