// SPDX-License-Identifier: Apache-2.0
/** Python packages beside ours, as `pip` installs them from its index into an environment of their own. */
import { join } from 'node:path';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { type Installation, installedBy, run, setUp } from './index.ts';

/** The configuration of pip and of the network; no other variable of this process is passed on. */
const SET_UP = /^(PATH|HOME|PIP_\w+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(https?|no)_proxy)$/i;

/**
 * Installs what `requirements.txt` of the folder pins: every package of the whole tree, and built ones alone.
 * @param name of a folder in sdk/compatibility
 * @throws Error when there is no python3 with venv, or its index cannot be reached
 */
export async function installPythonWith(name: string): Promise<Installation> {
  return await installedBy(name, async (folder) => {
    const step = async (program: string, args: readonly string[]) => {
      const { code, stderr } = await run(program, args, folder, PROGRAM_WITHIN_MS, setUp(SET_UP));
      if (code !== 0) throw new Error(`\`${program} ${args.join(' ')}\` ended with ${code}.\n${stderr}`);
    };
    const python = join(folder, 'venv/bin/python');
    await step('python3', ['-m', 'venv', 'venv']);
    const pinned = ['--no-deps', '--only-binary', ':all:', '--quiet', '--requirement', 'requirements.txt'];
    await step(python, ['-m', 'pip', 'install', ...pinned]);
    await step(python, ['-m', 'pip', 'check']);
  });
}
