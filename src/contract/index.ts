import { account } from './account.ts'
import { alerts } from './alerts.ts'
import { opportunityActions } from './build-opportunities.ts'
import { categories } from './categories.ts'
import { competitors } from './competitors.ts'
import { contacts } from './contacts.ts'
import { context } from './context.ts'
import { csvUploads } from './csv-uploads.ts'
import { dashboard } from './dashboard.ts'
import { feedback } from './feedback.ts'
import { firstRun } from './first-run.ts'
import { inbox } from './inbox.ts'
import { ingestFilters } from './ingest-filters.ts'
import { initiativePlans } from './initiative-plans.ts'
import { initiatives } from './initiatives.ts'
import { insights } from './insights.ts'
import { interviews } from './interviews.ts'
import { integrations } from './integrations.ts'
import { jobs } from './jobs.ts'
import { nps } from './nps.ts'
import { opportunities } from './opportunities.ts'
import { opportunitySnapshots } from './opportunity-snapshots.ts'
import { projectPlans } from './project-plans.ts'
import { projects } from './projects.ts'
import { isPublic, type Routes } from './route.ts'
import { search } from './search.ts'
import { segments } from './segments.ts'
import { settings } from './settings.ts'
import { support } from './support.ts'
import { surveyLinks } from './survey-links.ts'
import { surveyResponses } from './survey-responses.ts'
import { surveys } from './surveys.ts'
import { subthemes } from './subthemes.ts'
import { themeProposals } from './theme-proposals.ts'
import { themes } from './themes.ts'
import { views } from './views.ts'
import { events, webhooks } from './webhooks.ts'

/** The inventory: every operation there is, once. */
export const inventory = {
  ...account,
  ...themes,
  ...subthemes,
  ...themeProposals,
  ...insights,
  ...categories,
  ...opportunities,
  ...opportunitySnapshots,
  ...opportunityActions,
  ...initiatives,
  ...initiativePlans,
  ...projects,
  ...projectPlans,
  ...contacts,
  ...feedback,
  ...nps,
  ...support,
  ...interviews,
  ...csvUploads,
  ...competitors,
  ...surveys,
  ...surveyResponses,
  ...surveyLinks,
  ...integrations,
  ...segments,
  ...jobs,
  ...dashboard,
  ...search,
  ...context,
  ...events,
  ...webhooks,
  ...alerts,
  ...settings,
  ...firstRun,
  ...inbox,
  ...views,
  ...ingestFilters,
}

export type Inventory = typeof inventory
type Public = { [K in keyof Inventory as Inventory[K] extends { audience: 'app' } ? never : K]: Inventory[K] }

/** What an API key can reach. */
export const publicInventory = Object.fromEntries(
  Object.entries(inventory as Routes).filter(([, route]) => isPublic(route)),
) as unknown as Public
