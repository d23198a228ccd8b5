import Type from 'typebox'
import { discussedKinds } from '#vocabulary/discussions.ts'
import { UserId } from './ids.ts'
import { closed, nullable, oneOf } from './shapes.ts'

/** What people comment on and follow. */
export const DiscussedType = oneOf(...discussedKinds)

export const MemberRef = Type.Object({ user_id: UserId, name: Type.String({ examples: ['Ana Lima'] }) }, closed)
/** Null for a member who left. */
export const FormerMemberRef = nullable(MemberRef)
