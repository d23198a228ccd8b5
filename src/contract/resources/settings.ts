import Type from 'typebox'
import { Member, Role } from './account.ts'
import { routes } from '#contract/core/route.ts'
import {
  closed,
  Count,
  Email,
  Id,
  Name,
  nullable,
  oneOf,
  OrgId,
  page,
  PageQuery,
  Time,
  UserId,
  withDefault,
} from '#contract/core/shapes.ts'

export const Scopes = Type.Array(oneOf('read', 'write'), {
  minItems: 0,
  maxItems: 2,
  uniqueItems: true,
  examples: [['read', 'write']],
})
export const Password = Type.String({ minLength: 10, maxLength: 200, examples: ['correct horse battery'] })
export const SecretToken = Type.String({ minLength: 20, maxLength: 200, examples: ['f3c1…'] })

/** The contract’s eight checks, in its order. */
export const keyChecks = ['extract', 'verify', 'owner', 'policy', 'enabled', 'member', 'role', 'scope'] as const

export const Policy = Type.Object(
  {
    enabled: Type.Boolean(),
    roles: Type.Array(oneOf('admins', 'members'), { uniqueItems: true, examples: [['admins']] }),
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
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Organization' },
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

const Invitation = Type.Object(
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

const Session = Type.Object(
  {
    user: Type.Object({ id: UserId, name: Type.String(), email: Type.String() }, closed),
    organization: nullable(Organization),
    role: nullable(Role),
    organizations: Type.Array(Type.Object({ id: OrgId, name: Type.String(), role: Role }, closed)),
  },
  { ...closed, $id: 'Session' },
)

const AuditEntry = Type.Object(
  {
    id: Id,
    operation: Type.String({
      description: 'The operation that was done, with its action if it has one.',
      examples: ['updatePolicy'],
    }),
    event: nullable(Type.String({ description: 'What others were told of it.', examples: ['project.archived'] })),
    actor: Type.Object(
      { type: oneOf('user', 'api_key', 'integration', 'system'), id: nullable(Type.String()) },
      closed,
    ),
    user_id: nullable(UserId),
    user_name: nullable(Type.String({ examples: ['Ana Lima'] })),
    request_id: nullable(Type.String({ examples: ['5f2c9a1b7e30-1k'] })),
    resource_id: nullable(Type.String()),
    created_at: Time,
  },
  { ...closed, $id: 'AuditEntry' },
)
const KeyCheck = Type.Object(
  {
    check: oneOf(...keyChecks),
    passed: nullable(Type.Boolean({ description: 'Null when an earlier check failed.' })),
    code: nullable(Type.String({ examples: ['ROLE_NOT_ALLOWED'] })),
    message: nullable(Type.String()),
  },
  closed,
)

const ApiRequest = Type.Object(
  {
    id: Id,
    method: Type.String({ examples: ['GET'] }),
    path: Type.String({
      description: 'The route, without what was asked for.',
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

const SystemFacts = Type.Object(
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

const app = { audience: 'app' } as const

/** What a person does in the settings of the web app; none of it is public API. */
export const settings = routes({
  getSession: { ...app, method: 'GET', path: '/session', summary: 'Who is signed in, and where', result: Session },
  switchOrganization: {
    ...app,
    method: 'POST',
    path: '/session/organization',
    summary: 'Work in another of your organizations',
    body: Type.Object({ org_id: OrgId }, closed),
    result: Session,
    errors: ['NOT_FOUND'],
  },
  getOrganization: {
    ...app,
    method: 'GET',
    path: '/organization',
    summary: 'Read the organization',
    result: Organization,
  },
  updateOrganization: {
    ...app,
    method: 'PATCH',
    path: '/organization',
    summary: 'Rename the organization or switch its features',
    admin: true,
    body: Type.Partial(Type.Object({ name: Name('Acme'), features: Type.Partial(Features, closed) }), {
      ...closed,
      minProperties: 1,
    }),
    result: Organization,
  },
  updateMember: {
    ...app,
    method: 'PATCH',
    path: '/members/{memberId}',
    summary: 'Change the role of a member',
    admin: true,
    params: Type.Object({ memberId: Id }, closed),
    body: Type.Object({ role: Role }, closed),
    result: Member,
    errors: ['INVALID_STATE'],
  },
  removeMember: {
    ...app,
    method: 'DELETE',
    path: '/members/{memberId}',
    summary: 'Remove a member and revoke their keys, or leave',
    params: Type.Object({ memberId: Id }, closed),
    result: Type.Object({ id: Id, deleted: Type.Literal(true), revoked_key_count: Count }, closed),
    errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  },
  listInvitations: {
    ...app,
    method: 'GET',
    path: '/invitations',
    summary: 'List invitations',
    admin: true,
    query: Type.Object(PageQuery, closed),
    result: page(Invitation),
  },
  createInvitation: {
    ...app,
    method: 'POST',
    path: '/invitations',
    summary: 'Invite somebody by a link that is shown once',
    admin: true,
    status: 201,
    body: Type.Object({ email: Email, role: withDefault(Role, 'member') }, closed),
    result: Type.Object({ ...Invitation.properties, token: SecretToken, url: Type.String() }, closed),
    errors: ['DUPLICATE'],
  },
  revokeInvitation: {
    ...app,
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    summary: 'Revoke an invitation',
    admin: true,
    params: Type.Object({ invitationId: Id }, closed),
    result: Invitation,
    errors: ['INVALID_STATE'],
  },
  acceptInvitation: {
    ...app,
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Join by an invitation link',
    open: true,
    body: Type.Object({ token: SecretToken, name: Type.Optional(Name('Ana Lima')), password: Password }, closed),
    result: Type.Object({ org_id: OrgId, user_id: UserId, email: Type.String() }, closed),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  getPolicy: { ...app, method: 'GET', path: '/policy', summary: 'Read who may use the public API', result: Policy },
  updatePolicy: {
    ...app,
    method: 'PATCH',
    path: '/policy',
    summary: 'Switch the public API, its roles and scopes',
    admin: true,
    body: Type.Partial(Type.Object(Policy.properties), { ...closed, minProperties: 1 }),
    result: Policy,
  },
  listAuditEntries: {
    ...app,
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, newest first',
    admin: true,
    query: Type.Object(
      {
        ...PageQuery,
        user_id: Type.Optional(UserId),
        operation: Type.Optional(Name('updatePolicy', 100)),
        resource_id: Type.Optional(Name('019a8c1e', 100)),
      },
      closed,
    ),
    result: page(AuditEntry),
  },
  listRequests: {
    ...app,
    method: 'GET',
    path: '/requests',
    summary: 'The latest requests of your keys, newest first; admins see those of all',
    description:
      'Of the last 30 days, at most the latest 10,000. A request is listed about a second after its answer; of more than 250 a second the latest are.',
    query: Type.Object(
      {
        ...PageQuery,
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 500, examples: [100] }), 100),
        key_id: Type.Optional(Id),
        outcome: Type.Optional(oneOf('ok', 'failed')),
      },
      closed,
    ),
    result: page(ApiRequest),
  },
  listApiKeys: {
    ...app,
    method: 'GET',
    path: '/api-keys',
    summary: 'List your keys; admins see all',
    query: Type.Object(PageQuery, closed),
    result: page(ApiKey),
  },
  createApiKey: {
    ...app,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create a key; its secret is shown once',
    status: 201,
    secret: true,
    body: Type.Object(
      {
        name: Name('Nightly export'),
        scopes: withDefault(Type.Array(oneOf('read', 'write'), { minItems: 1, maxItems: 2, uniqueItems: true }), [
          'read',
        ]),
        expires_in_days: withDefault(nullable(Type.Integer({ minimum: 1, maximum: 3650 })), null),
      },
      closed,
    ),
    result: Type.Object({ ...ApiKey.properties, key: Type.String() }, closed),
  },
  revokeApiKey: {
    ...app,
    method: 'DELETE',
    path: '/api-keys/{keyId}',
    summary: 'Revoke a key at once',
    params: Type.Object({ keyId: Id }, closed),
    result: ApiKey,
  },
  testApiKey: {
    ...app,
    method: 'POST',
    path: '/api-keys/test',
    summary: 'Run the eight checks on a key; nothing of it is kept',
    admin: true,
    body: Type.Object(
      {
        key: Type.String({ minLength: 1, maxLength: 500, examples: ['ear_us_…'] }),
        scope: withDefault(oneOf('read', 'write'), 'read'),
      },
      closed,
    ),
    result: Type.Object({ works: Type.Boolean(), checks: Type.Array(KeyCheck) }, closed),
  },
  updateProfile: {
    ...app,
    method: 'PATCH',
    path: '/session/user',
    summary: 'Change your own name',
    body: Type.Object({ name: Name('Ana Lima') }, closed),
    result: Session,
  },
  getSystem: {
    ...app,
    method: 'GET',
    path: '/system',
    summary: 'How the installation is doing',
    admin: true,
    result: SystemFacts,
  },
})
