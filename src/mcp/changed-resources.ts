import type { EventName } from '#contract/core/event-names.ts'
import type { publicInventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { uriOf } from './resources.ts'

/* Which resources an event of the feed changes. */

export type FeedEvent = { id: string; type: string; data: { object: Record<string, unknown> | null } }

type Subject<Name> = Name extends `${infer Before}.${string}` ? Before : never
type Target = { read: keyof typeof publicInventory; idField?: string }

/** By the first part of the event's type; null where no resource shows the change. */
const targets: Record<Subject<EventName>, Target | null> = {
  feedback: { read: 'getFeedback' },
  insight: { read: 'getInsight' },
  theme: { read: 'getTheme' },
  subtheme: { read: 'getSubtheme' },
  regrouping: { read: 'getRegrouping' },
  opportunity: { read: 'getOpportunity' },
  project: { read: 'getProject' },
  initiative: { read: 'getInitiative' },
  account: { read: 'getAccount' },
  contact: { read: 'getContact' },
  segment: { read: 'getSegment' },
  survey: { read: 'getSurvey', idField: 'survey_id' },
  nps: { read: 'getNps' },
  interview: { read: 'getInterview' },
  support: { read: 'getTicket' },
  csv_upload: { read: 'getCsvUpload' },
  integration: { read: 'getIntegration' },
  competitor: { read: 'getCompetitorOverview' },
  comment: { read: 'getComment' },
  job: { read: 'getJob' },
  webhook: { read: 'getWebhook' },
  alert: null,
  custom_field: { read: 'getCustomField' },
}

/** The resource that shows the change, or undefined. */
export function changedUri(inventory: Routes, { type, data }: FeedEvent): string | undefined {
  const target = targets[type.split('.')[0] as keyof typeof targets]
  if (!target) return undefined
  const id = data.object?.[target.idField ?? 'id']
  return uriOf(inventory, target.read, typeof id === 'string' ? id : undefined)
}

/** Objects came or went, so that lists and overviews are different. */
export const isListChange = ({ type }: FeedEvent) =>
  /[._](created|deleted|archived|merged|dissolved|restored|erased|completed|applied|undone)$/.test(type)
