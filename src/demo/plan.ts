import type { Ctx } from '#domain/context.ts'
import { handlers as initiatives } from '#domain/planning/initiatives/handlers.ts'
import { createOpportunity } from '#domain/planning/opportunities/changes.ts'
import { updateInitiativeOf } from '#domain/planning/opportunities/queries.ts'
import { actions } from '#domain/planning/projects/actions.ts'
import { handlers as projects } from '#domain/planning/projects/handlers.ts'
import { sql } from '#store/sql.ts'
import { plans } from './content.ts'
import { defineDemoFields, demoOpportunityFields } from './custom-fields.ts'
import type { ProjectPlan } from './content-shapes.ts'
import { runStaged } from './run-staged.ts'

const listThemeInsightIds = async ({ db, org }: Ctx, theme: string) =>
  (
    await db.rows<{ id: string }>(sql`
    select i.id from insight i join insight_theme l on l.org_id = ${org} and l.insight_id = i.id
    join theme t on t.org_id = ${org} and t.id = l.theme_id
    where i.org_id = ${org} and t.name = ${theme} and i.live order by i.id desc limit 40`)
  ).map((row) => row.id)

const listSegmentIdsByName = async ({ db, org }: Ctx, name: string) =>
  (
    await db.rows<{ id: string }>(
      sql`select id from segment where org_id = ${org} and name = ${name} and archived_at is null`,
    )
  ).map((row) => row.id)

const dayMs = 24 * 3600 * 1000

/** Creates opportunities, initiatives and projects through the handlers that the API uses. */
export async function loadPlans(ctx: Ctx) {
  await defineDemoFields(ctx)
  for (const [n, { opportunity, theme, segment, initiative, projects: projectPlans }] of plans.entries()) {
    const insight_ids = await listThemeInsightIds(ctx, theme)
    const opportunityId = await createOpportunity(ctx, {
      ...opportunity,
      insight_ids,
      custom_fields: demoOpportunityFields(n),
    })
    if (!initiative) continue
    const ownership = segment ? { owner_id: ctx.user, segment_ids: await listSegmentIdsByName(ctx, segment) } : {}
    const { id: initiative_id } = (await runStaged(initiatives.createInitiative, ctx, {
      ...initiative,
      ...ownership,
    })) as { id: string }
    await initiatives.addInitiativeInsights(ctx, { initiativeId: initiative_id, insight_ids })
    await updateInitiativeOf(ctx.db, ctx.org, [opportunityId], initiative_id)
    for (const project of projectPlans) await loadProject(ctx, project, { initiative_id, insight_ids, theme })
  }
}

type ProjectEvidence = { initiative_id: string; insight_ids: string[]; theme: string }

async function loadProject(
  ctx: Ctx,
  { overview, metrics, startsInDays, lastsDays, ...fields }: ProjectPlan,
  { initiative_id, insight_ids, theme }: ProjectEvidence,
) {
  const dayIn = (days: number) => new Date(ctx.now.getTime() + days * dayMs).toISOString().slice(0, 10)
  const dates = { start_date: dayIn(startsInDays), target_date: dayIn(startsInDays + lastsDays) }
  const own = { owner_id: ctx.user, initiative_id, custom_fields: { design_lead: ctx.user } }
  const project = { ...fields, ...dates, ...own }
  const { id: project_id } = (await runStaged(projects.createProject, ctx, project)) as { id: string }
  await runStaged(actions.upsert_section, ctx, { project_id, section_key: 'overview', content: overview })
  await runStaged(actions.upsert_section, ctx, { project_id, section_key: 'success_metrics', content: metrics })
  await runStaged(actions.assign_insights, ctx, {
    project_id,
    insight_ids,
    reason: `Everything customers said about ${theme.toLowerCase()}`,
  })
  await runStaged(actions.generate_evidence_story, ctx, { project_id })
}
