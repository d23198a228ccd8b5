import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, OrgId, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, nullable, oneOf } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { memberRoles } from '#vocabulary/roles.ts'

export const Role = oneOf(...memberRoles.toReversed())

const Identity = Type.Object(
  { org_id: OrgId, user_id: UserId, role: Role, scope: oneOf('read', 'write') },
  { ...closed, $id: 'Identity' },
)

export const Member = Type.Object(
  {
    id: Id,
    user_id: UserId,
    name: Type.String({ examples: ['Ana Lima'] }),
    email: Type.String({ examples: ['ana@example.com'] }),
    role: Role,
    status: oneOf('active', 'invited', 'suspended'),
    avatar_url: nullable(Type.String()),
    last_active_at: nullable(Time),
    joined_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Member' },
)

export const account = defineRoutes({
  getMe: { method: 'GET', path: '/me', summary: 'Who this key acts for', result: Identity },
  listMembers: {
    method: 'GET',
    path: '/org-members',
    summary: 'List the members of the organization',
    query: Type.Object(
      {
        ...PageQuery,
        role: Type.Optional(Role),
        status: Type.Optional(oneOf('active', 'suspended')),
        q: Type.Optional(Name('ana')),
      },
      closed,
    ),
    result: page(Member),
  },
  getMember: {
    method: 'GET',
    path: '/org-members/{memberId}',
    summary: 'Read one member, by member id or user id',
    params: Type.Object({ memberId: Type.Union([Id, UserId]) }, closed),
    result: Member,
  },
})
