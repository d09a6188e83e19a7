// SPDX-License-Identifier: Apache-2.0
/** Puts an instrumented twin of the compiled first look into its place, and counts how often it calls back. */
import { charges } from './built-ins.ts';

/** Neither the types of Node.js nor those of the language have it. */
const machine = globalThis as unknown as {
  WebAssembly: {
    Module: new (code: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { exports: unknown };
  };
};

/** To be called before the scan is loaded, which takes its module as soon as it is. @param code see `instrumentFirstLook` */
export function countFirstLook(code: Uint8Array): void {
  const { Module, Instance } = machine.WebAssembly;
  const instrumented = new Module(code);
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
