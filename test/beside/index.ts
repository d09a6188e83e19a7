// SPDX-License-Identifier: Apache-2.0
/** The programs of this folder with the part of their types that tests use; a clone brings neither. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tidy/source-files.ts';

const FOLDER = join(ROOT, 'test/beside');

interface Diagnostics {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { type: string };
}

/** Proves that an expression matches in linear time. */
export function recheck(): {
  checkSync(source: string, flags: string, options: { timeout: number }): Diagnostics;
} {
  return createRequire(join(FOLDER, 'package.json'))('recheck');
}

interface Compiler {
  main(
    args: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: string | Uint8Array): void;
      listFiles(): string[];
    },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

export async function assemblyScript(): Promise<Compiler> {
  const file = pathToFileURL(join(FOLDER, 'node_modules/assemblyscript/dist/asc.js'));
  return (await import(file.href)) as Compiler;
}

/** The library by which receivers verify deliveries. */
export function standardWebhooks(): {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown };
} {
  return createRequire(join(FOLDER, 'package.json'))('standardwebhooks');
}

interface ReadEvent {
  time: string;
  validate(): boolean;
}

/** The SDK by which receivers read events. */
export function cloudEvents(): {
  HTTP: { toEvent(message: { headers: Record<string, string>; body: string }): ReadEvent };
} {
  return createRequire(join(FOLDER, 'package.json'))('cloudevents');
}

/** Checks documents against the schema of CycloneDX. */
export function cycloneDx(): { validate(text: string): Promise<unknown> } {
  const { Spec, Validation } = createRequire(join(FOLDER, 'package.json'))('@cyclonedx/cyclonedx-library');
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6);
}
