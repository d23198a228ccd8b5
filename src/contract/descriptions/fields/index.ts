import type { FieldTexts } from './field-texts.ts'
import { general } from './general.ts'
import { accountTexts } from './account.ts'
import { companyTexts } from './companies.ts'
import { competitorTexts } from './competitors.ts'
import { contactTexts } from './contacts.ts'
import { contextTexts } from './context.ts'
import { dashboardTexts } from './dashboard.ts'
import { discussionTexts } from './discussions.ts'
import { feedbackTexts } from './feedback.ts'
import { groupingTexts } from './groupings.ts'
import { importTexts } from './imports.ts'
import { insightTexts } from './insights.ts'
import { integrationTexts } from './integrations.ts'
import { interviewTexts } from './interviews.ts'
import { npsTexts } from './nps.ts'
import { operationTexts } from './operation.ts'
import { outcomeTexts } from './outcomes.ts'
import { planningTexts } from './planning.ts'
import { projectTexts } from './projects.ts'
import { searchTexts } from './search.ts'
import { segmentTexts } from './segments.ts'
import { sharingTexts } from './sharing.ts'
import { surveyTexts } from './surveys.ts'
import { themeTexts } from './themes.ts'
import { ticketTexts } from './tickets.ts'
import { webhookTexts } from './webhooks.ts'

/** Texts of the fields of an object, by the name of its schema or the id of an operation. */
export const fieldTexts: Readonly<Record<string, FieldTexts>> = {
  ...accountTexts,
  ...companyTexts,
  ...competitorTexts,
  ...contactTexts,
  ...contextTexts,
  ...dashboardTexts,
  ...discussionTexts,
  ...feedbackTexts,
  ...groupingTexts,
  ...importTexts,
  ...insightTexts,
  ...integrationTexts,
  ...interviewTexts,
  ...npsTexts,
  ...operationTexts,
  ...outcomeTexts,
  ...planningTexts,
  ...projectTexts,
  ...searchTexts,
  ...segmentTexts,
  ...sharingTexts,
  ...surveyTexts,
  ...themeTexts,
  ...ticketTexts,
  ...webhookTexts,
}

/** Objects that have the fields of another one. */
const alsoOf: Readonly<Record<string, string>> = {
  AccountDetail: 'Account',
  UpsertedAccount: 'AccountDetail',
  RegroupingDetail: 'Regrouping',
  IngestedFeedback: 'Feedback',
  FeedbackDetail: 'Feedback',
  bulkFeedback: 'Feedback',
  UpsertedContact: 'Contact',
  SegmentContact: 'Contact',
  bulkContacts: 'Contact',
  RecordedNpsResponse: 'NpsResponse',
  bulkNpsResponses: 'NpsResponse',
  StoredSurveyResponse: 'SurveyResponse',
  bulkSurveyResponses: 'SurveyResponse',
  SupportTicketDetail: 'SupportTicket',
  bulkTickets: 'SupportTicket',
  StoredInterview: 'Interview',
  InsightDetail: 'Insight',
  LinkedInsight: 'Insight',
  OpportunityInsight: 'LinkedInsight',
  OpportunityEvidence: 'OpportunityInsight',
  EvidenceSuggestion: 'Insight',
  ThemeDetail: 'Theme',
  MergedTheme: 'ThemeDetail',
  SubthemeDetail: 'Subtheme',
  MergedSubtheme: 'SubthemeDetail',
  OpportunityDetail: 'Opportunity',
  PromotedOpportunity: 'OpportunityDetail',
  OpportunitySnapshotDetail: 'OpportunitySnapshot',
  InitiativeDetail: 'Initiative',
  ProjectDetail: 'Project',
  CompetitorDetail: 'Competitor',
  ChangeSetDetail: 'ChangeSet',
  CsvUploadDetail: 'CsvUpload',
  CsvUploadCreated: 'CsvUploadDetail',
  IntegrationWithSecret: 'Integration',
  WebhookWithSecret: 'Webhook',
  SurveyDefinition: 'Survey',
}

const withBases = (owner: string): string[] => {
  const base = alsoOf[owner]
  return base === undefined ? [owner] : [owner, ...withBases(base)]
}

type Result = { $id?: string; properties?: Record<string, { $id?: string }> }

/** Whose texts apply to a write: it takes fields of what it returns, or of the objects in its result. */
export function ownersOf(result: object): string[] {
  const { $id, properties = {} } = result as Result
  return $id === undefined ? Object.values(properties).flatMap((field) => field.$id ?? []) : [$id]
}

/** The keys of all texts that could describe a field, the most particular one first. */
function* keysOf(owners: readonly string[], path: readonly string[]): Generator<[owner: string, path: string]> {
  const ends = path.map((_, start) => path.slice(start).join('.'))
  // The rows of a batch are objects of their own.
  const ofRow = path[0] === 'items' && path.length === 2 ? ends.slice(1) : []
  for (const owner of owners.flatMap(withBases))
    for (const end of [...ends.slice(0, Math.max(1, ends.length - 1)), ...ofRow]) yield [owner, end]
  for (const end of ends) yield ['', end]
}

/** The text of a field: of its object, or one that is true of every field with this name or end of a path. */
export function describeField(owners: readonly string[], path: readonly string[]): string | undefined {
  const found = findTextKey(owners, path)
  return found && textOf(found)
}

/** Which text describes a field. */
export function findTextKey(owners: readonly string[], path: readonly string[]): [string, string] | undefined {
  for (const key of keysOf(owners, path)) if (textOf(key) !== undefined) return key
  return undefined
}

const textOf = ([owner, key]: [string, string]) => (owner === '' ? general : fieldTexts[owner])?.[key]
