/* Bugs that the suite must catch: each is one change of the source, with the test that has to fail for it. */

export type Mutation = {
  name: string
  file: string
  search: string
  replace: string
  /** The test file, and the names of its tests that are run; all of them without. */
  test: string
  only?: string
  env?: Record<string, string>
}

const authorize = 'src/api/auth/authorize.ts'
const requirements = 'src/api/pipeline/route-requirements.ts'
const lists = 'src/store/lists/page-statement.ts'
const sameSite = 'src/api/auth/same-site.ts'
const authorization = { test: 'test/authorization.test.ts' }
const firstFailing = { ...authorization, only: 'the first failing check' }
const sessions = { test: 'test/account/session-auth.test.ts' }

const authorizationBugs: Mutation[] = [
  {
    name: 'an expired key is accepted',
    file: authorize,
    search: 'if (!facts || facts.expired)',
    replace: 'if (!facts)',
    ...firstFailing,
  },
  {
    name: 'a revoked key is accepted',
    file: authorize,
    search: 'if (facts.revoked && ',
    replace: 'if (facts.org_id === "" && ',
    ...firstFailing,
  },
  {
    name: 'a disabled API answers',
    file: authorize,
    search: 'policy.enabled ||',
    replace: 'true ||',
    ...firstFailing,
  },
  {
    name: 'the policy for roles is not asked',
    file: authorize,
    search: 'policy.roles[role] ||',
    replace: 'true ||',
    ...firstFailing,
  },
  {
    name: 'the policy for scopes is not asked',
    file: authorize,
    search: 'policy.scopes[scope] ||',
    replace: 'true ||',
    ...firstFailing,
  },
  {
    name: 'the key’s own write scope is ignored',
    file: authorize,
    search: 'facts.api_write && facts.can_write',
    replace: 'facts.api_write',
    ...authorization,
    only: 'the scopes of the key itself',
  },
  {
    name: 'a suspended member keeps access',
    file: 'src/domain/access/keys/queries-auth.ts',
    search: " and m.status = 'active'",
    replace: '',
    ...firstFailing,
  },
  {
    name: 'members may do what admins may',
    file: requirements,
    search: 'if (isAtLeast(role, minimum)) return',
    replace: "if (isAtLeast(role, minimum) || minimum === 'admin') return",
    ...sessions,
    only: 'admin operations reject members',
  },
  {
    name: 'a disabled feature answers',
    file: requirements,
    search: 'if (!route.feature || on[route.feature]) return',
    replace: 'if (on) return',
    ...sessions,
    only: 'operations of a disabled feature',
  },
  {
    name: 'a request of another site needs no header',
    file: sameSite,
    search: "if (headers['x-requested-with'] !== 'earshot') throwCsrfRefused()",
    replace: '',
    ...sessions,
    only: 'cross-site writes',
  },
  {
    name: 'a request of another origin is accepted',
    file: sameSite,
    search: '&& hostOf(origin) !== host)',
    replace: '&& hostOf(origin) === null)',
    ...sessions,
    only: 'cross-site writes',
  },
  {
    name: 'the last admin can leave',
    file: 'src/domain/access/members/changes.ts',
    search: "if (member.role !== 'admin' || (await hasOtherAdmin(db, org, member.id))) return",
    replace: 'if (member || (await hasOtherAdmin(db, org, member))) return',
    test: 'test/account/members.test.ts',
    only: 'the last admin can be',
  },
  {
    name: 'a used or revoked invitation works again',
    file: 'src/domain/access/invitations/rules.ts',
    search: "if (status !== 'pending')",
    replace: "if (status === ('never' as string) && status !== 'pending')",
    test: 'test/account/invitations.test.ts',
    only: 'an unknown, revoked, replaced or expired link',
  },
]

const inventory = 'test/inventory.test.ts'
const tenancy = 'test/tenancy/tenancy.test.ts'
const foreignObject = (operation: string) => ({
  test: inventory,
  only: `${operation}: an object of another organization`,
})

