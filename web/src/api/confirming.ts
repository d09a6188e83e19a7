// SPDX-License-Identifier: Apache-2.0
/** Asks the person to confirm who they are. The part that shows the question registers here. */

type Ask = () => Promise<boolean>;

let asking: Ask | null = null;
let answer: Promise<boolean> | null = null;

/** @returns takes it away again */
export function askToConfirmBy(ask: Ask): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = null;
  };
}

/** True once the person confirmed; calls that are refused at the same time share one question. */
export function confirmPerson(): Promise<boolean> {
  answer ??= (asking === null ? Promise.resolve(false) : asking()).finally(() => {
    answer = null;
  });
  return answer;
}
