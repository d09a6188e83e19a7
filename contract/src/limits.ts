/** Every limit of the interface, in the order of the specification's table. Units are last in each name. */

export const REQUEST_BODY_BYTES_MAX = 204_800;
export const JSON_DEPTH_MAX = 128;
export const POLICY_ROUTES_PER_MINUTE = 60;
export const EXPORTS_PER_HOUR = 5;
/** Checks of a whole audit chain by one person. */
export const AUDIT_CHECKS_PER_HOUR = 20;
/** The digits of an entry's number in a path. */
export const AUDIT_ENTRY_NUMBER_CHARACTERS_MAX = 15;
export const IDEMPOTENCY_WINDOW_HOURS = 24;
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255;
export const NAME_CHARACTERS_MAX = 100;
export const CONTENT_CHARACTERS_MAX = 100_000;
export const RECORDS_AFFECTED_MAX = 100_000_000;
export const GATEWAY_PATH_CHARACTERS_MAX = 1_000;
export const TOOL_NAME_CHARACTERS_MAX = 200;
export const TEST_CASES_MAX = 200;
export const TEST_CASE_NAME_CHARACTERS_MAX = 200;
export const POLICY_NAME_CHARACTERS_MAX = 120;
export const POLICY_DESCRIPTION_CHARACTERS_MAX = 500;
/** Nested groups of conditions: 32 pass, and 33 are refused. */
export const CONDITION_LEVELS_MAX = 32;
export const CONDITIONS_PER_GROUP_MAX = 20_000;
export const CONDITION_AGENT_IDS_MAX = 8_000;
export const CONDITION_AGENT_ID_CHARACTERS_MAX = 100;
export const CONDITION_ACTION_CHARACTERS_MAX = 64;
export const DESTINATION_CONTAINS_CHARACTERS_MAX = 100;
export const CONDITION_RECORDS_MAX = 9_007_199_254_740_991;
export const RISK_SCORE_MAX = 100;
export const POLICIES_PER_ORGANIZATION_MAX = 5_000;
/** The total size of an organization's policies as JSON, which every process keeps in memory. */
export const POLICY_SET_BYTES_MAX = 8_000_000;
export const UPSTREAM_BODY_BYTES_MAX = 2_048;
export const ALLOWED_HOSTS_MAX = 20;
export const DECISION_WAIT_MS_MAX = 30_000;
export const WEBHOOK_CLOCK_TOLERANCE_SECONDS = 300;
/** Each announced decision is a delivery to every endpoint, in its transaction. */
export const WEBHOOKS_PER_ORGANIZATION_MAX = 1_000;
/** Includes the prefix, `whsec_`. */
export const WEBHOOK_SECRET_CHARACTERS_MAX = 4_096;
/** The length of an address that the service calls. */
export const URL_CHARACTERS_MAX = 2_000;
/** The description of an organization's record, such as a webhook. */
export const DESCRIPTION_CHARACTERS_MAX = 500;
export const EVENTS_PER_MINUTE = 6_000;
export const CONTACT_PER_HOUR = 5;
export const LEADS_KEPT_MONTHS = 12;
export const REQUEST_ID_CHARACTERS_MAX = 128;
export const REVIEW_EXPIRY_MINUTES_MIN = 5;
export const REVIEW_EXPIRY_MINUTES_MAX = 43_200;
export const REVIEW_EXPIRY_MINUTES_DEFAULT = 1_440;
export const API_KEY_RANDOM_CHARACTERS = 43;
export const API_KEY_RANDOM_CHARACTERS_MIN = 32;
export const API_KEY_PREFIX_CHARACTERS = 16;
export const ALLOWED_IPS_MAX = 100;
export const LIST_ITEMS_DEFAULT = 50;
export const LIST_ITEMS_MAX = 200;
export const LIST_SEARCH_CHARACTERS_MAX = 100;
export const REVIEW_NOTE_CHARACTERS_MAX = 2_000;
export const ANOMALY_NOTE_CHARACTERS_MAX = 2_000;
/** Anomaly scans on request, beside the one every five minutes. */
export const ANOMALY_SCANS_PER_HOUR = 60;
export const EMAIL_CHARACTERS_MAX = 254;
export const PASSWORD_CHARACTERS_MIN = 8;
/** Hashing time grows with the length of the password. */
export const PASSWORD_CHARACTERS_MAX = 1_000;
export const MFA_CODE_CHARACTERS_MAX = 64;
export const SIGN_IN_WINDOW_MINUTES = 15;
export const SIGN_INS_PER_ACCOUNT_AND_ADDRESS = 10;
export const SIGN_INS_PER_ADDRESS = 100;
export const SESSION_ACCESS_MINUTES = 15;
export const SESSION_REFRESH_DAYS = 30;
/** One session more ends the oldest. */
export const SESSIONS_PER_ACCOUNT_MAX = 100;
/** For this long the previous token gives the same successor again: two tabs may race, or an answer may be lost. */
export const SESSION_SUCCESSOR_SECONDS = 10;
/** Policies in an event's explanation; the first matches come first. */
export const EXPLAINED_POLICIES_MAX = 100;
/** Fields of one policy in an event's explanation. */
export const EXPLAINED_FIELDS_MAX = 100;
