# SPDX-License-Identifier: Apache-2.0
"""The data between the client and the service. Written from the contract by `npm run generate`; edits are lost."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class EventRequestContext(TypedDict, total=False):
    """Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it are
    replaced by their type before it is stored.
    """

    purpose: str
    """Why, in one line."""
    destinationName: str
    """The receiver: a person, an address or a system."""
    session: str
    """Id of the conversation or run that it belongs to."""
    link: str
    """An https address that tells more, such as a ticket. It is never fetched."""


class _EventRequest(TypedDict):
    action: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]


class EventRequest(_EventRequest, total=False):
    """The object `EventRequest` of the contract."""

    agent: str
    """Registered agent name."""
    agentId: str
    """Use this or `agent`; one is required unless the API key is bound to an agent."""
    resource: str
    """Registered resource name."""
    resourceId: str
    """Use this or `resource`; one is required."""
    destination: Literal["INTERNAL", "EXTERNAL_EMAIL", "EXTERNAL_API"]
    recordsAffected: int
    content: str
    """Scanned for sensitive data in memory, never stored."""
    context: EventRequestContext
    """Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it are
    replaced by their type before it is stored.
    """


class DecisionPolicy(TypedDict):
    """The matched policy."""

    id: str
    name: str


class DecisionCauseUnderFullEnforcementPolicy(TypedDict):
    """The object `DecisionCauseUnderFullEnforcementPolicy` of the contract."""

    id: str | None
    """null for a decision of an early release, which kept the name."""
    name: str


class DecisionCauseUnderFullEnforcement(TypedDict):
    """The cause that would have decided without monitor mode. Null if it is the same."""

    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    by: Literal["POLICY", "RISK", "TOOL", "BUDGET"]
    policy: DecisionCauseUnderFullEnforcementPolicy | None
    threshold: int | None
    """Risk score from which the organization decides so; null unless the risk score decided."""


class DecisionCause(TypedDict):
    """The cause of the decision, as data: the first sentences of `reasons` say the same."""

    by: Literal["POLICY", "RISK", "PAUSED", "PERMISSION", "TOOL", "GRANT", "BUDGET", "MODE", "NOTHING"]
    """POLICY: `policy` decided. RISK: the score reached `threshold`. PAUSED and PERMISSION: the agent may not do this.
    TOOL: the definition of the tool is not the one that was registered. GRANT: a person let such acts through for a
    time. BUDGET: `budget` had no room. MODE: the organization only monitors. NOTHING: no policy matched, the score is
    below the thresholds.
    """
    threshold: int | None
    """Risk score from which the organization decides so; null unless the risk score decided."""
    underFullEnforcement: DecisionCauseUnderFullEnforcement | None
    """The cause that would have decided without monitor mode. Null if it is the same."""


class DecisionGrant(TypedDict):
    """The standing permission of a person by which a REVIEW became ALLOW."""

    id: str
    until: str
    usesLeft: int | None
    """After this decision; null: it has no limit."""


class _DecisionBudget(TypedDict):
    id: str
    name: str
    window: Literal["HOUR", "DAY", "WEEK", "MONTH"]
    resetsAt: str
    """When its next window begins."""


class DecisionBudget(_DecisionBudget, total=False):
    """The budget that determined the outcome."""

    limit: int
    """Only where the organization tells alternatives."""
    used: int
    """Before this decision; told where `limit` is."""


class _DecisionReviewApprovals(TypedDict):
    needed: int
    """People who have to approve."""
    given: int
    """Approvals that count now."""
    stillFrom: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    """Roles that may give the rest; empty once the review has ended."""


class DecisionReviewApprovals(_DecisionReviewApprovals, total=False):
    """The review is APPROVED with the last approval that it needs."""

    stillFromGroups: list[str]
    """Groups whose members may give the rest; absent without any."""


class _DecisionReview(TypedDict):
    status: Literal["PENDING", "APPROVED", "DENIED", "EXPIRED"]
    expiresAt: str | None
    decidedAt: str | None
    note: str | None
    approvals: DecisionReviewApprovals
    """The review is APPROVED with the last approval that it needs."""


class DecisionReview(_DecisionReview, total=False):
    """The object `DecisionReview` of the contract."""

    url: str
    """In answers to agents: the page of the review, for people."""


class DecisionRedemption(TypedDict):
    """Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW."""

    status: Literal["OPEN", "REDEEMED", "LAPSED"]
    redeemableUntil: str
    """From this moment on it is LAPSED, unless it was redeemed."""
    redeemedAt: str | None


class DecisionOutcome(TypedDict):
    """The result of the act; null while it was not reported."""

    status: Literal["SUCCEEDED", "FAILED", "UNKNOWN"]
    """UNKNOWN: it may have been done, and must not be done again."""
    recordsAffected: int | None
    code: str | None
    source: Literal["REPORTED", "GATEWAY"]
    reportedAt: str
    amendedAt: str | None
    """When an UNKNOWN became known."""
    exceedsStated: bool
    """More records than the decision was asked for; none asked counts as 0."""


class DecisionContext(TypedDict, total=False):
    """The words of the agent, as they are kept; null when it said nothing, or they were erased."""

    purpose: str
    destinationName: str
    session: str
    link: str


_DecisionAlternativeRecordsAffected = TypedDict(
    "_DecisionAlternativeRecordsAffected",
    {
        "from": "int",
        "to": "int",
    },
)


class DecisionAlternativeRecordsAffected(_DecisionAlternativeRecordsAffected, total=False):
    """The object `DecisionAlternativeRecordsAffected` of the contract."""


class DecisionAlternative(TypedDict, total=False):
    """Fields that are not there stay as they are."""

    recordsAffected: DecisionAlternativeRecordsAffected
    destination: Literal["INTERNAL"]
    businessHours: bool
    withoutCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    """No data of these categories in `content`."""


class _Decision(TypedDict):
    id: str | None
    """Event id."""
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Outcome recorded on the event; never changes when a review is resolved."""
    finalDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Effective outcome now. Run the action only when this is ALLOW."""
    evaluatedDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """The decision under full enforcement; differs from `decision` in monitor mode."""
    monitored: bool
    riskLevel: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]
    riskScore: int
    reasons: list[str]
    policy: DecisionPolicy | None
    """The matched policy."""
    grant: DecisionGrant | None
    """The standing permission of a person by which a REVIEW became ALLOW."""
    budget: DecisionBudget | None
    """The budget that determined the outcome."""
    dlpFindings: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """Types of sensitive data found in `content`, and in what a route with `scanBody` carries."""
    lgpdCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    review: DecisionReview | None
    quotaExceeded: bool
    """The monthly event quota of the plan is over its limit; the decision was made all the same."""
    sandbox: bool
    """true when created with a TEST key."""
    contentScanned: bool | None
    """Whether there was a text to scan. Without one `dlpFindings` is empty. null for old events."""
    actionDigest: str | None
    """Digest of the whole act, `sha256:` and 64 hexadecimal digits. null for old events."""
    redemption: DecisionRedemption | None
    """Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW."""
    outcome: DecisionOutcome | None
    """The result of the act; null while it was not reported."""
    context: DecisionContext | None
    """The words of the agent, as they are kept; null when it said nothing, or they were erased."""
    degraded: bool
    """True for a decision of the fail mode: the service could not be reached."""


class Decision(_Decision, total=False):
    """The object `Decision` of the contract."""

    cause: DecisionCause
    """The cause of the decision, as data: the first sentences of `reasons` say the same."""
    alternatives: list[DecisionAlternative]
    """Smallest changes with which the same action would have been allowed, nearest first. Only where the organization
    tells them, and the decision is REVIEW or BLOCK by a policy or the risk score.
    """


class _HttpGatewayRequest(TypedDict):
    action: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]


class HttpGatewayRequest(_HttpGatewayRequest, total=False):
    """The object `HttpGatewayRequest` of the contract."""

    agent: str
    """Registered agent name."""
    agentId: str
    """Use this or `agent`; one is required unless the API key is bound to an agent."""
    resource: str
    """Registered resource name."""
    resourceId: str
    """Use this or `resource`; one is required."""
    destination: Literal["INTERNAL", "EXTERNAL_EMAIL", "EXTERNAL_API"]
    recordsAffected: int
    content: str
    """Scanned for sensitive data in memory, never stored."""
    context: EventRequestContext
    """Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it are
    replaced by their type before it is stored.
    """
    routeId: str
    """Registered HTTP route; without it the gateway only decides."""
    path: str
    """Path and query appended to the base address of the route; starts with `/`."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    body: Any
    """Any JSON value; forwarded when the method is not GET. Scanned only for a route with `scanBody`."""


