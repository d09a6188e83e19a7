// SPDX-License-Identifier: Apache-2.0
/** Every weight of the risk score, and the two tables that risk shares with policies. Data only. */
import type { ActionFamily, Classification, Destination, EventAction, LgpdCategory, RiskLevel } from '@svc/contract';

export const ACTION_POINTS: Readonly<Record<EventAction, number>> = {
  READ_DATA: 5,
  WRITE_DATA: 15,
  SEND_EMAIL: 20,
  EXPORT_DATA: 25,
  DELETE_DATA: 30,
};

export const CLASSIFICATION_POINTS: Readonly<Record<Classification, number>> = {
  PUBLIC: 0,
  INTERNAL: 5,
  SENSITIVE: 15,
  EMPLOYEE: 15,
  FINANCIAL: 20,
  CUSTOMER_PII: 20,
};

export const DESTINATION_POINTS: Readonly<Record<Destination, number>> = {
  INTERNAL: 0,
  EXTERNAL_EMAIL: 15,
  EXTERNAL_API: 15,
};

/** The first row whose `above` is exceeded counts; no row, no points. */
export const RECORDS_POINTS: readonly { readonly above: number; readonly points: number }[] = [
  { above: 10_000, points: 20 },
  { above: 1_000, points: 15 },
  { above: 100, points: 10 },
  { above: 10, points: 5 },
];

/** Findings in the content, by category; only the highest counts. */
export const CONTENT_POINTS: Readonly<Record<LgpdCategory, number>> = {
  IDENTIFICATION: 10,
  CONTACT: 10,
  LOCATION: 10,
  FINANCIAL: 20,
  HEALTH: 20,
  COMPANY: 10,
  CREDENTIALS: 30,
};

/** Content that a test case calls sensitive without a type. */
export const UNTYPED_CONTENT_POINTS = 10;
export const OUTSIDE_BUSINESS_HOURS_POINTS = 5;
export const OPEN_ANOMALY_POINTS = 10;

/** The first row whose `from` is reached is the level. */
export const RISK_LEVEL_FROM: readonly { readonly from: number; readonly level: RiskLevel }[] = [
  { from: 80, level: 'CRITICAL' },
  { from: 60, level: 'HIGH' },
  { from: 30, level: 'MEDIUM' },
  { from: 0, level: 'LOW' },
];

/** The family under which a policy names an event action. An e-mail is an export: data leaves. */
export const FAMILY_OF_ACTION: Readonly<Record<EventAction, Exclude<ActionFamily, 'ANY'>>> = {
  READ_DATA: 'READ',
  WRITE_DATA: 'WRITE',
  DELETE_DATA: 'DELETE',
  EXPORT_DATA: 'EXPORT',
  SEND_EMAIL: 'EXPORT',
};
