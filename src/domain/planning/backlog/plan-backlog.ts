import { getMainLanguage } from '#domain/findings/insights/queries-language.ts'
import type { PipelineOpportunity } from '#domain/planning/opportunities/queries-pipeline.ts'
import { asksForChange, isWorkableTheme, titleOfSubtheme, titleOfTheme } from '#engine/naming/opportunity-title.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import {
  listSubthemeCandidates,
  listThemeCandidates,
  listThemeQuotes,
  type SubthemeCandidate,
  type ThemeCandidate,
} from './queries-candidates.ts'

type WithOpportunity<T> = T & { opportunity: string }
type BacklogPlan = {
  /** That names are in. */
  language: string
  subthemes: WithOpportunity<SubthemeCandidate>[]
  themes: WithOpportunity<ThemeCandidate>[]
  added: PipelineOpportunity[]
}

/** Which subthemes and themes are opportunities, and which of these are new. */
export async function planBacklog(db: Db, org: string): Promise<BacklogPlan> {
  const language = await getMainLanguage(db, org)
  const subthemes = (await listSubthemeCandidates(db, org)).filter(
    ({ theme, aspect }) => asksForChange(aspect) && isWorkableTheme(theme),
  )
  const ids = subthemes.map(({ id }) => id)
  const themes = (await listThemeCandidates(db, org, ids)).filter(({ name }) => isWorkableTheme(name))
  const plan: BacklogPlan = { language, subthemes: [], themes: [], added: [] }
  const byTitle = new Map<string, { opportunity: string; archived: boolean }>()
  for (const one of subthemes) {
    const { id, category, description: summary } = one
    const title = titleOfSubtheme(one, language)
    const opportunity = one.opportunity ?? newId()
    byTitle.set(title, { opportunity, archived: one.archived })
    plan.subthemes.push({ ...one, opportunity })
    if (!one.opportunity) plan.added.push({ id, source: 'subtheme', opportunity, title, summary, category })
  }
  for (const one of themes) {
    const { id, source, category } = one
    const title = titleOfTheme(one.name, category, language)
    // A subtheme of what the theme is asked for has the same title: they are one opportunity.
    const same = one.opportunity ? undefined : byTitle.get(title)
    const opportunity = one.opportunity ?? same?.opportunity ?? newId()
    plan.themes.push({ ...one, opportunity, archived: same?.archived ?? one.archived })
    if (one.opportunity || same) continue
    const quotes = await listThemeQuotes(db, org, one, ids)
    const summary = describeSubtheme(
      title,
      quotes.map(({ quote }) => quote),
      language,
    )
    plan.added.push({ id, source, opportunity, title, summary: summary || null, category })
  }
  return plan
}
