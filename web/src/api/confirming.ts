// SPDX-License-Identifier: Apache-2.0
/** Asks the person to confirm who they are. The part that shows the question registers here. */

type Ask = () => Promise<boolean>;

let asking: Ask | null = null;
let answer: Promise<boolean> | null = null;
let giveUp: () => void = () => undefined;

/** @returns takes it away again, with the question that it shows: no one can answer it then */
export function askToConfirmBy(ask: Ask): () => void {
  asking = ask;
  return () => {
    if (asking !== ask) return;
    asking = null;
    giveUp();
  };
}

/** True once the person confirmed; calls that are refused at the same time share one question. */
export function confirmPerson(): Promise<boolean> {
  if (asking === null) return Promise.resolve(false);
  answer ??= answerOf(asking).finally(() => {
    answer = null;
  });
  return answer;
}

function answerOf(ask: Ask): Promise<boolean> {
  const givenUp = new Promise<boolean>((resolve) => {
    giveUp = () => resolve(false);
  });
  return Promise.race([ask(), givenUp]);
}
