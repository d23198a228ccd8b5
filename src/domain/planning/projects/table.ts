import type { Static } from 'typebox'
import type { AccountReach } from '#contract/core/account-reach.ts'
import type { ProjectDetail } from '#contract/resources/project-shapes.ts'
import type { projects } from '#contract/resources/projects.ts'
import { date, json, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'

type Detail = Static<typeof ProjectDetail>
type Input = Static<(typeof projects.createProject)['body']>
const optional = { nullable: true, detail: true, written: 'replaced' } as const
const words = { erasure: 'team', written: 'replaced' } as const

export const projectTable = defineTable<Detail, Input>()('project', {
  columns: {
    id: uuid({ written: 'once' }),
    title: text(words),
    slug: text({ erasure: 'team', written: 'once' }),
    description: text({ ...words, nullable: true }),
    status: text({ erasure: 'fixed', written: 'replaced' }),
    status_before_archive: text({ ...optional, erasure: 'fixed' }),
    initiative_id: uuid({ nullable: true, internal: true, written: 'replaced' }),
    owner_id: text({ ...optional, erasure: 'fixed' }),
    start_date: date(optional),
    target_date: date(optional),
    started_at: time(optional),
    completed_at: time(optional),
    archived_at: time(optional),
    account_reach: json<NonNullable<Static<typeof AccountReach>>>()({ nullable: true, erasure: 'fixed' }),
    created_by: text({ erasure: 'fixed', internal: true, written: 'once' }),
    created_at: time(),
    updated_at: time(),
    document: text({ erasure: 'computed', internal: true }),
    custom_fields: jsonb<Record<string, CustomFieldValue>>()({ erasure: 'team', written: 'keys' }),
  },
  elsewhere: {
    initiative: 'initiative',
    external_links: 'project_link',
    owner: 'app_user',
    status_history: 'project_status_change',
    segment_ids: 'insight',
    opportunity_ids: 'opportunity_project',
    sections: 'project_section',
    evidence_count: 'counted in project_insight',
    evidence_references: 'project_insight',
    latest_evidence_story: 'evidence_story',
  },
  writtenElsewhere: {},
  storedDocument: ['id', 'title', 'slug', 'description', 'status', 'created_at', 'updated_at'],
})

export type NewProject = RowToInsert<typeof projectTable>

const by = { erasure: 'fixed', written: 'replaced' } as const

export const projectSectionTable = defineTable<Detail['sections'][number]>()('project_section', {
  columns: {
    project_id: uuid({ internal: true, written: 'once' }),
    key: text({ erasure: 'fixed', written: 'once' }),
    title: text({ erasure: 'team', written: 'once' }),
    content: text(words),
    created_at: time({ internal: true }),
    updated_at: time(),
    updated_by: text(by),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

type Link = Detail['external_links'][number]

export const projectLinkTable = defineTable<Link>()('project_link', {
  columns: {
    project_id: uuid({ internal: true, written: 'once' }),
    provider: text({ erasure: 'fixed', written: 'once' }),
    external_id: text({ ...words, nullable: true }),
    external_key: text({ ...words, nullable: true }),
    external_url: text(words),
    display_title: text(words),
    metadata: json<NonNullable<Link['metadata']>>()({ ...words, nullable: true }),
    state: text({ nullable: true, erasure: 'fixed' }),
    linked_by: text(by),
    linked_at: time(),
    refreshed_at: time({ nullable: true }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

export type NewLink = RowToInsert<typeof projectLinkTable>
