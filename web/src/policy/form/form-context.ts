// SPDX-License-Identifier: Apache-2.0
/** The things that every row of the form shares. */
import type { Dispatch } from 'react';
import { createContext, useContext } from 'react';
import type { Edit } from '../draft/edit.ts';

export interface FormContext {
  edit: Dispatch<Edit>;
  /** The other side has a fault, or the person may not change policies. */
  isOff: boolean;
  /** Sentences about what is wrong, by the id of the row. */
  faults: ReadonlyMap<number, string>;
  /** Sentences about what is probably unintended. */
  warnings: ReadonlyMap<number, string>;
  /** Names of agents by their ids, in lower case. */
  agentNames: ReadonlyMap<string, string>;
  /** The name of an agent that was chosen. */
  learnName(id: string, name: string): void;
}

const Context = createContext<FormContext | null>(null);
export const FormContextProvider = Context;

export function useFormContext(): FormContext {
  const value = useContext(Context);
  if (value === null) throw new Error('a row stands outside its form');
  return value;
}
