import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { createdRange, Time } from '#contract/core/times.ts'

export const auditActors = ['user', 'api_key', 'command', 'integration', 'system', 'anonymous'] as const
export const signInMeans = ['password', 'single_sign_on', 'setup', 'invitation', 'password_reset'] as const

const ActorType = oneOf(...auditActors)
const Outcome = oneOf('success', 'failure')
const Fields = (when: string, example: object) =>
  nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `The changed fields ${when}, where the operation is about settings; [hidden] replaces secrets.`,
      examples: [example],
    }),
  )

const AuditEntry = Type.Object(
  {
    id: Id,
    operation: Type.String({
      description:
        'The operation with its action, a step of signing in (`signIn`, `signOut` …), a command (`admin.set-role`), ' +
        'or the name of background work (`retention`).',
      examples: ['updatePolicy'],
    }),
    outcome: Outcome,
    reason: nullable(Type.String({ description: 'Why it failed.', examples: ['wrong_password'] })),
    means: nullable({
      ...oneOf(...signInMeans),
      description: 'How the person proved who they are; null where nobody signed in or joined.',
    }),
    actor: Type.Object(
      {
        type: {
          ...ActorType,
          description:
            '`user` in the web app, `api_key`, `command` on the server, `integration`, `system` for background work, ' +
            '`anonymous` before signing in.',
        },
        id: nullable(
          Type.String({
            description: 'Of the user, key, integration or job; of a command the account on the server.',
            examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
          }),
        ),
      },
      closed,
    ),
    user_id: nullable(UserId),
    user_name: nullable(Type.String({ examples: ['Ana Lima'] })),
    session_id: nullable(Id),
    address: nullable(Type.String({ description: 'The IP address of the request.', examples: ['203.0.113.7'] })),
    user_agent: nullable(Type.String({ examples: ['Mozilla/5.0'] })),
    request_id: nullable(Type.String({ examples: ['5f2c9a1b7e30-1k'] })),
    resource_id: nullable(Type.String({ examples: ['019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'] })),
    change_set_id: nullable(Type.String({ description: 'The change set that was accepted, if it was part of one.' })),
    before: Fields('as they were', { role: 'member' }),
    after: Fields('as they are', { role: 'admin' }),
    created_at: Time,
  },
  { ...closed, $id: 'AuditEntry' },
)

const ExportFacts = Type.Object(
  {
    list: Name('insights', 100),
    format: oneOf('csv', 'json'),
    row_count: Count,
  },
  closed,
)

/** The audit log; nothing changes or removes its entries but their retention. */
export const audit = defineRoutes({
  listAuditEntries: {
    method: 'GET',
    path: '/audit',
    summary: 'The audit log: sign-ins, changes of settings, exports and deletions',
    description:
      'Newest first. With `order=oldest` the log can be followed: call again with `after` = the id of the last ' +
      'entry; new entries never appear before entries that were already returned, and when the retention has ' +
      'deleted that entry, what is left follows. With `Accept: text/csv` or `Accept: application/x-ndjson` all ' +
      'entries that match, as one file.',
    admin: true,
    query: Type.Object(
      {
        ...PageQuery,
        order: withDefault(oneOf('newest', 'oldest'), 'newest'),
        after: Type.Optional({ ...Id, description: 'Entries after this one; only with order=oldest.' }),
        user_id: Type.Optional(UserId),
        operation: Type.Optional(Name('updatePolicy', 100)),
        resource_id: Type.Optional(Name('019a8c1e', 100)),
        actor_type: Type.Optional(ActorType),
        outcome: Type.Optional(Outcome),
        ...createdRange,
      },
      closed,
    ),
    result: page(AuditEntry),
    produces: ['text/csv', 'application/x-ndjson'],
  },
  recordExport: {
    audience: 'app',
    method: 'POST',
    effect: 'adds',
    path: '/audit/exports',
    summary: 'Record that a list was exported in the web app',
    audit: 'changes',
    body: ExportFacts,
    result: ExportFacts,
  },
})
