// SPDX-License-Identifier: Apache-2.0
/** The descriptions of a set of tools, looked up by a name that a model may have made up. */
import type { EventRequest } from '../wire.ts';

export type Describe = (input: unknown) => EventRequest;

/** The action of a call, by the name of its tool; false for a tool that needs no decision. */
export type Descriptions = Readonly<Record<string, ((input: never) => EventRequest) | false>>;

/** @throws TypeError when nothing is said about the tool */
export function descriptionOf(descriptions: object, name: string): Describe | false {
  const describe: unknown = Object.hasOwn(descriptions, name) ? descriptions[name as never] : undefined;
  if (describe === false || typeof describe === 'function') return describe as Describe | false;
  throw new TypeError(`Say what the tool ${name} does, or false for a tool that needs no decision.`);
}

/** For a call whose tool has no description, or whose name a model made up. */
export function unknownTool(name: string): string {
  return `Not run: svc knows no tool ${name}. Do not retry it; tell the user.`;
}
