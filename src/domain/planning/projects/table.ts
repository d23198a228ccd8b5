import type { Static } from 'typebox'
import type { ProjectDetail } from '#contract/resources/project-shapes.ts'
import { date, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

const optional = { nullable: true, detail: true } as const

export const projectTable = defineTable<Static<typeof ProjectDetail>>()('project', {
  columns: {
    id: uuid(),
    title: text({ erasure: 'team' }),
    slug: text({ erasure: 'team' }),
    description: text({ nullable: true, erasure: 'team' }),
    status: text({ erasure: 'fixed' }),
    status_before_archive: text({ nullable: true, erasure: 'fixed', detail: true }),
    initiative_id: uuid({ nullable: true, internal: true }),
    owner_id: text({ nullable: true, erasure: 'fixed', detail: true }),
    start_date: date(optional),
    target_date: date(optional),
    started_at: time(optional),
    completed_at: time(optional),
    archived_at: time(optional),
    created_by: text({ erasure: 'fixed', internal: true }),
    created_at: time(),
    updated_at: time(),
    document: text({ erasure: 'computed', internal: true }),
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
