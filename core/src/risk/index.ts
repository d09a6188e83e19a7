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
export { FAMILY_OF_ACTION } from './table.ts';
