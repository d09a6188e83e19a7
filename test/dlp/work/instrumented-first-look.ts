/**
 * Puts a twin of the compiled first look into its place. In it every entry of a function and every round of a loop
 * calls back. It is compiled from the same source; only the pass that adds the calls comes last.
 */
import asc from 'assemblyscript/asc';
import { readRepositoryFile } from '../../tidy/source-files.ts';
import { charges } from './built-ins.ts';
import { FIRST_LOOK_OPTIONS, FIRST_LOOK_SOURCE } from './first-look-options.ts';

/** Neither the types of Node.js nor those of the language have it. */
const machine = globalThis as unknown as {
  WebAssembly: {
    Module: new (code: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { exports: unknown };
  };
};
const OUTPUT = 'instrumented.wasm';

/** To be called before the scan is loaded, which takes its module as soon as it is. */
export async function instrumentFirstLook(): Promise<void> {
  let compiled = new Uint8Array();
  const { error } = await asc.main(
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
  const { Module, Instance } = machine.WebAssembly;
  const instrumented = new Module(compiled);
  const count = () => {
    charges.total += 1;
  };
  Object.assign(machine.WebAssembly, {
    Module: function takeInstrumented() {
      return instrumented;
    },
    Instance: function instantiate(module: object, imports: { env: object }) {
      const { exports } = new Instance(module, {
        env: { ...imports.env, log_execution: count },
      });
      return { exports };
    },
  });
}