const tenancyBugs: Mutation[] = [
  {
    name: 'a theme is found in every organization',
    file: 'src/domain/findings/themes/queries.ts',
    search: 'db.first<ThemeDetailRow>(sql`select ${columns(org)} from theme where org_id = ${org} and id = ${id}`)',
    replace: "db.first<ThemeDetailRow>(sql`select ${columns(org)} from theme where ${org} <> '' and id = ${id}`)",
    ...foreignObject('getTheme'),
  },
  {
    name: 'a job is found in every organization',
    file: 'src/domain/jobs/queries.ts',
    search: 'select ${columns} from job where org_id = ${org} and id',
    replace: "select ${columns} from job where ${org} <> '' and id",
    ...foreignObject('getJob'),
  },
  {
    name: 'an event is found in every organization',
    file: 'src/domain/events/feed/queries.ts',
    search: 'select ${eventColumns} from event where org_id = ${org} and id',
    replace: "select ${eventColumns} from event where ${org} <> '' and id",
    ...foreignObject('getEvent'),
  },
  {
    name: 'a webhook is found in every organization',
    file: 'src/domain/events/webhooks/queries.ts',
    search: 'select ${columns} from webhook where org_id = ${org} and id',
    replace: "select ${columns} from webhook where ${org} <> '' and id",
    ...foreignObject('getWebhook'),
  },
  {
    name: 'a segment is found in every organization',
    file: 'src/domain/findings/segments/queries.ts',
    search: 'sql`select * from segment where org_id = ${org} and id = ${id}`',
    replace: "sql`select * from segment where ${org} <> '' and id = ${id}`",
    ...foreignObject('getSegment'),
  },
  {
    name: 'an opportunity is changed in every organization',
    file: 'src/domain/planning/opportunities/queries.ts',
    search: 'select ${stateColumns} from opportunity where org_id = ${org} and id = ${id}`',
    replace: "select ${stateColumns} from opportunity where ${org} <> '' and id = ${id}`",
    test: tenancy,
    only: 'learns nothing',
    env: { TENANCY: 'updateOpportunity,archiveOpportunity,buildOpportunities' },
  },
  {
    name: 'an invitation is revoked in every organization',
    file: 'src/domain/access/invitations/queries.ts',
    search: 'select ${invitationColumns} from invitation where org_id = ${org} and id',
    replace: "select ${invitationColumns} from invitation where ${org} <> '' and id",
    test: 'test/account/invitations.test.ts',
    only: 'an accepted invitation cannot be revoked',
  },
  {
    name: 'a saved view is deleted in every organization',
    file: 'src/domain/overview/views/queries.ts',
    search: 'where org_id = ${org} and id = ${id} and (user_id = ${user} or (shared and',
    replace: "where ${org} <> '' and id = ${id} and (user_id = ${user} or (shared and",
    test: tenancy,
    only: 'learns nothing',
    env: { TENANCY: 'deleteView,updateView' },
  },
  {
    name: 'the list of themes has those of every organization',
    file: lists,
    search: 'sql`org_id = ${org}`,',
    replace: "sql`${org} <> ''`,",
    test: tenancy,
    only: 'no read shows anything',
  },
  {
    name: 'a cursor works in every organization',
    file: 'src/api/pipeline/cursor.ts',
    search: '`${org}\\n${route}\\n${canonicalize(filters)}`',
    replace: '`${org.length}\\n${route}\\n${canonicalize(filters)}`',
    test: tenancy,
    only: 'a cursor of the other organization',
  },
  {
    name: 'a stored answer is replayed to another organization',
    file: 'src/api/pipeline/idempotency.ts',
    search: 'left join idempotency i on i.org_id = ${org} and i.key = ${key}`',
    replace: "left join idempotency i on ${org} <> '' and i.key = ${key}`",
    test: 'test/idempotency.test.ts',
    only: 'of another organization',
  },
]

const idempotency = 'src/api/pipeline/idempotency.ts'
const repeatedKey = { test: inventory, only: 'createTheme: a repeated key' }

