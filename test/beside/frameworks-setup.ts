// SPDX-License-Identifier: Apache-2.0
/** Installs the frameworks of the tests in sdk/compatibility/frameworks. */
import { installBeside } from '../../scripts/install-beside.mjs';

export function setup(): void {
  installBeside('sdk/compatibility/frameworks');
}
