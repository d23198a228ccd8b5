import { account } from './resources/account.ts'
import { accounts } from './resources/accounts.ts'
import { alerts } from './resources/alerts.ts'
import { analysis } from './resources/analysis.ts'
import { opportunityActions } from './resources/build-opportunities.ts'
import { audit } from './resources/audit.ts'
import { categories } from './resources/categories.ts'
import { changeSets } from './resources/change-sets.ts'
import { comments } from './resources/comments.ts'
import { competitors } from './resources/competitors.ts'
import { connectedApps } from './resources/connected-apps.ts'
import { contacts } from './resources/contacts.ts'
import { context } from './resources/context.ts'
import { csvUploads } from './resources/csv-uploads.ts'
import { customFields } from './resources/custom-fields.ts'
import { dashboard } from './resources/dashboard.ts'
import { digest } from './resources/digest.ts'
import { exchangeRates } from './resources/exchange-rates.ts'
import { feedback } from './resources/feedback.ts'
import { firstRun } from './resources/setup.ts'
import { follows } from './resources/follows.ts'
import { inbox } from './resources/inbox.ts'
import { ingestFilters } from './resources/ingest-filters.ts'
import { initiativePlans } from './resources/initiative-plans.ts'
import { initiatives } from './resources/initiatives.ts'
import { insightGroups } from './resources/insight-groups.ts'
import { insights } from './resources/insights.ts'
import { interviews } from './resources/interviews.ts'
import { integrations } from './resources/integrations.ts'
import { jobs } from './resources/jobs.ts'
import { listCounts } from './resources/list-counts.ts'
import { lookalikes } from './resources/lookalikes.ts'
import { notificationChannels } from './resources/notification-channels.ts'
import { languageModel } from './resources/language-model.ts'
import { masking } from './resources/masking.ts'
import { notifications } from './resources/notifications.ts'
import { nps } from './resources/nps.ts'
import { onePagers } from './resources/one-pagers.ts'
import { opportunities } from './resources/opportunities.ts'
import { opportunityEvidence } from './resources/opportunity-evidence.ts'
import { opportunityMerges } from './resources/opportunity-merges.ts'
import { opportunityProjects } from './resources/opportunity-projects.ts'
import { opportunitySnapshots } from './resources/opportunity-snapshots.ts'
import { productKind } from './resources/product-kind.ts'
import { projectContacts } from './resources/project-contacts.ts'
import { projectOutcomes } from './resources/project-outcomes.ts'
import { projectPlans } from './resources/project-plans.ts'
import { projects } from './resources/projects.ts'
import { isPublic, type Routes } from './core/route.ts'
import { recognition } from './resources/recognition.ts'
import { retention } from './resources/retention.ts'
import { scoringMethods } from './resources/scoring-methods.ts'
import { search } from './resources/search.ts'
import { segments } from './resources/segments.ts'
import { settings } from './resources/settings.ts'
import { support } from './resources/tickets.ts'
import { shareLinks } from './resources/share-links.ts'
import { surveyLinks } from './resources/survey-links.ts'
import { surveyResponses } from './resources/survey-responses.ts'
import { surveys } from './resources/surveys.ts'
import { points } from './resources/points.ts'
import { regroupings } from './resources/regroupings.ts'
import { subthemeCorrections } from './resources/subtheme-corrections.ts'
import { subthemes } from './resources/subthemes.ts'
import { taxonomy } from './resources/taxonomy.ts'
import { themeProposals } from './resources/theme-proposals.ts'
import { themes } from './resources/themes.ts'
import { views } from './resources/views.ts'
import { events, webhooks } from './resources/webhooks.ts'
import { widgets } from './resources/widgets.ts'

/** The inventory: all operations. */
export const inventory = {
  ...account,
  ...themes,
  ...subthemes,
  ...subthemeCorrections,
  ...regroupings,
  ...points,
  ...lookalikes,
  ...themeProposals,
  ...taxonomy,
  ...productKind,
  ...insightGroups,
  ...insights,
  ...categories,
  ...onePagers,
  ...opportunities,
  ...opportunityEvidence,
  ...opportunityMerges,
  ...opportunityProjects,
  ...opportunitySnapshots,
  ...opportunityActions,
  ...scoringMethods,
  ...customFields,
  ...initiatives,
  ...initiativePlans,
  ...projects,
  ...projectPlans,
  ...projectContacts,
  ...projectOutcomes,
  ...contacts,
  ...accounts,
  ...feedback,
  ...nps,
  ...support,
  ...interviews,
  ...csvUploads,
  ...recognition,
  ...competitors,
  ...surveys,
  ...surveyResponses,
  ...shareLinks,
  ...surveyLinks,
  ...widgets,
  ...integrations,
  ...segments,
  ...jobs,
  ...analysis,
  ...dashboard,
  ...search,
  ...context,
  ...comments,
  ...follows,
  ...notifications,
  ...events,
  ...webhooks,
  ...alerts,
  ...digest,
  ...notificationChannels,
  ...settings,
  ...connectedApps,
  ...audit,
  ...firstRun,
  ...inbox,
  ...views,
  ...ingestFilters,
  ...masking,
  ...languageModel,
  ...exchangeRates,
  ...retention,
  ...listCounts,
  ...changeSets,
}

export type Inventory = typeof inventory
type Public = { [K in keyof Inventory as Inventory[K] extends { audience: 'app' } ? never : K]: Inventory[K] }

/** The operations of the public API. */
export const publicInventory = Object.fromEntries(
  Object.entries(inventory as Routes).filter(([, route]) => isPublic(route)),
) as unknown as Public
