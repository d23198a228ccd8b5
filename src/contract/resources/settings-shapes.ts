import Type from 'typebox'
import { Id, OrgId, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { Role } from './account.ts'

export const Scopes = Type.Array(oneOf('read', 'write'), {
  minItems: 0,
  maxItems: 2,
  uniqueItems: true,
  examples: [['read', 'write']],
})
export const Password = Type.String({ minLength: 10, maxLength: 200, examples: ['correct horse battery'] })
export const SecretToken = Type.String({ minLength: 20, maxLength: 200, examples: ['f3c1…'] })

/** The eight authorization checks in order. */
export const keyChecks = ['extract', 'verify', 'owner', 'policy', 'enabled', 'member', 'role', 'scope'] as const

export const Policy = Type.Object(
  {
    enabled: Type.Boolean(),
    roles: Type.Array(oneOf('admins', 'members'), { maxItems: 2, uniqueItems: true, examples: [['admins']] }),
    scopes: Scopes,
  },
  { ...closed, $id: 'ApiPolicy' },
)

export const Features = Type.Object(
  { competitors: Type.Boolean(), subthemes: Type.Boolean(), segments: Type.Boolean() },
  { ...closed, $id: 'Features' },
)

export const Organization = Type.Object(
  {
    id: OrgId,
    name: Type.String({ examples: ['Acme'] }),
    region: oneOf('us', 'eu', 'au'),
    features: Features,
    credits: nullable(Count),
    is_demo: Type.Boolean(),
    contact_mail: Type.Boolean({ description: 'Members may send mail to the contacts of a completed Project.' }),
    accept_own_change_sets: Type.Boolean({ description: 'Members may accept change sets that they proposed.' }),
    require_second_factor: Type.Boolean({
      description: 'Members who sign in with a password need a second factor.',
    }),
    share_links: Type.Boolean({ description: 'Members may make public links to results; without it no link works.' }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Organization' },
)

export const OrganizationDeletion = Type.Object(
  {
    org_id: OrgId,
    status: oneOf('deleting', 'deleted'),
    requested_by: nullable(Type.String({ examples: ['user_01a1ef6ab40b7683'], description: 'Null: the operator.' })),
    requested_at: Time,
    finished_at: nullable(Time),
    user_count: { ...Count, description: 'How many members had no other organization and are deleted.' },
    row_count: Count,
    tables: Type.Array(Type.Object({ name: Type.String({ examples: ['feedback'] }), row_count: Count }, closed)),
  },
  { ...closed, $id: 'OrganizationDeletion' },
)

export const ApiKey = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Nightly export'] }),
    hint: Type.String({ examples: ['ear_us_…x4Qz'] }),
    user_id: UserId,
    user_name: Type.String(),
    scopes: Scopes,
    status: oneOf('active', 'expired', 'revoked'),
    expires_at: nullable(Time),
    last_used_at: nullable(Time),
    revoked_at: nullable(Time),
    revoked_reason: nullable(Type.String()),
    created_at: Time,
  },
  { ...closed, $id: 'ApiKey' },
)

export const Invitation = Type.Object(
  {
    id: Id,
    email: Type.String(),
    role: Role,
    status: oneOf('pending', 'accepted', 'revoked', 'expired'),
    invited_by: UserId,
    expires_at: Time,
    created_at: Time,
  },
  { ...closed, $id: 'Invitation' },
)

export const Session = Type.Object(
  {
    user: Type.Object({ id: UserId, name: Type.String(), email: Type.String() }, closed),
    organization: nullable(Organization),
    role: nullable(Role),
    organizations: Type.Array(Type.Object({ id: OrgId, name: Type.String(), role: Role }, closed)),
    second_factor: Type.Object(
      {
        enabled: Type.Boolean({ description: 'The person has one.' }),
        required: Type.Boolean({ description: 'The organization lets this session in only with one.' }),
      },
      closed,
    ),
    failing_webhooks: Type.Integer({
      minimum: 0,
      description: 'For admins: webhooks that are about to be disabled, or were within a week.',
    }),
  },
  { ...closed, $id: 'Session' },
)

export const ActivityEntry = Type.Object(
  {
    id: Id,
    operation: Type.String({
      description: 'The operation, with its action if it has one.',
      examples: ['updatePolicy'],
    }),
    event: nullable(Type.String({ description: 'The event that was emitted.', examples: ['project.archived'] })),
    actor: Type.Object(
      { type: oneOf('user', 'api_key', 'integration', 'system'), id: nullable(Type.String()) },
      closed,
    ),
    user_id: nullable(UserId),
    user_name: nullable(Type.String({ examples: ['Ana Lima'] })),
    request_id: nullable(Type.String({ examples: ['5f2c9a1b7e30-1k'] })),
    resource_id: nullable(Type.String()),
    change_set_id: nullable(Type.String({ description: 'The change set that was accepted, if it was part of one.' })),
    created_at: Time,
  },
  { ...closed, $id: 'ActivityEntry' },
)
export const KeyCheck = Type.Object(
  {
    check: oneOf(...keyChecks),
    passed: nullable(Type.Boolean({ description: 'Null when an earlier check failed.' })),
    code: nullable(Type.String({ examples: ['ROLE_NOT_ALLOWED'] })),
    message: nullable(Type.String()),
  },
  closed,
)

export const ApiRequest = Type.Object(
  {
    id: Id,
    method: Type.String({ examples: ['GET'] }),
    path: Type.String({
      description: 'The route, without parameters.',
      examples: ['/api/v1/insights/{insightId}'],
    }),
    status: Type.Integer({ minimum: 100, maximum: 599, examples: [200] }),
    code: nullable(Type.String({ examples: ['NOT_FOUND'] })),
    duration_ms: Count,
    request_id: Type.String({ examples: ['5f2c9a1b7e30-1k'] }),
    key_id: Id,
    user_id: UserId,
    created_at: Time,
  },
  { ...closed, $id: 'ApiRequest' },
)

export const SystemInfo = Type.Object(
  {
    version: Type.String({ examples: ['0.1.0'] }),
    region: oneOf('us', 'eu', 'au'),
    public_url: Type.String({ examples: ['http://localhost:3000'] }),
    schema_version: Type.String({ examples: ['0007_sources.sql'] }),
    database_version: Type.String({ examples: ['18.4'] }),
    database_bytes: Type.Integer({ minimum: 0, examples: [12_000_000] }),
    server_started_at: Time,
    jobs: Type.Object({ queued: Count, running: Count, failed_today: Count, oldest_queued_at: nullable(Time) }, closed),
  },
  { ...closed, $id: 'SystemFacts' },
)
