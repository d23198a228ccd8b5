import type { Inventory } from '#contract/index.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { handlers as activity } from '#domain/account/activity/handlers.ts'
import { handlers as audit } from '#domain/account/audit/handlers.ts'
import { handlers as demo } from '#demo/handlers.ts'
import { handlers as checklist } from '#domain/account/checklist/handlers.ts'
import { handlers as feed } from '#domain/account/events/handlers.ts'
import { handlers as invitations } from '#domain/account/invitations/handlers.ts'
import { handlers as jobs } from '#domain/account/jobs/handlers.ts'
import { handlers as keys } from '#domain/account/keys/handlers.ts'
import { handlers as members } from '#domain/account/members/handlers.ts'
import { handlers as organizationDeletion } from '#domain/account/organization-deletion/handlers.ts'
import { handlers as organizations } from '#domain/account/organizations/handlers.ts'
import { handlers as session } from '#domain/account/session/handlers.ts'
import { handlers as setup } from '#domain/account/setup/handlers.ts'
import { handlers as requests } from '#domain/account/requests/handlers.ts'
import { handlers as system } from '#domain/account/system/handlers.ts'
import { handlers as views } from '#domain/account/views/handlers.ts'
import { handlers as webhooks } from '#domain/account/webhooks/handlers.ts'
import { handlers as checkins } from '#domain/competitors/checkins/handlers.ts'
import { handlers as competitors } from '#domain/competitors/graph/handlers.ts'
import { handlers as promotion } from '#domain/competitors/promote/handlers.ts'
import { handlers as research } from '#domain/competitors/research/handlers.ts'
import { handlers as categories } from '#domain/findings/categories/handlers.ts'
import { handlers as contactChanges } from '#domain/findings/insights/sources/contact-handlers.ts'
import { handlers as contactInsights } from '#domain/findings/insights/sources/contact-timeline-handlers.ts'
import { handlers as feedbackInsights } from '#domain/findings/insights/sources/feedback-handlers.ts'
import { handlers as interviewInsights } from '#domain/findings/insights/sources/interview-handlers.ts'
import { handlers as surveyFeedback } from '#domain/findings/insights/sources/survey-handlers.ts'
import { handlers as insights } from '#domain/findings/insights/handlers.ts'
import { handlers as npsInsights } from '#domain/findings/insights/sources/nps-handlers.ts'
import { handlers as ticketInsights } from '#domain/findings/insights/sources/ticket-handlers.ts'
import { handlers as rerun } from '#domain/findings/rerun/handlers.ts'
import { handlers as themeProposals } from '#domain/findings/proposals/handlers.ts'
import { handlers as subthemes } from '#domain/findings/subthemes/handlers.ts'
import { handlers as backfill } from '#domain/findings/themes/backfill-handlers.ts'
import { handlers as segments } from '#domain/findings/segments/handlers.ts'
import { handlers as changeSets } from '#domain/account/change-sets/handlers.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { handlers as alerts } from '#domain/overview/alerts/handlers.ts'
import { handlers as context } from '#domain/overview/context/handlers.ts'
import { handlers as dashboard } from '#domain/overview/dashboard/handlers.ts'
import { handlers as channels } from '#domain/overview/channels/handlers.ts'
import { handlers as digest } from '#domain/overview/digest/handlers.ts'
import { handlers as retention } from '#domain/overview/retention/handlers.ts'
import { handlers as search } from '#domain/overview/search/handlers.ts'
import { handlers as csvUploads } from '#domain/imports/csv-uploads/handlers.ts'
import { handlers as connections } from '#domain/integrations/connection-handlers.ts'
import { handlers as inboundEvents } from '#domain/integrations/event-handlers.ts'
import { handlers as integrations } from '#domain/integrations/handlers.ts'
import { buildHandlers, linkHandlers } from '#domain/planning/actions/opportunity-initiatives.ts'
import { handlers as opportunitySnapshots } from '#domain/planning/backlog/handlers.ts'
import { handlers as initiatives } from '#domain/planning/initiatives/handlers.ts'
import { handlers as opportunities } from '#domain/planning/opportunities/handlers.ts'
import { handlers as projects } from '#domain/planning/projects/handlers.ts'
import { contactHandlers as projectContacts } from '#domain/planning/projects/contact-handlers.ts'
import { handlers as contacts } from '#domain/sources/contacts/handlers.ts'
import { handlers as ingestFilters } from '#domain/sources/feedback/handlers-filters.ts'
import { handlers as feedback } from '#domain/sources/feedback/handlers.ts'
import { handlers as masking } from '#domain/sources/masking/handlers.ts'
import { handlers as nps } from '#domain/sources/nps/handlers.ts'
import { handlers as tickets } from '#domain/sources/tickets/handlers.ts'
import { handlers as interviews } from '#domain/sources/interviews/handlers.ts'
import { handlers as inbox } from '#domain/sources/feedback/handlers-inbox.ts'
import { testKeyHandlers as keyTest } from '#api/auth/test-key.ts'
import { handlers as surveys } from '#domain/sources/surveys/handlers.ts'
import { linkHandlers as surveyLinks } from '#domain/sources/surveys/links/handlers.ts'
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
  | 'ingestFeedback'
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
  ...categories,
  ...insights,
  ...themes,
  ...backfill,
  ...rerun,
  ...subthemes,
  ...themeProposals,
  ...opportunities,
  ...opportunitySnapshots,
  ...initiatives,
  ...linkHandlers,
  ...buildHandlers,
  ...projects,
  ...projectContacts,
  ...contacts,
  ...contactChanges,
  ...contactInsights,
  ...feedback,
  ...feedbackInsights,
  ...nps,
  ...npsInsights,
  ...ingestFilters,
  ...masking,
  ...retention,
  ...tickets,
  ...ticketInsights,
  ...interviews,
  ...interviewInsights,
  ...csvUploads,
  ...surveys,
  ...surveyLinks,
  ...widgets,
  ...surveyResponses,
  ...surveySummary,
  ...surveyFeedback,
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
