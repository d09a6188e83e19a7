/** Python packages beside ours, as `pip` installs them from its index into an environment of their own. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { ROOT } from '../../tidy/source-files.ts';
import { type Installation, run } from './index.ts';

/** The configuration of pip and of the network; no other variable of this process is passed on. */
const SET_UP = /^(PATH|HOME|PIP_\w+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(https?|no)_proxy)$/i;

/**
 * Installs what `requirements.txt` of the folder pins: every package of the whole tree, and built ones alone.
 * @param name of a folder in sdk/compatibility
 * @throws Error when there is no python3 with venv, or its index cannot be reached
 */
export async function installPythonWith(name: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  const python = join(folder, 'venv/bin/python');
  const step = async (program: string, args: readonly string[]) => {
    const { code, stderr } = await run(program, args, folder, PROGRAM_WITHIN_MS, setUp());
    if (code !== 0) throw new Error(`\`${program} ${args.join(' ')}\` ended with ${code}.\n${stderr}`);
  };
  try {
    await cp(join(ROOT, 'sdk/compatibility', name), folder, { recursive: true });
    await step('python3', ['-m', 'venv', 'venv']);
    const pinned = ['--no-deps', '--only-binary', ':all:', '--quiet', '--requirement', 'requirements.txt'];
    await step(python, ['-m', 'pip', 'install', ...pinned]);
    await step(python, ['-m', 'pip', 'check']);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    run: (program, args, env, answer) => run(program, args, folder, PROGRAM_WITHIN_MS, env, answer),
  };
}

function setUp(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      SET_UP.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}