class HttpGatewayDecisionGatewayUpstream(TypedDict):
    """The object `HttpGatewayDecisionGatewayUpstream` of the contract."""

    status: int | None
    truncatedBody: str
    """At most 2 KB; injected secrets are redacted."""
    error: str | None
    latencyMs: int


class HttpGatewayDecisionGateway(TypedDict):
    """The object `HttpGatewayDecisionGateway` of the contract."""

    protocol: Literal["HTTP"]
    routeId: str | None
    proxied: bool
    credentialId: str | None
    upstream: HttpGatewayDecisionGatewayUpstream | None


class _HttpGatewayDecision(TypedDict):
    id: str | None
    """Event id."""
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Outcome recorded on the event; never changes when a review is resolved."""
    finalDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Effective outcome now. Run the action only when this is ALLOW."""
    evaluatedDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """The decision under full enforcement; differs from `decision` in monitor mode."""
    monitored: bool
    riskLevel: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]
    riskScore: int
    reasons: list[str]
    policy: DecisionPolicy | None
    """The matched policy."""
    grant: DecisionGrant | None
    """The standing permission of a person by which a REVIEW became ALLOW."""
    budget: DecisionBudget | None
    """The budget that determined the outcome."""
    dlpFindings: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """Types of sensitive data found in `content`, and in what a route with `scanBody` carries."""
    lgpdCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    review: DecisionReview | None
    quotaExceeded: bool
    """The monthly event quota of the plan is over its limit; the decision was made all the same."""
    sandbox: bool
    """true when created with a TEST key."""
    contentScanned: bool | None
    """Whether there was a text to scan. Without one `dlpFindings` is empty. null for old events."""
    actionDigest: str | None
    """Digest of the whole act, `sha256:` and 64 hexadecimal digits. null for old events."""
    redemption: DecisionRedemption | None
    """Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW."""
    outcome: DecisionOutcome | None
    """The result of the act; null while it was not reported."""
    context: DecisionContext | None
    """The words of the agent, as they are kept; null when it said nothing, or they were erased."""
    gateway: HttpGatewayDecisionGateway | None
    degraded: bool
    """True for a decision of the fail mode: the service could not be reached."""


