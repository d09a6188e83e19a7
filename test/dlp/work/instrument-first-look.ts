// SPDX-License-Identifier: Apache-2.0
/**
 * Compiles a twin of the first look, in which every entry of a function and every round of a loop calls back. It is
 * compiled from the same source; only the pass that adds the calls comes last.
 */
import { assemblyScript } from '../../beside/index.ts';
import { readRepositoryFile } from '../../tidy/source-files.ts';
import { FIRST_LOOK_OPTIONS, FIRST_LOOK_SOURCE } from './first-look-options.ts';

const OUTPUT = 'instrumented.wasm';

/** @returns WebAssembly, which imports `env.log_execution` */
export async function instrumentFirstLook(): Promise<Uint8Array> {
  let compiled = new Uint8Array();
  const { error } = await (await assemblyScript()).main(
    [FIRST_LOOK_SOURCE, '--outFile', OUTPUT, ...FIRST_LOOK_OPTIONS, '--runPasses', 'log-execution'],
    {
      readFile: (name: string) => (name === FIRST_LOOK_SOURCE ? readRepositoryFile(FIRST_LOOK_SOURCE) : null),
      writeFile: (_name: string, contents: string | Uint8Array) => {
        compiled = Uint8Array.from(Buffer.from(contents));
      },
      listFiles: () => [],
    },
  );
  if (error !== null) throw error;
  return compiled;
}