const idempotencyBugs: Mutation[] = [
  {
    name: 'a key is accepted with another payload',
    file: idempotency,
    search: 'if (stored.same_request === false)',
    replace: 'if (stored.same_request === false && stored.status === 999)',
    ...repeatedKey,
  },
  {
    name: 'a repeated request takes effect again',
    file: idempotency,
    search: 'if (stored.same_request) return',
    replace: 'if (stored.same_request && stored.status === 999) return',
    ...repeatedKey,
  },
  {
    name: 'the order of fields makes another payload',
    file: idempotency,
    search: '`${routeId}\\n${canonicalize(input)}`',
    replace: '`${routeId}\\n${JSON.stringify(input)}`',
    test: 'test/idempotency.test.ts',
    only: 'the order of fields',
  },
  {
    name: 'a key is shared by two operations',
    file: idempotency,
    search: '`${routeId}\\n${canonicalize(input)}`',
    replace: '`${routeId.length > 0}\\n${canonicalize(input)}`',
    test: 'test/idempotency.test.ts',
    only: 'the same payload of another operation',
  },
  {
    name: 'a secret is stored in plain text for replay',
    file: 'src/api/pipeline/write.ts',
    search: 'const codec = op.route.secret && sealedCodec(',
    replace: 'const codec = op.route.path === "" && op.route.secret && sealedCodec(',
    test: 'test/account/webhooks.test.ts',
    only: 'webhook secrets are encrypted',
  },
  {
    name: 'concurrent requests with one key run side by side',
    file: idempotency,
    search: 'if (!stored.locked)',
    replace: 'if (!stored.locked && stored.status === 999)',
    test: 'test/idempotency.test.ts',
    only: 'while the first request runs',
  },
  {
    name: 'a repeated delivery of a provider is stored again',
    file: 'src/domain/integrations/inbound/process-delivery.ts',
    search: 'const key = { deliveryId, digest, body',
    replace: 'const key = { deliveryId: null, digest: null, body',
    test: 'test/integrations/hooks.test.ts',
    only: 'a repeated delivery',
  },
]

const page = 'src/store/page.ts'
const pages = { test: 'test/findings/themes.test.ts', only: 'every order pages through' }

const orderingBugs: Mutation[] = [
  {
    name: 'equal values have no order',
    file: page,
    search: '[by, ...(second ? [second.by] : []), id]',
    replace: "[by, ...(second ? [second.by] : []), 'random()']",
    ...pages,
  },
  {
    name: 'a page begins with the last row of the page before',
    file: page,
    search: "raw(descending ? '<' : '>')",
    replace: "raw(descending ? '<=' : '>=')",
    ...pages,
  },
  {
    name: 'a page has one row more than its limit',
    file: page,
    search: 'rows.length > limit ? rows.slice(0, limit) : rows',
    replace: 'rows.length > limit + 1 ? rows.slice(0, limit) : rows',
    ...pages,
  },
  {
    name: 'the last page says that there is more',
    file: page,
    search: 'const has_more = rows.length > limit',
    replace: 'const has_more = rows.length >= limit',
    ...pages,
  },
  {
    name: 'the smallest themes come first',
    file: lists,
    search: "const descending = sort.startsWith('-')",
    replace: "const descending = sort.startsWith('-') && !sort.endsWith('insight_count')",
    ...pages,
  },
  {
    name: 'webhooks get the newest event first',
    file: 'src/domain/events/webhooks/queries-dispatch.ts',
    search: 'order by event.tx, event.id limit',
    replace: 'order by event.tx desc, event.id desc limit',
    test: 'test/account/events.test.ts',
    only: 'feed and webhooks order',
  },
  {
    name: 'the feed skips events of open transactions',
    file: 'src/store/citus/horizon.ts',
    search: "raw('pg_snapshot_xmin(pg_current_snapshot())')",
    replace: 'raw("\'9223372036854775807\'::xid8")',
    test: 'test/account/webhooks.test.ts',
    only: 'no event is skipped',
  },
  {
    name: 'a worker that was taken over writes its result',
    file: 'src/domain/jobs/queries-attempts.ts',
    search: 'select 1 from job where org_id = ${org} and id = ${id} and attempts = ${number}\n',
    replace: 'select 1 from job where org_id = ${org} and id = ${id} and attempts >= ${number}\n',
    test: 'test/sources/jobs.test.ts',
  },
]