class HttpGatewayDecision(_HttpGatewayDecision, total=False):
    """The object `HttpGatewayDecision` of the contract."""

    cause: DecisionCause
    """The cause of the decision, as data: the first sentences of `reasons` say the same."""
    alternatives: list[DecisionAlternative]
    """Smallest changes with which the same action would have been allowed, nearest first. Only where the organization
    tells them, and the decision is REVIEW or BLOCK by a policy or the risk score.
    """


class _McpGatewayRequest(TypedDict):
    tool: str
    """MCP tool name."""


class McpGatewayRequest(_McpGatewayRequest, total=False):
    """The object `McpGatewayRequest` of the contract."""

    agent: str
    """Registered agent name."""
    agentId: str
    """Use this or `agent`; one is required unless the API key is bound to an agent."""
    resource: str
    """Registered resource name."""
    resourceId: str
    """Use this or `resource`; one is required."""
    destination: Literal["INTERNAL", "EXTERNAL_EMAIL", "EXTERNAL_API"]
    recordsAffected: int
    content: str
    """Scanned for sensitive data in memory, never stored."""
    context: EventRequestContext
    """Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it are
    replaced by their type before it is stored.
    """
    routeId: str
    """Registered MCP route; it supplies a default agent and resource."""
    arguments: dict[str, Any]
    """Never executed, never stored. A tool rule counts records in it, and it is scanned in memory where the rule or a
    route with `scanBody` says so.
    """
    definition: dict[str, Any]
    """The definition of the tool, as `tools/list` gave it. Where the route has a table of its tools, another
    definition than the one there needs a person.
    """


class McpGatewayDecisionGateway(TypedDict):
    """The object `McpGatewayDecisionGateway` of the contract."""

    protocol: Literal["MCP"]
    routeId: str | None
    tool: str
    mappedAction: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]
    allowed: bool
    """true when finalDecision is ALLOW at the time of the answer."""


class _McpGatewayDecision(TypedDict):
    id: str | None
    """Event id."""
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Outcome recorded on the event; never changes when a review is resolved."""
    finalDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Effective outcome now. Run the action only when this is ALLOW."""
    evaluatedDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """The decision under full enforcement; differs from `decision` in monitor mode."""
    monitored: bool
    riskLevel: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]
    riskScore: int
    reasons: list[str]
    policy: DecisionPolicy | None
    """The matched policy."""
    grant: DecisionGrant | None
    """The standing permission of a person by which a REVIEW became ALLOW."""
    budget: DecisionBudget | None
    """The budget that determined the outcome."""
    dlpFindings: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """Types of sensitive data found in `content`, and in what a route with `scanBody` carries."""
    lgpdCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    review: DecisionReview | None
    quotaExceeded: bool
    """The monthly event quota of the plan is over its limit; the decision was made all the same."""
    sandbox: bool
    """true when created with a TEST key."""
    contentScanned: bool | None
    """Whether there was a text to scan. Without one `dlpFindings` is empty. null for old events."""
    actionDigest: str | None
    """Digest of the whole act, `sha256:` and 64 hexadecimal digits. null for old events."""
    redemption: DecisionRedemption | None
    """Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW."""
    outcome: DecisionOutcome | None
    """The result of the act; null while it was not reported."""
    context: DecisionContext | None
    """The words of the agent, as they are kept; null when it said nothing, or they were erased."""
    gateway: McpGatewayDecisionGateway | None
    degraded: bool
    """True for a decision of the fail mode: the service could not be reached."""


class McpGatewayDecision(_McpGatewayDecision, total=False):
    """The object `McpGatewayDecision` of the contract."""

    cause: DecisionCause
    """The cause of the decision, as data: the first sentences of `reasons` say the same."""
    alternatives: list[DecisionAlternative]
    """Smallest changes with which the same action would have been allowed, nearest first. Only where the organization
    tells them, and the decision is REVIEW or BLOCK by a policy or the risk score.
    """


class RedemptionRequest(TypedDict, total=False):
    """The body that was decided, again. `context` may be left out."""

    agent: str
    """Registered agent name."""
    agentId: str
    """Use this or `agent`; one is required unless the API key is bound to an agent."""
    resource: str
    """Registered resource name."""
    resourceId: str
    """Use this or `resource`; one is required."""
    destination: Literal["INTERNAL", "EXTERNAL_EMAIL", "EXTERNAL_API"]
    recordsAffected: int
    content: str
    """Scanned for sensitive data in memory, never stored."""
    context: EventRequestContext
    """Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it are
    replaced by their type before it is stored.
    """
    action: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]
    """For an event and for an HTTP call."""
    routeId: str
    """Registered HTTP route; without it the gateway only decides."""
    path: str
    """Path and query appended to the base address of the route; starts with `/`."""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    body: Any
    """Any JSON value; forwarded when the method is not GET. Scanned only for a route with `scanBody`."""
    tool: str
    """MCP tool name."""
    arguments: dict[str, Any]
    """Never executed, never stored. A tool rule counts records in it, and it is scanned in memory where the rule or a
    route with `scanBody` says so.
    """
    definition: dict[str, Any]
    """The definition of the tool, as `tools/list` gave it. Where the route has a table of its tools, another
    definition than the one there needs a person.
    """


