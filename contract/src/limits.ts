// SPDX-License-Identifier: Apache-2.0
/** Every limit of the interface, in the order of the specification's table. Units are last in each name. */

export const REQUEST_BODY_BYTES_MAX = 204_800;
export const JSON_DEPTH_MAX = 128;
export const POLICY_ROUTES_PER_MINUTE = 60;
/** Exports of the audit chain of one organization: a script may fetch one each minute. */
export const AUDIT_EXPORTS_PER_HOUR = 60;
/** Exports of an account, and of an organization: by one person, each. */
export const EXPORTS_PER_PERSON_AND_HOUR = 5;
/** Answers of what is held about a member, and answers about decisions: each by one person. */
export const HELD_DATA_PER_PERSON_AND_HOUR = 60;
/** The newest items of one category of such an answer, and the decisions of one. */
export const HELD_ITEMS_MAX = 50;
/** Compliance exports of one organization: a script may fetch one each minute. */
export const COMPLIANCE_EXPORTS_PER_HOUR = 60;
/** A compliance export holds the events of so many days, or of the retention, whichever is shorter. */
export const COMPLIANCE_EXPORT_DAYS = 90;
/** Checks of a whole audit chain by one person. */
export const AUDIT_CHECKS_PER_HOUR = 20;
/** The digits of an entry's number in a path. */
export const AUDIT_ENTRY_NUMBER_CHARACTERS_MAX = 15;
/** A list leaves longer metadata out. Those of a decision have a tenth of it. */
export const LISTED_METADATA_BYTES_MAX = 10_000;
export const IDEMPOTENCY_WINDOW_HOURS = 24;
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255;
export const NAME_CHARACTERS_MAX = 100;
/** The length of an IANA time zone. */
export const TIME_ZONE_CHARACTERS_MAX = 100;
export const CONTENT_CHARACTERS_MAX = 100_000;
export const RECORDS_AFFECTED_MAX = 100_000_000;
export const GATEWAY_PATH_CHARACTERS_MAX = 1_000;
export const TOOL_NAME_CHARACTERS_MAX = 200;
export const TEST_CASES_MAX = 200;
/** Claims of one proof. */
export const CLAIMS_MAX = 50;
export const CLAIM_NAME_CHARACTERS_MAX = 200;
/** Guardrails of an organization. Every change of its policies proves all of them. */
export const GUARDRAILS_MAX = 100;
/** One of them, as JSON. */
export const GUARDRAIL_CLAIM_BYTES_MAX = 50_000;
/** Changes of them in 24 hours by the people of one organization. Each change stays in the history. */
export const GUARDRAIL_CHANGES_PER_DAY = 1_000;
/** Policies that are named as holding a guardrail; more are counted. */
export const GUARDRAIL_HOLDERS_MAX = 50;
export const TEST_CASE_NAME_CHARACTERS_MAX = 200;
export const POLICY_NAME_CHARACTERS_MAX = 120;
export const POLICY_DESCRIPTION_CHARACTERS_MAX = 500;
/** Nested groups of conditions: 32 pass, and 33 are refused. */
export const CONDITION_LEVELS_MAX = 32;
export const CONDITIONS_PER_GROUP_MAX = 20_000;
export const CONDITION_AGENT_IDS_MAX = 8_000;
export const CONDITION_AGENT_ID_CHARACTERS_MAX = 100;
export const DESTINATION_CONTAINS_CHARACTERS_MAX = 100;
export const CONDITION_RECORDS_MAX = 9_007_199_254_740_991;
export const RISK_SCORE_MAX = 100;
export const POLICIES_PER_ORGANIZATION_MAX = 5_000;
/** The total size of an organization's policies as JSON, which every process keeps in memory. */
export const POLICY_SET_BYTES_MAX = 8_000_000;
/** Policies that keys and people of one organization change in 24 hours. Each change stays in the history. */
export const POLICY_CHANGES_PER_DAY = 20_000;
/** The same in bytes: the changed policies before and after, as JSON. */
export const POLICY_CHANGED_BYTES_PER_DAY = 200_000_000;
/** Changes of one person in one organization, over all routes of the app. */
export const CHANGES_PER_PERSON_AND_MINUTE = 120;
/** Checks and tests of policies that one person asks for in one organization; an editor asks while it is typed in. */
export const POLICY_CHECKS_PER_PERSON_AND_MINUTE = 240;
/** Test deliveries, retries by hand and recoveries of one organization. */
export const WEBHOOK_SENDS_BY_HAND_PER_MINUTE = 30;
export const UPSTREAM_BODY_BYTES_MAX = 2_048;
export const ALLOWED_HOSTS_MAX = 20;
export const WEBHOOK_CLOCK_TOLERANCE_SECONDS = 300;
/** Each announced decision is a delivery to every endpoint, in its transaction. */
export const WEBHOOKS_PER_ORGANIZATION_MAX = 1_000;
/** Endpoints that people add; a provisioning file may have more. ENTERPRISE has the bound above. */
export const WEBHOOKS_ON_DEVELOPER_MAX = 5;
/** The same on TEAM. */
export const WEBHOOKS_ON_TEAM_MAX = 20;
/** The same on BUSINESS. */
export const WEBHOOKS_ON_BUSINESS_MAX = 100;
/** Includes the prefix, `whsec_`. */
export const WEBHOOK_SECRET_CHARACTERS_MAX = 4_096;
/** The length of an address that the service calls. */
export const URL_CHARACTERS_MAX = 2_000;
/** The description of an organization's record, such as a webhook. */
export const DESCRIPTION_CHARACTERS_MAX = 500;
/** How long `GET /v1/events/{id}` waits for the outcome of a review; more counts as this. */
export const READ_WAIT_MS_MAX = 30_000;
/** Agents, resources and the like of one organization, each kind by itself: every process keeps them in memory. */
export const RECORDS_PER_KIND_MAX = 10_000;
/** Entries of one agent's permissions. */
export const PERMISSIONS_MAX = 1_000;
/** Agents that one route names. */
export const ROUTE_AGENTS_MAX = 10_000;
export const UPSTREAM_TIMEOUT_MS_MAX = 300_000;
export const CREDENTIAL_SECRET_CHARACTERS_MAX = 4_096;
export const HEADER_NAME_CHARACTERS_MAX = 100;
export const OAUTH_SCOPE_CHARACTERS_MAX = 1_000;
/** Headers that an integration adds to a ticket. */
export const TICKET_HEADERS_MAX = 20;
export const TICKET_TEMPLATE_CHARACTERS_MAX = 10_000;
/** Places for values in a template: each value may be long. */
export const TICKET_TEMPLATE_VALUES_MAX = 50;
/** The reason of a pause. */
export const STATUS_REASON_CHARACTERS_MAX = 500;
/** A replaced key may work on for a week. */
export const KEY_GRACE_HOURS_MAX = 168;
export const KEY_GRACE_HOURS_DEFAULT = 24;
/** Figures of lists go back so far, in days of UTC; today is the last of them. */
export const ACTIVITY_DAYS = 30;
/** Records that a refused deletion names; it tells how many more there are. */
export const USERS_NAMED_MAX = 50;
/** Calls of upstreams that people cause by hand to try an integration or a route, of one organization. */
export const UPSTREAM_CHECKS_PER_MINUTE = 20;
export const EVENTS_PER_MINUTE = 6_000;
/** Look-ups of unknown API keys and sessions from one address, in one process; IPv6 counts by its /64. */
export const UNKNOWN_KEYS_PER_ADDRESS_AND_MINUTE = 600;
/** A client that repeats one unknown key leaves most of its address to others. */
export const UNKNOWN_USES_PER_KEY_AND_MINUTE = 60;
/** From one address; IPv6 counts by its /64. */
export const CONTACT_PER_HOUR = 5;
/** From all addresses. */
export const CONTACT_OF_ALL_PER_HOUR = 500;
export const LEADS_KEPT_MONTHS = 12;
export const REQUEST_ID_CHARACTERS_MAX = 128;
export const REVIEW_EXPIRY_MINUTES_MIN = 5;
export const REVIEW_EXPIRY_MINUTES_MAX = 43_200;
export const REVIEW_EXPIRY_MINUTES_DEFAULT = 1_440;
/** How long an allowed act can be redeemed. */
export const APPROVAL_VALID_MINUTES_MIN = 5;
export const APPROVAL_VALID_MINUTES_MAX = 43_200;
export const APPROVAL_VALID_MINUTES_DEFAULT = 1_440;
/** People who approve one review. */
export const APPROVALS_MAX = 5;

