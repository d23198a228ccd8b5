import type { ReadCtx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { showTheme } from '#domain/findings/themes/present.ts'
import { showSubtheme } from '#domain/findings/subthemes/present.ts'
import { getInitiativeDetail } from '#domain/planning/initiatives/changes.ts'
import { getOpportunityDetail } from '#domain/planning/opportunities/present.ts'
import { getProjectDetail, type ProjectDetailRow } from '#domain/planning/projects/queries-detail.ts'
import type { OnePagerKind } from '#vocabulary/one-pagers.ts'
import type { SentimentCounts } from '#vocabulary/sentiments.ts'
import {
  countEvidence,
  type BehindCounts,
  type EvidenceOf,
  type LinkedRow,
  listOpportunitiesById,
  listSharingOpportunities,
} from './queries.ts'

type OpportunityView = Awaited<ReturnType<typeof getOpportunityDetail>>

/** What the page of an object shows, in one form for all kinds. */
export type PageFacts = {
  evidence: EvidenceOf
  title: string
  summary: string | null
  counts: BehindCounts
  account_reach: OpportunityView['account_reach']
  trend: OpportunityView['trend'] | null
  status: string | null
  opportunity?: Pick<OpportunityView, 'horizon' | 'score' | 'score_terms'> & { impact_score: number | null }
  story?: NonNullable<ProjectDetailRow['latest_evidence_story']>
  /** The goal of an initiative. */
  goal?: string | null
  sections: { key: string; title?: string; content: string }[]
  linked: LinkedRow[]
}

const linkOf =
  (kind: LinkedRow['kind']) =>
  ({ id, title, status }: { id: string; title: string; status: string }): LinkedRow => ({ kind, id, title, status })

/** The numbers of the page take the place of those that were counted. */
const shown = (
  counts: BehindCounts,
  page: Partial<Omit<BehindCounts, keyof SentimentCounts>>,
  sentiments: SentimentCounts,
) => ({ ...counts, ...page, ...sentiments })

async function themeFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const evidence = { kind: 'theme', id } as const
  const theme = await showTheme(ctx, id)
  const counts = await countEvidence(ctx.db, ctx.org, evidence)
  const linked = await listSharingOpportunities(ctx.db, ctx.org, evidence)
  const { insight_count, first_insight_at, last_insight_at } = theme
  return {
    evidence,
    title: theme.name,
    summary: theme.notes,
    counts: shown(counts, { insight_count, first_insight_at, last_insight_at }, theme.sentiment_breakdown),
    account_reach: theme.account_reach,
    trend: theme.trend,
    status: theme.archived_at === null ? null : 'archived',
    sections: [],
    linked,
  }
}

async function subthemeFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const evidence = { kind: 'subtheme', id } as const
  const subtheme = await showSubtheme(ctx, id)
  const counts = await countEvidence(ctx.db, ctx.org, evidence)
  const linked = await listSharingOpportunities(ctx.db, ctx.org, evidence)
  return {
    evidence,
    title: subtheme.name,
    summary: subtheme.description,
    counts: shown(counts, { insight_count: subtheme.insight_count }, subtheme.sentiment_breakdown),
    account_reach: subtheme.account_reach,
    trend: null,
    status: null,
    sections: [],
    linked: [{ kind: 'theme', id: subtheme.theme_id, title: subtheme.theme_name, status: null }, ...linked],
  }
}

async function opportunityFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const evidence = { kind: 'opportunity', id } as const
  const opportunity = await getOpportunityDetail(ctx, id)
  const counts = await countEvidence(ctx.db, ctx.org, evidence)
  const { insight_count, contact_count, initiative, projects, problem_statement, summary } = opportunity
  return {
    evidence,
    title: opportunity.title,
    summary: problem_statement || summary,
    counts: shown(counts, { insight_count, contact_count }, opportunity.sentiment_breakdown),
    account_reach: opportunity.account_reach,
    trend: opportunity.trend,
    status: opportunity.status,
    opportunity,
    sections: [],
    linked: [...(initiative ? [linkOf('initiative')(initiative)] : []), ...projects.map(linkOf('project'))],
  }
}

async function initiativeFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const evidence = { kind: 'initiative', id } as const
  const initiative = await getInitiativeDetail(ctx, id)
  const counts = await countEvidence(ctx.db, ctx.org, evidence)
  const opportunities = await listOpportunitiesById(ctx.db, ctx.org, initiative.opportunity_ids)
  const { leveraged_insights_count: insight_count, sentiment_breakdown } = initiative
  return {
    evidence,
    title: initiative.title,
    summary: initiative.description,
    counts: shown(counts, { insight_count }, sentiment_breakdown),
    account_reach: initiative.account_reach,
    trend: null,
    status: initiative.status,
    goal: initiative.goal,
    sections: initiative.sections,
    linked: [...opportunities, ...initiative.projects.map(linkOf('project'))],
  }
}

async function projectFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const evidence = { kind: 'project', id } as const
  const project = await getProjectDetail(ctx, id)
  const counts = await countEvidence(ctx.db, ctx.org, evidence)
  const opportunities = await listOpportunitiesById(ctx.db, ctx.org, project.opportunity_ids)
  return {
    evidence,
    title: project.title,
    summary: project.description,
    counts: shown(counts, { insight_count: project.evidence_count }, counts),
    account_reach: project.account_reach,
    trend: null,
    status: project.status,
    ...(project.latest_evidence_story && { story: project.latest_evidence_story }),
    sections: project.sections,
    linked: [...opportunities, ...(project.initiative ? [initiativeLink(project.initiative)] : [])],
  }
}

const initiativeLink = linkOf('initiative')

/** The story has its own title and texts; its numbers are those of the evidence it was written from. */
async function storyFacts(ctx: ReadCtx, id: string): Promise<PageFacts> {
  const { story, ...project } = await projectFacts(ctx, id)
  if (!story) return throwApiError('NOT_FOUND', 'This Project has no evidence story yet.')
  const { insight_count, contact_count, sentiment_breakdown } = story.stats
  return {
    ...project,
    story,
    title: story.title,
    summary: story.narrative.map(({ text }) => text).join(' '),
    counts: shown(project.counts, { insight_count, contact_count }, sentiment_breakdown),
    status: null,
    sections: [],
    linked: [{ kind: 'project', id, title: project.title, status: project.status }, ...project.linked],
  }
}

const readers: Record<OnePagerKind, (ctx: ReadCtx, id: string) => Promise<PageFacts>> = {
  theme: themeFacts,
  subtheme: subthemeFacts,
  opportunity: opportunityFacts,
  initiative: initiativeFacts,
  project: projectFacts,
  evidence_story: storyFacts,
}

export const readFacts = (ctx: ReadCtx, kind: OnePagerKind, id: string) => readers[kind](ctx, id)