class _RedeemedDecision(TypedDict):
    id: str | None
    """Event id."""
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Outcome recorded on the event; never changes when a review is resolved."""
    finalDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """Effective outcome now. Run the action only when this is ALLOW."""
    evaluatedDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    """The decision under full enforcement; differs from `decision` in monitor mode."""
    monitored: bool
    riskLevel: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]
    riskScore: int
    reasons: list[str]
    policy: DecisionPolicy | None
    """The matched policy."""
    grant: DecisionGrant | None
    """The standing permission of a person by which a REVIEW became ALLOW."""
    budget: DecisionBudget | None
    """The budget that determined the outcome."""
    dlpFindings: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """Types of sensitive data found in `content`, and in what a route with `scanBody` carries."""
    lgpdCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    review: DecisionReview | None
    quotaExceeded: bool
    """The monthly event quota of the plan is over its limit; the decision was made all the same."""
    sandbox: bool
    """true when created with a TEST key."""
    contentScanned: bool | None
    """Whether there was a text to scan. Without one `dlpFindings` is empty. null for old events."""
    actionDigest: str | None
    """Digest of the whole act, `sha256:` and 64 hexadecimal digits. null for old events."""
    redemption: DecisionRedemption | None
    """Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW."""
    outcome: DecisionOutcome | None
    """The result of the act; null while it was not reported."""
    context: DecisionContext | None
    """The words of the agent, as they are kept; null when it said nothing, or they were erased."""
    degraded: bool
    """True for a decision of the fail mode: the service could not be reached."""


class RedeemedDecision(_RedeemedDecision, total=False):
    """`gateway` is there for a call of the HTTP gateway."""

    cause: DecisionCause
    """The cause of the decision, as data: the first sentences of `reasons` say the same."""
    alternatives: list[DecisionAlternative]
    """Smallest changes with which the same action would have been allowed, nearest first. Only where the organization
    tells them, and the decision is REVIEW or BLOCK by a policy or the risk score.
    """
    gateway: HttpGatewayDecisionGateway | None


class _OutcomeReport(TypedDict):
    status: Literal["SUCCEEDED", "FAILED", "UNKNOWN"]
    """UNKNOWN: whether it was done is not known. It never means that it is safe to do again."""


class OutcomeReport(_OutcomeReport, total=False):
    """The object `OutcomeReport` of the contract."""

    recordsAffected: int
    """How many were in fact affected."""
    code: str
    """A code of your own, such as `http.503`; no text."""


class PolicyCondition(TypedDict, total=False):
    """Every field that is set must match. Groups nest up to 32 levels."""

    action: Literal[
        "ANY", "READ", "WRITE", "DELETE", "EXPORT", "READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL",
    ]
    """An event action or an action family; matched against the event action and its family."""
    destination: Literal["EXTERNAL", "INTERNAL"]
    """EXTERNAL matches an external destination, INTERNAL an internal one; an absent one never."""
    destinationContains: str
    """Case-insensitive substring of the destination."""
    containsSensitiveData: bool
    """Whether the scan found any type of sensitive data."""
    minRecords: int
    """Matches when recordsAffected >= value."""
    maxRecords: int
    """Matches when recordsAffected <= value."""
    minRiskScore: int
    """Matches when riskScore >= value."""
    outsideBusinessHours: bool
    """Business hours are Monday to Friday 09:00-18:00 in the time zone of the organization."""
    agentIds: list[str]
    """Matches when the agent is one of these ids; an empty list matches nothing."""
    dlpTypes: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """Matches when at least one was found; an empty list matches nothing."""
    lgpdCategories: list[
        Literal["IDENTIFICATION", "CONTACT", "LOCATION", "FINANCIAL", "HEALTH", "COMPANY", "CREDENTIALS",
    ]]
    """Matches when at least one was found; an empty list matches nothing."""
    allOf: list[PolicyCondition]
    """Matches when every nested condition matches; an empty list matches."""
    anyOf: list[PolicyCondition]
    """Matches when at least one matches; an empty list does not match."""


class StoredPolicyApprovals(TypedDict, total=False):
    """How a REVIEW is approved. Left out: by one person."""

    count: int
    """People who have to approve."""
    notAsker: bool
    """The person who asked for the act does not count. Left out: true where `count` is above 1."""
    signed: bool
    """Each approval is signed by a passkey of its person, in the app. Left out: false."""
    validMinutes: int
    """The act can be redeemed so long after the last approval, where that is the shorter time."""
    grants: bool
    """An approver may let the same act through for a time."""


class _StoredPolicy(TypedDict):
    id: str
    name: str
    """Unique in the organization; the key by which apply matches."""
    enabled: bool
    action: Literal["ANY", "READ", "WRITE", "DELETE", "EXPORT"]
    """Action family."""
    resource: Literal["ANY", "PUBLIC", "INTERNAL", "SENSITIVE", "CUSTOMER_PII", "FINANCIAL", "EMPLOYEE"] | None
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    mode: Literal["ENFORCE", "MONITOR"]
    approverRoles: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    updatedAt: str


class StoredPolicy(_StoredPolicy, total=False):
    """The object `StoredPolicy` of the contract."""

    description: str
    condition: PolicyCondition
    approverGroups: list[str]
    """Names of groups whose members may resolve a REVIEW raised by this policy, beside `approverRoles`. Where no role
    is named, they alone.
    """
    escalate: bool
    """false: a REVIEW raised by this policy is not passed on to others; else it may be."""
    approvals: StoredPolicyApprovals
    """How a REVIEW is approved. Left out: by one person."""


class PolicyListResponse(TypedDict):
    """The object `PolicyListResponse` of the contract."""

    apiVersion: Literal["svc/v1"]
    policies: list[StoredPolicy]
    """Sorted by name in Unicode code point order."""


class _Policy(TypedDict):
    name: str
    """Unique in the organization; the key by which apply matches."""
    action: Literal["ANY", "READ", "WRITE", "DELETE", "EXPORT"]
    """Action family."""
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]


class Policy(_Policy, total=False):
    """The object `Policy` of the contract."""

    description: str
    enabled: bool
    resource: Literal["ANY", "PUBLIC", "INTERNAL", "SENSITIVE", "CUSTOMER_PII", "FINANCIAL", "EMPLOYEE"] | None
    """Resource classification; omitted, null and ANY match every classification."""
    condition: PolicyCondition
    mode: Literal["ENFORCE", "MONITOR"]
    approverRoles: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    """Roles that may resolve a REVIEW raised by this policy; empty means owners and admins."""
    approverGroups: list[str]
    """Names of groups whose members may resolve a REVIEW raised by this policy, beside `approverRoles`. Where no role
    is named, they alone.
    """
    escalate: bool
    """false: a REVIEW raised by this policy is not passed on to others; else it may be."""
    approvals: StoredPolicyApprovals
    """How a REVIEW is approved. Left out: by one person."""
    id: str
    """Accepted and ignored."""
    updatedAt: str
    """Accepted and ignored."""


class _PolicyApplyRequest(TypedDict):
    policies: list[Policy]


class PolicyApplyRequest(_PolicyApplyRequest, total=False):
    """The object `PolicyApplyRequest` of the contract."""

    prune: bool
    """Delete policies whose names are missing from `policies`."""
    dryRun: bool
    """Answer the plan and write nothing."""
    impactDays: int
    """With `dryRun`: evaluate the set over the LIVE events of so many days, up to a minute."""
    difference: bool
    """Answer what changes for every event there can be."""
    refuse: Literal["looser"]
    """Refuse with 409 when any event would get a weaker decision, or when that cannot be computed."""


class PolicyApplyResponseChange(TypedDict):
    """The object `PolicyApplyResponseChange` of the contract."""

    name: str
    op: Literal["create", "update", "delete", "unchanged"]


class PolicyApplyResponseWarning(TypedDict):
    """The object `PolicyApplyResponseWarning` of the contract."""

    path: str
    message: str


_PolicyImpactChange = TypedDict(
    "_PolicyImpactChange",
    {
        "from": "Literal['ALLOW', 'REVIEW', 'BLOCK']",
        "to": "Literal['ALLOW', 'REVIEW', 'BLOCK']",
        "events": "int",
        "sampleEventIds": "list[str]",
    },
)


class PolicyImpactChange(_PolicyImpactChange, total=False):
    """The object `PolicyImpactChange` of the contract."""


class PolicyImpactDecision(TypedDict):
    """The object `PolicyImpactDecision` of the contract."""

    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    recorded: int
    now: int
    """The decision under the current policies."""
    proposed: int
    """The decision under the proposed policies."""


class PolicyImpactPolicie(TypedDict):
    """The object `PolicyImpactPolicie` of the contract."""

    id: str | None
    """null: a policy that is not stored."""
    name: str
    decidesNow: int
    """Events that it determines under the current policies."""
    wouldDecide: int
    """Events that it would have determined."""
    changes: list[PolicyImpactChange]
    """Changed decisions that it would have determined, or no longer would."""


class PolicyImpactNote(TypedDict):
    """The object `PolicyImpactNote` of the contract."""

    code: Literal["TIME_ZONE_THEN", "RISK_THEN", "PERMISSIONS_THEN", "SETTINGS_NOW", "RETENTION", "CUT_SHORT"]
    message: str
    """An English sentence."""


_PolicyImpact = TypedDict(
    "_PolicyImpact",
    {
        "days": "int",
        "from": "str",
        "to": "str",
        "complete": "bool",
        "events": "int",
        "changed": "int",
        "changes": "list[PolicyImpactChange]",
        "decisions": "list[PolicyImpactDecision]",
        "policies": "list[PolicyImpactPolicie]",
        "policiesTotal": "int",
        "notes": "list[PolicyImpactNote]",
    },
)


class PolicyImpact(_PolicyImpact, total=False):
    """The object `PolicyImpact` of the contract."""


class _PolicyDifferenceChangeFrom(TypedDict):
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    approverRoles: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    """Roles that may approve a REVIEW; otherwise empty."""


class PolicyDifferenceChangeFrom(_PolicyDifferenceChangeFrom, total=False):
    """Under the stored policies."""

    approverGroups: list[str]
    """Groups whose members may approve it; absent without any."""
    escalate: bool
    """false: the REVIEW is not passed on. Else it may be."""
    approvals: StoredPolicyApprovals
    """How a REVIEW is approved. Left out: by one person."""


class PolicyDifferenceChangeAreaBy(TypedDict):
    """The object `PolicyDifferenceChangeAreaBy` of the contract."""

    before: str | None
    """The policy that decides; null where permissions or the risk score do."""
    after: str | None
    """The policy that would decide; null where permissions or the risk score do."""


class PolicyWitnessInput(TypedDict):
    """The object `PolicyWitnessInput` of the contract."""

    agent: str
    action: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]
    resource: str
    destination: str | None
    recordsAffected: int | None
    dlpTypes: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    outsideBusinessHours: bool
    openAnomaly: bool


class _PolicyTestCaseInput(TypedDict):
    agent: str
    """Agent name."""
    action: Literal["READ_DATA", "WRITE_DATA", "DELETE_DATA", "EXPORT_DATA", "SEND_EMAIL"]
    resource: str
    """Resource name registered in the organization, not a classification."""


class PolicyTestCaseInput(_PolicyTestCaseInput, total=False):
    """The object `PolicyTestCaseInput` of the contract."""

    destination: Literal["INTERNAL", "EXTERNAL_EMAIL", "EXTERNAL_API"]
    recordsAffected: int
    containsSensitiveData: bool
    """Stands in for the scan."""
    dlpTypes: list[
        Literal["CPF", "CNPJ", "RG", "CNH", "PIX_KEY", "PHONE_BR", "CEP", "CREDIT_CARD", "EMAIL", "HEALTH_DATA", "API_KEY", "PRIVATE_KEY",
    ]]
    """The findings of the scan, so that policies about types and categories can match."""
    at: str
    """The moment of the decision; left out: now."""
    openAnomaly: bool
    """Whether the agent has an open anomaly; left out: whether it has one now."""
    metadata: dict[str, Any]
    """Accepted and ignored."""


class PolicyTestCaseGiven(TypedDict, total=False):
    """The object `PolicyTestCaseGiven` of the contract."""

    budgets: dict[str, Any]
    """The use of budgets before the act, by name; one that is left out has let nothing through."""


class _PolicyTestCaseExpect(TypedDict):
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]


class PolicyTestCaseExpect(_PolicyTestCaseExpect, total=False):
    """The object `PolicyTestCaseExpect` of the contract."""

    policy: str
    """Matched policy name."""


class _PolicyTestCase(TypedDict):
    name: str
    input: PolicyTestCaseInput


class PolicyTestCase(_PolicyTestCase, total=False):
    """The object `PolicyTestCase` of the contract."""

    given: PolicyTestCaseGiven
    expect: PolicyTestCaseExpect


class _PolicyWitness(TypedDict):
    input: PolicyWitnessInput
    decision: Literal["ALLOW", "REVIEW", "BLOCK"]
    evaluatedDecision: Literal["ALLOW", "REVIEW", "BLOCK"]
    policy: DecisionPolicy | None
    """The policy that decides; null where permissions or the risk score do."""
    riskScore: int
    hypothetical: bool
    """Whether the agent or resource is not registered, but could be."""
    testCase: PolicyTestCase | None
    """The event as a case for POST /v1/policies/test, which passes; null when hypothetical."""


class PolicyWitness(_PolicyWitness, total=False):
    """An event with what the policies decide about it."""

    budget: DecisionPolicy
    """The full budget that decides it so; without one, policies do."""


class PolicyDifferenceChangeArea(TypedDict):
    """The object `PolicyDifferenceChangeArea` of the contract."""

    when: str
    """The events of the area, in words."""
    by: PolicyDifferenceChangeAreaBy
    witness: PolicyWitness


_PolicyDifferenceChange = TypedDict(
    "_PolicyDifferenceChange",
    {
        "kind": "Literal['looser', 'stricter', 'approvers']",
        "from": "PolicyDifferenceChangeFrom",
        "to": "PolicyDifferenceChangeFrom",
        "exact": "bool",
        "areas": "list[PolicyDifferenceChangeArea]",
        "more": "int",
    },
)


class PolicyDifferenceChange(_PolicyDifferenceChange, total=False):
    """The object `PolicyDifferenceChange` of the contract."""


class PolicyDifference(TypedDict):
    """Every event that gets another decision or other approvers."""

    complete: bool
    """false: time or memory did not suffice, or an answer failed its check. Nothing is known then."""
    of: Literal["decision", "evaluatedDecision"]
    """In monitor mode `evaluatedDecision`."""
    looser: int
    stricter: int
    approvers: int
    changes: list[PolicyDifferenceChange]
    """Loosest first. `looser`, `stricter` and `approvers` count them."""


class BrokenClaim(TypedDict):
    """A guardrail that the proposed policies do not keep, with an event that shows it."""

    id: str
    """The id of the guardrail."""
    name: str
    enforcing: bool
    """Whether changes of the policies that break the guardrail are refused."""
    heldBefore: bool
    """Whether the stored policies keep the guardrail. False: it is broken already."""
    refuses: bool
    """Whether the change is refused with 409: the guardrail is enforcing and was kept before."""
    of: Literal["decision", "evaluatedDecision"]
    """Which of the two decisions of an event the claim was asked of."""
    witness: PolicyWitness


class _PolicyApplyResponse(TypedDict):
    dryRun: bool
    changes: list[PolicyApplyResponseChange]
    """In the order of the payload, deletions after them by name."""
    warnings: list[PolicyApplyResponseWarning]
    """Parts of a valid policy that look unintended, with their paths."""


class PolicyApplyResponse(_PolicyApplyResponse, total=False):
    """The object `PolicyApplyResponse` of the contract."""

    impact: PolicyImpact
    difference: PolicyDifference
    brokenClaims: list[BrokenClaim] | None
    """The guardrails that these policies do not keep. null: that could not be computed in time. Left out: the
    organization has no guardrails.
    """


class _Budget(TypedDict):
    name: str
    """Unique in the organization; the key by which apply matches."""
    measure: Literal["COUNT", "RECORDS"]
    """COUNT counts acts, RECORDS adds up `recordsAffected`."""
    limit: int
    """Let through in one window."""
    window: Literal["HOUR", "DAY", "WEEK", "MONTH"]
    """A calendar window in the time zone of the organization; weeks begin on Monday."""
    per: Literal["ORGANIZATION", "AGENT", "RESOURCE", "AGENT_AND_RESOURCE"]
    """One count for the organization, or one for each agent, resource, or pair of both."""
    action: Literal["ANY", "READ", "WRITE", "DELETE", "EXPORT"]
    """Action family."""
    onExceed: Literal["REVIEW", "BLOCK"]
    """The decision for an act for which no room is left."""


class Budget(_Budget, total=False):
    """The object `Budget` of the contract."""

    description: str
    enabled: bool
    resource: Literal["ANY", "PUBLIC", "INTERNAL", "SENSITIVE", "CUSTOMER_PII", "FINANCIAL", "EMPLOYEE"] | None
    """Resource classification; omitted, null and ANY match every classification."""
    condition: PolicyCondition
    approverRoles: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    """Roles that may resolve a REVIEW raised by this policy; empty means owners and admins."""
    approverGroups: list[str]
    """Names of groups whose members may resolve a REVIEW raised by this policy, beside `approverRoles`. Where no role
    is named, they alone.
    """
    approvals: StoredPolicyApprovals
    """How a REVIEW is approved. Left out: by one person."""
    mode: Literal["ENFORCE", "MONITOR"]
    id: str
    """Accepted and ignored."""
    updatedAt: str
    """Accepted and ignored."""


class _PolicyTestRequest(TypedDict):
    cases: list[PolicyTestCase]


class PolicyTestRequest(_PolicyTestRequest, total=False):
    """The object `PolicyTestRequest` of the contract."""

    policies: list[Policy]
    """Evaluated instead of the stored ones."""
    budgets: list[Budget]
    """Counted instead of the stored ones."""


_PolicyTestResponseResult = TypedDict(
    "_PolicyTestResponseResult",
    {
        "name": "str",
        "decision": "Literal['ALLOW', 'REVIEW', 'BLOCK']",
        "matchedPolicy": "str | None",
        "riskScore": "int",
        "riskLevel": "Literal['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']",
        "reasons": "list[str]",
        "pass": "bool | None",
    },
)


class PolicyTestResponseResult(_PolicyTestResponseResult, total=False):
    """The object `PolicyTestResponseResult` of the contract."""


class PolicyTestResponse(TypedDict):
    """The object `PolicyTestResponse` of the contract."""

    results: list[PolicyTestResponseResult]


class _PolicyClaim(TypedDict):
    name: str
    when: PolicyCondition


class PolicyClaim(_PolicyClaim, total=False):
    """A rule about every event, not only about those that have been seen."""

    never: list[Literal["ALLOW", "REVIEW", "BLOCK"]]
    """Decisions that no such event may get. Either this or `atLeast`."""
    atLeast: Literal["REVIEW", "BLOCK"]
    """The weakest decision that such an event may get."""
    approvals: int
    """With `atLeast: REVIEW`: a REVIEW of such an event asks for so many people or more."""
    resource: Literal["ANY", "PUBLIC", "INTERNAL", "SENSITIVE", "CUSTOMER_PII", "FINANCIAL", "EMPLOYEE"] | None
    """Classification; omitted, null and ANY mean every one."""
    unless: PolicyCondition
    agents: Literal["any", "registered"]
    """`any` includes agents that will be registered later."""
    of: Literal["decision", "evaluatedDecision"]
    """Left out: `decision`; where the organization is in monitor mode, `evaluatedDecision`."""


class _PolicyProveRequest(TypedDict):
    claims: list[PolicyClaim]


class PolicyProveRequest(_PolicyProveRequest, total=False):
    """The object `PolicyProveRequest` of the contract."""

    policies: list[Policy]
    """Asked instead of the stored ones."""


class PolicyProof(TypedDict):
    """The object `PolicyProof` of the contract."""

    name: str
    of: Literal["decision", "evaluatedDecision"]
    """Which of the two decisions of an event the claim was asked of."""
    proved: bool
    vacuous: bool
    """No event is meant: nothing is proved, and nothing refuted."""
    counterexample: PolicyWitness | None
    """An event that breaks the claim; null when none does."""
    evadable: PolicyWitness | None
    """An event that escapes a proved claim because it leaves out records or destination."""
    heldBy: list[DecisionPolicy]
    """Policies that a proved claim depends on, each of them."""
    leansOn: list[Literal["permissions", "risk", "enforcement"]]
    """Settings other than policies that a proved claim depends on, and which may change on their own."""


class PolicyProveResponseGrant(TypedDict):
    """The object `PolicyProveResponseGrant` of the contract."""

    claim: str
    """The name of the claim."""
    ids: list[str]


class _PolicyProveResponse(TypedDict):
    policySetVersion: int
    """The stored set, also when others were asked."""
    complete: bool
    """false: time or memory did not suffice, or an answer failed its check. Nothing is proved then."""
    results: list[PolicyProof]
    """In the order of the claims; empty when not complete."""


class PolicyProveResponse(_PolicyProveResponse, total=False):
    """The object `PolicyProveResponse` of the contract."""

    grants: list[PolicyProveResponseGrant]
    """For the stored policies: claims that live grants may break. They let acts through that the claim keeps for
    people. A proof is about policies alone.
    """


class PolicyAnalysisDead(TypedDict):
    """The object `PolicyAnalysisDead` of the contract."""

    id: str
    name: str
    cause: Literal["NEVER_MATCHES", "REFUSED", "SHADOWED"]


class PolicyAnalysisNeedlessField(TypedDict):
    """The object `PolicyAnalysisNeedlessField` of the contract."""

    id: str
    name: str
    field: str


class PolicyAnalysisMergeable(TypedDict):
    """The object `PolicyAnalysisMergeable` of the contract."""

    id: str
    name: str
    other: DecisionPolicy
    condition: PolicyCondition


class PolicyAnalysis(TypedDict):
    """Policies and fields that do nothing, whatever event comes."""

    policySetVersion: int
    complete: bool
    """false: time or memory did not suffice, and the lists are empty."""
    dead: list[PolicyAnalysisDead]
    """Policies that no event can be decided by."""
    withoutEffect: list[DecisionPolicy]
    """Policies each of which could be removed by itself; of equal ones, any one."""
    needlessFields: list[PolicyAnalysisNeedlessField]
    """Fields without which a policy would match the same events."""
    mergeable: list[PolicyAnalysisMergeable]
    """Pairs that one policy could replace: this one with the condition, without the other."""
    unknownAgents: list[DecisionPolicy]
    """Policies that only agents meet that are not registered."""
    unreachableThresholds: list[Literal["riskReviewAt", "riskBlockAt"]]


class _StoredBudget(TypedDict):
    id: str
    name: str
    """Unique in the organization; the key by which apply matches."""
    enabled: bool
    measure: Literal["COUNT", "RECORDS"]
    """COUNT counts acts, RECORDS adds up `recordsAffected`."""
    limit: int
    """Let through in one window."""
    window: Literal["HOUR", "DAY", "WEEK", "MONTH"]
    """A calendar window in the time zone of the organization; weeks begin on Monday."""
    per: Literal["ORGANIZATION", "AGENT", "RESOURCE", "AGENT_AND_RESOURCE"]
    """One count for the organization, or one for each agent, resource, or pair of both."""
    action: Literal["ANY", "READ", "WRITE", "DELETE", "EXPORT"]
    """Action family."""
    resource: Literal["ANY", "PUBLIC", "INTERNAL", "SENSITIVE", "CUSTOMER_PII", "FINANCIAL", "EMPLOYEE"] | None
    onExceed: Literal["REVIEW", "BLOCK"]
    """The decision for an act for which no room is left."""
    approverRoles: list[Literal["OWNER", "ADMIN", "MEMBER"]]
    mode: Literal["ENFORCE", "MONITOR"]
    updatedAt: str


class StoredBudget(_StoredBudget, total=False):
    """The object `StoredBudget` of the contract."""

    description: str
    condition: PolicyCondition
    approverGroups: list[str]
    """Names of groups whose members may resolve a REVIEW raised by this policy, beside `approverRoles`. Where no role
    is named, they alone.
    """
    approvals: StoredPolicyApprovals
    """How a REVIEW is approved. Left out: by one person."""


class BudgetListResponse(TypedDict):
    """The object `BudgetListResponse` of the contract."""

    apiVersion: Literal["svc/v1"]
    budgets: list[StoredBudget]
    """Sorted by name in Unicode code point order."""


class _BudgetApplyRequest(TypedDict):
    budgets: list[Budget]


class BudgetApplyRequest(_BudgetApplyRequest, total=False):
    """The object `BudgetApplyRequest` of the contract."""

    prune: bool
    """Delete budgets whose names are missing from `budgets`."""
    dryRun: bool
    """Answer the plan and write nothing."""
    impactDays: int
    """With `dryRun`: count the LIVE events of so many days by the budgets of `budgets`, up to a minute."""


class BudgetApplyResponseImpactBudget(TypedDict):
    """The object `BudgetApplyResponseImpactBudget` of the contract."""

    name: str
    stopped: int
    """Acts for which there would have been no room."""
    counts: int
    """Counts of all windows."""
    fullCounts: int
    """Those of them that stopped an act."""


_BudgetApplyResponseImpact = TypedDict(
    "_BudgetApplyResponseImpact",
    {
        "days": "int",
        "from": "str",
        "to": "str",
        "complete": "bool",
        "events": "int",
        "budgets": "list[BudgetApplyResponseImpactBudget]",
    },
)


class BudgetApplyResponseImpact(_BudgetApplyResponseImpact, total=False):
    """The object `BudgetApplyResponseImpact` of the contract."""


class _BudgetApplyResponse(TypedDict):
    dryRun: bool
    changes: list[PolicyApplyResponseChange]
    """In the order of the payload, deletions after them by name."""
    warnings: list[PolicyApplyResponseWarning]
    """Parts of a valid budget that look unintended, with their paths."""


class BudgetApplyResponse(_BudgetApplyResponse, total=False):
    """The object `BudgetApplyResponse` of the contract."""

    impact: BudgetApplyResponseImpact