const escapeHtml = 'src/engine/text/escape-html.ts'
const escapeBugs: Mutation[] = [
  {
    name: 'a survey page does not escape tags',
    file: escapeHtml,
    search: 'text.replace(/[&<>"\']/g',
    replace: 'text.replace(/[&"\']/g',
    test: 'test/sources/survey-page.test.ts',
    only: 'the page is a small document|errors are shown',
  },
  {
    name: 'a survey page does not escape quotes',
    file: escapeHtml,
    search: 'text.replace(/[&<>"\']/g',
    replace: 'text.replace(/[&<>]/g',
    test: 'test/sources/survey-page.test.ts',
    only: 'errors are shown|query parameters prefill',
  },
  {
    name: 'a survey page may load scripts',
    file: 'src/api/routes/survey-page/send-page.ts',
    search: "`default-src 'none'; style-src",
    replace: '`default-src *; style-src',
    test: 'test/sources/survey-page.test.ts',
    only: 'the page is a small document',
  },
  {
    name: 'a formula is exported as such',
    file: 'src/contract/core/escape-formula.ts',
    search: 'formulaStart.test(text) &&',
    replace: "text === '\\u0000' &&",
    test: 'test/sources/survey-responses.test.ts',
    only: 'responses are exported as CSV',
  },
  {
    name: 'a percent sign in a search is a wildcard',
    file: page,
    search: "`%${text.replace(/[\\\\%_]/g, '\\\\$&')}%`",
    replace: '`%${text}%`',
    test: 'test/findings/themes.test.ts',
    only: 'search is literal',
  },
  {
    name: 'of two equal fields the last one counts',
    file: 'src/contract/core/scan-json.ts',
    search: 'if (!this.#limits.sizesOnly && open.keys.has(key))',
    replace: 'if (this.#limits.sizesOnly && open.keys.has(key))',
    test: 'test/http.test.ts',
    only: 'an invalid body is rejected',
  },
  {
    name: 'the signature of a webhook leaves its id out',
    file: 'src/domain/events/webhooks/sign-delivery.ts',
    search: '`${id}.${timestamp}.${body}`',
    replace: '`${id.length}.${timestamp}.${body}`',
    test: 'test/account/webhooks.test.ts',
    only: 'a webhook receives the event',
  },
  {
    name: 'any signature of the right length is accepted',
    file: 'src/domain/integrations/definition/signature.ts',
    search: 'sent.length === own.length && timingSafeEqual(sent, own)',
    replace: 'sent.length === own.length || timingSafeEqual(sent, own)',
    test: 'test/integrations/signatures.test.ts',
    only: 'one changed bit',
  },
]

const limitBugs: Mutation[] = [
  {
    name: 'passwords can be tried without end',
    file: 'src/domain/identity/sign-in-limits.ts',
    search: "{ name: 'sign-in', max: 10,",
    replace: "{ name: 'sign-in', max: 10_000,",
    test: 'test/account/sign-in.test.ts',
    only: 'ten password attempts',
  },
  {
    name: 'a rate limit allows everything',
    file: 'src/api/pipeline/rate-limits.ts',
    search: 'const allowed = next - time <= burst / perSecond + 1e-9',
    replace: 'const allowed = next > 0',
    test: 'test/limits.test.ts',
    only: 'a bucket allows its burst',
  },
  {
    name: 'JSON may be nested without end',
    file: 'src/api/pipeline/strict-json.ts',
    search: 'const maxDepth = 32',
    replace: 'const maxDepth = 32_000_000',
    test: 'test/http.test.ts',
    only: 'an invalid body is rejected',
  },
  {
    name: 'redirects are followed without end',
    file: 'src/outbound/client.ts',
    search: 'if (hops >= maxRedirects)',
    replace: 'if (hops >= maxRedirects + 2000)',
    test: 'test/outbound/client.test.ts',
    only: 'three redirects are followed',
  },
  {
    name: 'a secret header is sent to another origin',
    file: 'src/outbound/client.ts',
    search: 'if (next.origin !== url.origin) headers = withoutSecrets(headers)',
    replace: 'if (next.origin === "") headers = withoutSecrets(headers)',
    test: 'test/outbound/client.test.ts',
    only: 'secret headers are not sent',
  },
  {
    name: 'one public address of a name is enough',
    file: 'src/outbound/target.ts',
    search: '!addresses.every((address) => policy.allows(address))',
    replace: '!addresses.some((address) => policy.allows(address))',
    test: 'test/outbound/refusals.test.ts',
    only: 'a name is resolved once',
  },
  {
    name: 'a page may have a thousand rows',
    file: 'src/contract/core/pages.ts',
    search: 'maximum: 100,',
    replace: 'maximum: 1000,',
    test: inventory,
    only: 'listThemes: limits outside',
  },
  {
    name: 'an organization may have any number of webhooks',
    file: 'src/domain/events/webhooks/handlers.ts',
    search: 'const maxWebhooks = 25',
    replace: 'const maxWebhooks = 2500',
    test: 'test/account/webhooks.test.ts',
    only: 'URL and events are unique together',
  },
]

export const mutations: Mutation[] = [
  ...authorizationBugs,
  ...tenancyBugs,
  ...idempotencyBugs,
  ...orderingBugs,
  ...escapeBugs,
  ...limitBugs,
]
