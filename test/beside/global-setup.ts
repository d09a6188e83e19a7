// SPDX-License-Identifier: Apache-2.0
/** Installs the programs of this folder, once for all workers of a run. */
import { installBeside } from '../../scripts/install-beside.mjs';

export function setup(): void {
  installBeside('test/beside');
}
