import type { Static } from 'typebox'
import type { Comment } from '#contract/resources/comments.ts'
import { searchVector, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const commentTable = defineTable<Static<typeof Comment>>()('comment', {
  columns: {
    id: uuid({ written: 'once' }),
    object_type: text({ erasure: 'fixed', written: 'once' }),
    object_id: uuid({ written: 'once' }),
    thread_id: uuid({ internal: true, written: 'once' }),
    author_id: text({ erasure: 'fixed', internal: true, written: 'once' }),
    body: text({ erasure: 'masked', written: 'replaced' }),
    mentions: texts({ erasure: 'fixed', converted: true, written: 'replaced' }),
    created_at: time(),
    updated_at: time(),
    edited_at: time({ nullable: true }),
    resolved_at: time({ nullable: true }),
    resolved_by: text({ nullable: true, erasure: 'fixed', converted: true }),
    deleted_at: time({ nullable: true, internal: true }),
    search_vector: searchVector(),
  },
  elsewhere: {
    parent_id: 'thread_id',
    author: 'app_user',
    reactions: 'comment_reaction',
    deleted: 'deleted_at',
    url: 'the id',
  },
  writtenElsewhere: {},
})
