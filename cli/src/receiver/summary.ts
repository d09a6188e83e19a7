// SPDX-License-Identifier: Apache-2.0
/** The content of a delivery in one line. Fields may be missing or of another type: a later service may send more. */
import { EVENT_ACTIONS, type EventAction } from '@svc/contract/enums';
import { actionSentence } from '@svc/core/action-sentence';

const CHARACTERS_MAX = 300;

type Fields = Readonly<Record<string, unknown>>;

/** @param body of a delivery that verifies @returns its type and a sentence, neither fit for a terminal as it is */
export function summaryOf(body: unknown): { type: string; sentence: string } {
  const { type, data } = fieldsOf(body);
  const told = fieldsOf(data);
  const sentence = decisionSentence(told) ?? (typeof told.message === 'string' ? told.message : 'no summary');
  return { type: typeof type === 'string' ? type : 'UNKNOWN', sentence: sentence.slice(0, CHARACTERS_MAX) };
}

function decisionSentence({ agent, action, resource, decision, riskScore, riskLevel }: Fields): string | null {
  if (typeof agent !== 'string' || typeof resource !== 'string' || !isEventAction(action)) return null;
  // A delivery does not tell the classification, which would name the kind of data.
  const untold = { classification: 'INTERNAL', destination: null, recordsAffected: null } as const;
  const wants = actionSentence({ agent, action, resource, ...untold }, 'en');
  return `${wants} ${String(decision)}, risk ${String(riskScore)} (${String(riskLevel)}).`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isEventAction(value: unknown): value is EventAction {
  return (EVENT_ACTIONS as readonly unknown[]).includes(value);
}