/** Budgets of one organization. */
export const BUDGETS_MAX = 100;
/** One of them, as JSON. */
export const BUDGET_BYTES_MAX = 50_000;
/** Windows of the past that one answer tells, and the counts of one of them. */
export const BUDGET_WINDOWS_SHOWN_MAX = 90;
export const BUDGET_BUCKETS_SHOWN_MAX = 20;
/** Acts or records in one window. */
export const BUDGET_LIMIT_MAX = 1_000_000_000_000;

/** Decisions that one grant answers, at most. */
export const GRANT_USES_MAX = 1_000;
/** A week: how far the end of a grant may lie away, at most. */
export const GRANT_HOURS_MAX = 168;
/** Live grants of one organization, and of one agent. */
export const GRANTS_MAX = 1_000;
export const GRANTS_PER_AGENT_MAX = 50;
/** A redeemed act without an outcome counts as missing one after so long. */
export const OUTCOME_MINUTES_MIN = 5;
export const OUTCOME_MINUTES_MAX = 1_440;
export const OUTCOME_MINUTES_DEFAULT = 60;
/** An outcome UNKNOWN can be amended, once, for so long. */
export const OUTCOME_AMENDABLE_DAYS = 7;
/** Acts beyond what was stated that are counted for the page of an agent. */
export const EXCEEDING_COUNTED_MAX = 1_000;
export const CONTEXT_PURPOSE_CHARACTERS_MAX = 500;
export const CONTEXT_DESTINATION_CHARACTERS_MAX = 200;
export const CONTEXT_SESSION_CHARACTERS_MAX = 128;
export const CONTEXT_LINK_CHARACTERS_MAX = 2_000;
export const API_KEY_RANDOM_CHARACTERS = 43;
export const API_KEY_RANDOM_CHARACTERS_MIN = 32;
export const API_KEY_PREFIX_CHARACTERS = 16;
export const ALLOWED_IPS_MAX = 100;
export const LIST_ITEMS_DEFAULT = 50;
export const LIST_ITEMS_MAX = 200;
/** Waiting reviews of one organization that are counted for its menu. */
export const WAITING_REVIEWS_COUNTED_MAX = 100;
/** Waiting reviews that the overview counts: the soonest to expire. So many stand for so many or more. */
export const OVERVIEW_REVIEWS_COUNTED_MAX = 10_000;
export const LIST_SEARCH_CHARACTERS_MAX = 100;
/** Rows that one page of a search looks at; `searchedBackTo` tells how far that was. */
export const SEARCH_ROWS_MAX = 50_000;
/** Searches under way at once, on one process; one more is refused. */
export const SEARCHES_AT_ONCE_PER_PERSON = 2;
export const SEARCHES_AT_ONCE_PER_ORGANIZATION = 4;
/** Exports and checks of the audit chain under way at once, on one process; others wait. */
export const EXPORTS_AT_ONCE_PER_PERSON = 2;
export const EXPORTS_AT_ONCE_PER_ORGANIZATION = 4;
/** The share of its time after which an unopened review is passed on. */
export const ESCALATION_PERCENT_MIN = 10;
export const ESCALATION_PERCENT_MAX = 90;
/** The bounds of a channel, its link included, and of a name that a chat gives for a user or a workspace. */
export const CHANNEL_CHARACTERS_MAX = 500;
export const CHAT_NAME_CHARACTERS_MAX = 80;
export const REVIEW_NOTE_CHARACTERS_MAX = 2_000;
export const ANOMALY_NOTE_CHARACTERS_MAX = 2_000;
/** Why a person changes policies. */
export const POLICY_NOTE_CHARACTERS_MAX = 2_000;
/** Anomaly scans on request, beside the one every five minutes. */
export const ANOMALY_SCANS_PER_HOUR = 60;
export const EMAIL_CHARACTERS_MAX = 254;
/** A password in a provisioning file. */
export const PASSWORD_CHARACTERS_MIN = 8;
/** A password that people choose in the app. */
export const NEW_PASSWORD_CHARACTERS_MIN = 12;
/** Hashing time grows with the length of the password. */
export const PASSWORD_CHARACTERS_MAX = 1_000;
export const MFA_CODE_CHARACTERS_MAX = 64;
export const SIGN_IN_WINDOW_MINUTES = 15;
/** Failed sign-ins in the window. An IPv6 address counts by its /64. */
export const SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
export const SIGN_IN_FAILURES_PER_ADDRESS = 100;
/** After this many, from all addresses together, each answer for the account is delayed. */
export const SIGN_IN_FAILURES_PER_ACCOUNT_AND_HOUR = 100;
/** After this many, of all accounts together, each answer is delayed. */
export const SIGN_IN_FAILURES_PER_HOUR = 2_000;
export const SIGN_IN_DELAY_SECONDS = 2;
/** Accounts that one address may make. */
export const SIGN_UPS_PER_ADDRESS_AND_HOUR = 100;
/** Mails that others can cause for one e-mail address: by signing up, forgetting a password, and inviting. */
export const STRANGERS_MAILS_PER_HOUR = 5;
/** A one-time link that proves an e-mail address. */
export const VERIFICATION_LINK_HOURS = 24;
/** A one-time link that sets a new password. */
export const RESET_LINK_HOURS = 1;
/** Wrong codes of a second factor for one account, from one address or known browser; then the sign-in waits. */
export const MFA_FAILURES_PER_MINUTE = 5;
export const MFA_FAILURES_PER_HOUR = 10;
export const MFA_FAILURES_PER_DAY = 20;
/** From everywhere but known browsers since the last sign-in or new password; then the password has to be changed. */
export const MFA_FAILURES_PER_PASSWORD = 50;
export const RECOVERY_CODES = 10;
/** Each part of a signature, which stays in the audit chain. */
export const SIGNED_PART_BYTES_MAX = 1_024;
export const PASSKEYS_PER_ACCOUNT_MAX = 20;
/** The answer of an authenticator, as JSON. */
export const PASSKEY_RESPONSE_FIELD_CHARACTERS_MAX = 20_000;
/** A challenge for a passkey. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** The history of an account. */
export const ACTIVITY_KEPT_DAYS = 180;
/** Failed sign-ins in the history of an account; the others are counted and not listed. */
export const ACTIVITY_FAILURES_PER_HOUR = 20;
/** The one-time link of the first owner, printed at a start. */
export const FIRST_OWNER_LINK_MINUTES = 60;
/** A one-time token in a link: 32 bytes in base64url. */
export const LINK_TOKEN_CHARACTERS = 43;
/** An invitation, from when it was last sent. */
export const INVITATION_DAYS = 7;
/** Waiting invitations of one organization, those that are over included. */
export const INVITATIONS_PER_ORGANIZATION_MAX = 200;
/** Mails with invitations that one organization sends. */
export const INVITATION_MAILS_PER_HOUR = 60;
/** The same for one person, over all of their organizations. */
export const INVITATION_MAILS_PER_PERSON_AND_HOUR = 60;
export const INVITATION_MAILS_PER_PERSON_AND_DAY = 200;
/** Organizations of a person who makes a further one. */
export const ORGANIZATIONS_PER_PERSON_MAX = 50;
/** A change that asks for a recent sign-in accepts one of this age. */
export const RECENT_SIGN_IN_MINUTES = 10;
export const SESSION_ACCESS_MINUTES = 15;
export const SESSION_REFRESH_DAYS = 30;
/** One session more ends the oldest. */
export const SESSIONS_PER_ACCOUNT_MAX = 100;
/** A visit of the demo; it is not renewed. */
export const DEMO_VISIT_MINUTES = 120;
export const DEMO_VISITS_PER_ADDRESS_AND_HOUR = 30;
/** From one /24 of IPv4 or /48 of IPv6: over a visit's time far below all visits. */
export const DEMO_VISITS_PER_NETWORK_AND_HOUR = 200;
/** The newest visits of the demo; one more ends the oldest. */
export const DEMO_VISITS_MAX = 2_000;
/** For this long the previous token gives the same successor again: two tabs may race, or an answer may be lost. */
export const SESSION_SUCCESSOR_SECONDS = 10;
/** Policies in an event's explanation; the first matches come first. */
export const EXPLAINED_POLICIES_MAX = 100;
/** Fields of one policy in an event's explanation. */
export const EXPLAINED_FIELDS_MAX = 100;
/** Test cases that are kept with one policy. */
export const CASES_PER_POLICY_MAX = 50;
/** Test cases kept with all policies of one organization. */
export const POLICY_CASES_PER_ORGANIZATION_MAX = 20_000;
/** Cases of one test of the app that also asks for traces. */
export const TRACED_CASES_MAX = 20;
/** A list of policies leaves out a condition of more JSON than this. */
export const LISTED_CONDITION_CHARACTERS_MAX = 4_000;
/** Agents that a policy names, with their present names beside it. */
export const NAMED_AGENTS_MAX = 20;

/** The days of which a policy's decisions are counted. */
export const POLICY_HITS_DAYS = 30;
/** Stored events of the last days over which a proposed set of policies can be evaluated. */
export const IMPACT_DAYS_MAX = 90;
/** Evaluations over stored events that one organization has under way at once; one more is refused. */
export const IMPACTS_PER_ORGANIZATION_MAX = 2;
/** Events named as examples of one kind of change. */
export const IMPACT_SAMPLES_MAX = 20;
/** Policies whose part in a change is listed. */
export const IMPACT_POLICIES_MAX = 200;
/** An apply waits no longer than this for the evaluation over stored events. */
export const IMPACT_OF_APPLY_SECONDS = 60;
/** The result of an evaluation, and the last ones of an organization. */
export const IMPACTS_KEPT_HOURS = 24;
/** Changes of one version of the policy set that are shown field by field. */
export const VERSION_CHANGES_SHOWN_MAX = 200;
/** Fields of one change that are shown. */
export const VERSION_FIELDS_SHOWN_MAX = 100;
