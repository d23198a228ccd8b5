import type { Static } from 'typebox'
import type { Webhook } from '#contract/resources/webhook-shapes.ts'
import { matchesPattern } from '#domain/account/events/patterns.ts'

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

const maxFailures = 50
const maxFailingMs = 3 * 24 * 3600 * 1000

type FailureState = { failure_count: number; failing_since: string | null; keep_enabled: boolean }

/** Undefined while the webhook stays enabled. */
export function reasonToDisable(
  { failure_count, failing_since, keep_enabled }: FailureState,
  status: number | null,
  now: Date,
): string | undefined {
  if (keep_enabled) return undefined
  if (status === 410) return 'the receiver says that it is gone (410)'
  if (failure_count >= maxFailures) return `${maxFailures} failures in a row`
  if (failing_since !== null && now.getTime() - Date.parse(failing_since) >= maxFailingMs) return 'failing for 3 days'
  return undefined
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

/** Plain http is only allowed when the operator permits insecure targets. */
export const isAllowedUrl = (url: string, insecureTargets: boolean) =>
  URL.canParse(url) && (insecureTargets || new URL(url).protocol === 'https:')
