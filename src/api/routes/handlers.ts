import type { Inventory } from '#contract/index.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { handlers as activity } from '#domain/events/activity/handlers.ts'
import { handlers as audit } from '#domain/events/audit/handlers.ts'
import { handlers as demo } from '#demo/handlers.ts'
import { handlers as checklist } from '#domain/overview/checklist/handlers.ts'
import { handlers as connectedApps } from '#domain/access/connected-apps/handlers.ts'
import { handlers as feed } from '#domain/events/feed/handlers.ts'
import { handlers as invitations } from '#domain/access/invitations/handlers.ts'
import { handlers as jobs } from '#domain/jobs/handlers.ts'
import { handlers as keys } from '#domain/access/keys/handlers.ts'
import { handlers as members } from '#domain/access/members/handlers.ts'
import { handlers as organizationDeletion } from '#domain/organizations/deletion/handlers.ts'
import { handlers as organizations } from '#domain/organizations/handlers.ts'
import { handlers as session } from '#domain/access/session/handlers.ts'
import { handlers as setup } from '#domain/installation/setup/handlers.ts'
import { handlers as requests } from '#domain/events/requests/handlers.ts'
import { handlers as system } from '#domain/installation/system/handlers.ts'
import { handlers as views } from '#domain/overview/views/handlers.ts'
import { handlers as webhooks } from '#domain/events/webhooks/handlers.ts'
import { handlers as checkins } from '#domain/competitors/checkins/handlers.ts'
import { handlers as competitors } from '#domain/competitors/graph/handlers.ts'
import { handlers as promotion } from '#domain/competitors/promote/handlers.ts'
import { handlers as research } from '#domain/competitors/research/handlers.ts'
import { handlers as categories } from '#domain/findings/categories/handlers.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { handlers as sourceInsights } from '#domain/findings/insights/source-handlers.ts'
import { handlers as insightGroups } from '#domain/findings/insights/group-handlers.ts'
import { handlers as insights } from '#domain/findings/insights/handlers.ts'
import { handlers as lookalikes } from '#domain/findings/lookalikes/handlers.ts'
import { handlers as rerun } from '#domain/findings/rerun/handlers.ts'
import { handlers as themeProposals } from '#domain/findings/proposals/handlers.ts'
import { handlers as productKind } from '#domain/findings/product-kind/handlers.ts'
import { handlers as points } from '#domain/findings/points/handlers.ts'
import { handlers as regroupings } from '#domain/findings/regroupings/handlers.ts'
import { handlers as subthemeCorrections } from '#domain/findings/subthemes/correction-handlers.ts'
import { handlers as subthemes } from '#domain/findings/subthemes/handlers.ts'
import { handlers as backfill } from '#domain/findings/themes/backfill-handlers.ts'
import { handlers as segments } from '#domain/findings/segments/handlers.ts'
import { handlers as taxonomy } from '#domain/findings/taxonomy/handlers.ts'
import { handlers as changeSets } from '#domain/events/change-sets/handlers.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { handlers as alerts } from '#domain/overview/alerts/handlers.ts'
import { handlers as context } from '#domain/overview/context/handlers.ts'
import { handlers as dashboard } from '#domain/overview/dashboard/handlers.ts'
import { handlers as channels } from '#domain/overview/channels/handlers.ts'
import { handlers as digest } from '#domain/overview/digest/handlers.ts'
import { handlers as exchangeRates } from '#domain/organizations/exchange-rates/handlers.ts'
import { handlers as retention } from '#domain/overview/retention/handlers.ts'
import { handlers as shareLinks } from '#domain/overview/share-links/handlers.ts'
import { handlers as search } from '#domain/overview/search/handlers.ts'
import { handlers as csvUploads } from '#domain/imports/csv-uploads/handlers.ts'
import { handlers as recognition } from '#domain/imports/recognition/handlers.ts'
import { handlers as connections } from '#domain/integrations/connection-handlers.ts'
import { handlers as inboundEvents } from '#domain/integrations/event-handlers.ts'
import { handlers as integrations } from '#domain/integrations/handlers.ts'
import { buildHandlers, linkHandlers } from '#domain/planning/actions/opportunity-initiatives.ts'
import { handlers as opportunitySnapshots } from '#domain/planning/backlog/handlers.ts'
import { handlers as initiatives } from '#domain/planning/initiatives/handlers.ts'
import { handlers as customFields } from '#domain/custom-fields/handlers.ts'
import { handlers as scoringMethods } from '#domain/planning/prioritisation/handlers.ts'
import { handlers as opportunityMerges } from '#domain/planning/opportunities/merges/handlers.ts'
import { handlers as onePagers } from '#domain/overview/one-pagers/handlers.ts'
import { handlers as opportunities } from '#domain/planning/opportunities/handlers.ts'
import { handlers as projectOutcomes } from '#domain/planning/outcomes/handlers.ts'
import { handlers as projects } from '#domain/planning/projects/handlers.ts'
import { contactHandlers as projectContacts } from '#domain/planning/projects/contact-handlers.ts'
import { handlers as accounts } from '#domain/sources/accounts/handlers.ts'
import { handlers as accountWrites } from '#domain/sources/accounts/write-handlers.ts'
import { handlers as contacts } from '#domain/sources/contacts/handlers.ts'
import { handlers as contactWrites } from '#domain/sources/contacts/write-handlers.ts'
import { feedbackDeletionHandlers } from '#domain/sources/feedback/deletion-handlers.ts'
import { interviewDeletionHandlers } from '#domain/sources/interviews/deletion-handlers.ts'
import { npsChangeHandlers } from '#domain/sources/nps/change-handlers.ts'
import { responseDeletionHandlers } from '#domain/sources/surveys/responses/deletion-handlers.ts'
import { ticketDeletionHandlers } from '#domain/sources/tickets/deletion-handlers.ts'
import { handlers as ingestFilters } from '#domain/sources/feedback/handlers-filters.ts'
import { handlers as feedback } from '#domain/sources/feedback/handlers.ts'
import { handlers as languageModel } from '#domain/findings/llm-grouping/handlers.ts'
import { handlers as masking } from '#domain/sources/masking/handlers.ts'
import { handlers as nps } from '#domain/sources/nps/handlers.ts'
import { handlers as tickets } from '#domain/sources/tickets/handlers.ts'
import { handlers as interviews } from '#domain/sources/interviews/handlers.ts'
import { handlers as inbox } from '#domain/sources/feedback/handlers-inbox.ts'
import { testKeyHandlers as keyTest } from '#api/auth/test-key.ts'
import { handlers as comments } from '#domain/comments/handlers.ts'
import { handlers as follows } from '#domain/notifications/follows/handlers.ts'
import { handlers as notifications } from '#domain/notifications/handlers.ts'
import { handlers as surveys } from '#domain/sources/surveys/handlers.ts'
import { surveyLinkHandlers } from '#domain/sources/surveys/links/handlers.ts'
import { handlers as widgets } from '#domain/sources/widgets/handlers.ts'
import { responseHandlers as surveyResponses } from '#domain/sources/surveys/responses/handlers.ts'
import { handlers as surveySummary } from '#domain/sources/surveys/summary/handlers.ts'

