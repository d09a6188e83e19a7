// SPDX-License-Identifier: Apache-2.0
/** The answer to a question. The words of the standards stand in it as on the wire. */
export interface Evaluation {
  decision: boolean;
  context?: EvaluationContext;
}

export interface EvaluationContext {
  evaluation_id?: string;
  reason?: string;
  /** Sentences for people. */
  reasons?: readonly string[];
  access_request?: { endpoint: string; expires_at: string };
  next_action?: 'request' | 'retry' | 'none';
  /** Seconds. */
  retry_after?: number;
  error?: { status: number; message: string };
}
