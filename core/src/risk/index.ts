// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the risk score of an event, and the table that turns an action into its family. It reads the LGPD category of a
 * finding from dlp, and refuses to know policies, permissions and the consequences of a score.
 */
export { categoriesOfTypes, orderedTypes } from './findings.ts';
export {
  RISK_FACTOR_CODES,
  type Risk,
  type RiskFactor,
  type RiskFactorCode,
  type RiskFacts,
  riskLevelOf,
  scoreRisk,
} from './score.ts';
export {
  ACTION_POINTS,
  CLASSIFICATION_POINTS,
  CONTENT_POINTS,
  DESTINATION_POINTS,
  FAMILY_OF_ACTION,
  OPEN_ANOMALY_POINTS,
  OUTSIDE_BUSINESS_HOURS_POINTS,
  RECORDS_POINTS,
  UNTYPED_CONTENT_POINTS,
} from './table.ts';
