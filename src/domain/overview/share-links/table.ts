import type { Static } from 'typebox'
import type { ShareLink } from '#contract/resources/share-links.ts'
import { flag, integer, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const shareLinkTable = defineTable<Static<typeof ShareLink>>()('share_link', {
  columns: {
    id: uuid(),
    kind: text({ erasure: 'fixed' }),
    target_id: uuid({ nullable: true }),
    token_hash: text({ erasure: 'secret', internal: true }),
    password_hash: text({ nullable: true, erasure: 'secret', internal: true }),
    names: flag(),
    frame_origin: text({ nullable: true, erasure: 'team' }),
    expires_at: time({ nullable: true }),
    revoked_at: time({ nullable: true }),
    view_count: integer(),
    last_viewed_at: time({ nullable: true }),
    created_by: text({ erasure: 'fixed' }),
    created_at: time(),
    updated_at: time(),
  },
  elsewhere: {
    title: 'the object that it shows',
    status: 'computed from its times and the state of the object',
    has_password: 'computed from the hash of the password',
  },
  writtenElsewhere: {},
})