type Staged =
  | 'acceptInvitation'
  | 'archiveInitiative'
  | 'archiveProject'
  | 'createCsvUpload'
  | 'createInitiative'
  | 'createProject'
  | 'createShareLink'
  | 'ingestFeedback'
  | 'recognize'
  | 'replaceInitiativeSegments'
  | 'replaceOpportunitySegments'
  | 'testIntegrationConnection'
  | 'testNotificationChannel'
  | 'testWebhook'
  | 'updateInitiative'
  | 'updateInitiativeSection'
  | 'updateProject'

/** The handler of each operation; a missing or extra one does not compile. */
export const handlers: Handlers<Inventory, Staged> = {
  ...activity,
  ...audit,
  ...organizationDeletion,
  ...organizations,
  ...members,
  ...invitations,
  ...keys,
  ...connectedApps,
  ...categories,
  ...insightGroups,
  ...insights,
  ...sourceInsights,
  ...themes,
  ...backfill,
  ...rerun,
  ...subthemes,
  ...subthemeCorrections,
  ...regroupings,
  ...points,
  ...lookalikes,
  ...themeProposals,
  ...taxonomy,
  ...productKind,
  ...opportunityMerges,
  ...onePagers,
  ...shareLinks,
  ...opportunities,
  ...scoringMethods,
  ...customFields,
  ...opportunitySnapshots,
  ...initiatives,
  ...linkHandlers,
  ...buildHandlers,
  ...projects,
  ...projectContacts,
  ...projectOutcomes,
  ...contacts,
  ...contactWrites,
  ...accounts,
  ...accountWrites,
  ...feedback,
  ...feedbackDeletionHandlers(deleteFeedbackItem),
  ...nps,
  ...npsChangeHandlers(deleteFeedbackItem),
  ...ingestFilters,
  ...masking,
  ...languageModel,
  ...exchangeRates,
  ...retention,
  ...tickets,
  ...ticketDeletionHandlers(deleteFeedbackItem),
  ...interviews,
  ...interviewDeletionHandlers(deleteFeedbackItem),
  ...csvUploads,
  ...recognition,
  ...surveys,
  ...surveyLinkHandlers,
  ...widgets,
  ...surveyResponses,
  ...surveySummary,
  ...responseDeletionHandlers(deleteFeedbackItem),
  ...integrations,
  ...inboundEvents,
  ...connections,
  ...segments,
  ...jobs,
  ...dashboard,
  ...search,
  ...context,
  ...inbox,
  ...views,
  ...session,
  ...setup,
  ...checklist,
  ...requests,
  ...system,
  ...demo,
  ...keyTest,
  ...comments,
  ...follows,
  ...notifications,
  ...feed,
  ...webhooks,
  ...alerts,
  ...digest,
  ...channels,
  ...competitors,
  ...research,
  ...promotion,
  ...checkins,
  ...changeSets,
}
