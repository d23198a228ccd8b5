import type { Static } from 'typebox'
import type { Webhook } from '#contract/resources/webhook-shapes.ts'
import { addressProblem } from '#outbound/address-problem.ts'
import { matchesPattern } from '#domain/events/feed/patterns.ts'

export type WebhookFilter = Static<typeof Webhook>['filter']

/** Delays before each retry; after the last one the delivery fails. */
export const backoffSeconds: readonly number[] = [30, 120, 600, 3600, 6 * 3600, 24 * 3600]
const jitter = 0.2
const maxRetryAfterSeconds = 3600

/** Undefined when there is no further attempt. Never earlier than the receiver's Retry-After. */
export function retryDelay(attempt: number, retryAfterSeconds = 0, random = Math.random()): number | undefined {
  const seconds = backoffSeconds[attempt - 1]
  if (seconds === undefined) return undefined
  return Math.max(
    Math.round(seconds * (1 - jitter + 2 * jitter * random)),
    Math.min(retryAfterSeconds, maxRetryAfterSeconds),
  )
}

/** Fewer failures disable no webhook, however long ago the first one was. */
const minFailures = 20
const hourMs = 3_600_000
/** A receiver may be down for this long before people are informed. */
const announceAfterMs = hourMs
/** Without a success for this long, a webhook is disabled … */
const maxFailingHours = 24
/** … but not sooner than this long after people were informed. */
const noticeMs = 12 * hourMs

type FailureState = {
  failure_count: number
  failing_since: string | null
  disables_at: string | null
  keep_enabled: boolean
}

/** When the webhook will be disabled, if people are to be informed now; they are informed once. */
export function timeToDisable(
  { failure_count, failing_since, disables_at, keep_enabled }: FailureState,
  now: Date,
): Date | undefined {
  if (keep_enabled || disables_at !== null || failing_since === null || failure_count < minFailures) return undefined
  const since = Date.parse(failing_since)
  if (now.getTime() - since < announceAfterMs) return undefined
  return new Date(Math.max(since + maxFailingHours * hourMs, now.getTime() + noticeMs))
}

/** Undefined while the webhook stays enabled. */
export function reasonToDisable(
  { failure_count, disables_at, keep_enabled }: FailureState,
  status: number | null,
  now: Date,
): string | undefined {
  if (keep_enabled) return undefined
  if (status === 410) return 'the receiver says that it is gone (410)'
  if (disables_at === null || now.getTime() < Date.parse(disables_at)) return undefined
  return `no success for ${maxFailingHours} hours, with ${failure_count} failures`
}

type EventSubject = { type: string; object: Record<string, unknown> | null }

const idsIn = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.map((one: unknown) => (one !== null && typeof one === 'object' ? (one as { id?: unknown }).id : one))
    : []

/** Every filter that is set must equal a value of the object; an object without that value does not match. */
export function passesFilter(filter: WebhookFilter, { type, object }: EventSubject): boolean {
  if (Object.keys(filter).length === 0) return true
  if (object === null) return false
  const named = (family: string, field: string, list: string) => [
    object[field],
    ...(type.startsWith(`${family}.`) ? [object.id] : []),
    ...idsIn(object[list]),
  ]
  const values: Record<keyof WebhookFilter, unknown[]> = {
    category: [object.category],
    sentiment: [object.sentiment],
    theme_id: [...named('theme', 'theme_id', 'theme_ids'), ...idsIn(object.themes)],
    segment_id: named('segment', 'segment_id', 'segment_ids'),
    project_id: named('project', 'project_id', 'project_ids'),
  }
  return (Object.keys(filter) as (keyof WebhookFilter)[]).every((name) => values[name].includes(filter[name]))
}

export const matchesSubscription = (events: readonly string[], filter: WebhookFilter, event: EventSubject) =>
  events.some((pattern) => matchesPattern(pattern, event.type)) && passesFilter(filter, event)

/**
 * Why events must not be sent to this URL. Plain http is allowed where the operator allows private networks; for a
 * private address that setting is what is missing.
 */
export function targetProblem(url: string, privateNetworks: readonly string[] = []): string | undefined {
  const isPlain = URL.canParse(url) && new URL(url).protocol === 'http:' && privateNetworks.length === 0
  return addressProblem(url, privateNetworks) ?? (isPlain ? 'has to be an https address' : undefined)
}
