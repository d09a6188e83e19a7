/** The files that `init` writes. The names are those of the quick start, so that every test passes there unchanged. */

export const EXAMPLE_POLICY_NAME = 'Review customer exports';

const editorLine = (schema: string) => `# yaml-language-server: $schema=${schema}`;

export function examplePolicy(schema: string): string {
  return `${editorLine(schema)}
# One policy. Try it: svc test --local. Put it in force: svc policies apply
apiVersion: svc/v1
kind: Policy
metadata:
  # Policies are matched by this name when they are applied.
  name: ${EXAMPLE_POLICY_NAME}
spec:
  description: Customer data is exported only when a person agrees.
  # ANY, READ, WRITE, DELETE or EXPORT; sending an e-mail is an EXPORT.
  action: EXPORT
  # The classification of the resource.
  resource: CUSTOMER_PII
  # ALLOW, REVIEW or BLOCK. The strictest policy that matches decides.
  decision: REVIEW
  # Who may resolve the review.
  approverRoles: [OWNER, ADMIN]
`;
}

export function exampleTest(schema: string): string {
  return `${editorLine(schema)}
# Cases run through the same steps as a real decision and record nothing: svc test
# billing-bot, support-bot, customers and orders are names of the quick start: write those of your organization instead.
apiVersion: svc/v1
kind: PolicyTest
cases:
  - name: an export of customers needs a person
    input:
      agent: billing-bot
      action: EXPORT_DATA
      resource: customers
      destination: EXTERNAL_API
      recordsAffected: 1200
    expect:
      decision: REVIEW
      policy: ${EXAMPLE_POLICY_NAME}
  - name: an e-mail with customer data needs one too
    input:
      agent: support-bot
      action: SEND_EMAIL
      resource: customers
      destination: EXTERNAL_EMAIL
      recordsAffected: 1
    expect:
      decision: REVIEW
  - name: reading one order is allowed
    input:
      agent: billing-bot
      action: READ_DATA
      resource: orders
      recordsAffected: 1
    expect:
      decision: ALLOW
`;
}

export const IGNORE_FILE = `# Results of svc test --junit, and keys, which never belong into a repository.
*.junit.xml
.env
.env.*
credentials.json
`;
