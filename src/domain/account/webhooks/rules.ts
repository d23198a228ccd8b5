import { createHmac } from 'node:crypto'
import type { Static } from 'typebox'
import type { Webhook } from '#contract/resources/webhooks.ts'
import { matches } from '#domain/account/events/patterns.ts'
import { secretPrefix } from './secrets.ts'

export type Filter = Static<typeof Webhook>['filter']

/** The pauses before the second and each further attempt; after the last one it is given up. */
export const ladderSeconds: readonly number[] = [30, 120, 600, 3600, 6 * 3600, 24 * 3600]
const jitter = 0.2
const maxRetryAfterSeconds = 3600

/** Undefined: no further attempt. Whoever was told to come back later does not come sooner. */
export function pauseAfter(attempt: number, retryAfterSeconds = 0, random = Math.random()): number | undefined {
  const seconds = ladderSeconds[attempt - 1]
  if (seconds === undefined) return undefined
  return Math.max(
    Math.round(seconds * (1 - jitter + 2 * jitter * random)),
    Math.min(retryAfterSeconds, maxRetryAfterSeconds),
  )
}

const maxFailures = 50
const maxFailingMs = 3 * 24 * 3600 * 1000

type Failing = { failure_count: number; failing_since: string | null; keep_enabled: boolean }

/** Why a webhook is switched off by itself, if it is. */
export function reasonToDisable(
  { failure_count, failing_since, keep_enabled }: Failing,
  status: number | null,
  now: Date,
): string | undefined {
  if (keep_enabled) return undefined
  if (status === 410) return 'the receiver says that it is gone (410)'
  if (failure_count >= maxFailures) return `${maxFailures} failures in a row`
  if (failing_since !== null && now.getTime() - Date.parse(failing_since) >= maxFailingMs) return 'failing for 3 days'
  return undefined
}

/** Standard Webhooks: one signature for each secret that holds. */
export const signaturesOf = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
          .update(`${id}.${timestamp}.${body}`)
          .digest('base64')}`,
    )
    .join(' ')

type Told = { type: string; object: Record<string, unknown> | null }

const idsIn = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.map((one: unknown) => (one !== null && typeof one === 'object' ? (one as { id?: unknown }).id : one))
    : []

/** Every filter that is set must be said by the object; what does not say it does not match. */
export function passes(filter: Filter, { type, object }: Told): boolean {
  if (Object.keys(filter).length === 0) return true
  if (object === null) return false
  const named = (family: string, field: string, list: string) => [
    object[field],
    ...(type.startsWith(`${family}.`) ? [object.id] : []),
    ...idsIn(object[list]),
  ]
  const says: Record<keyof Filter, unknown[]> = {
    category: [object.category],
    sentiment: [object.sentiment],
    theme_id: [...named('theme', 'theme_id', 'theme_ids'), ...idsIn(object.themes)],
    segment_id: named('segment', 'segment_id', 'segment_ids'),
    project_id: named('project', 'project_id', 'project_ids'),
  }
  return (Object.keys(filter) as (keyof Filter)[]).every((name) => says[name].includes(filter[name]))
}

export const wants = (events: readonly string[], filter: Filter, told: Told) =>
  events.some((pattern) => matches(pattern, told.type)) && passes(filter, told)

/** Only the operator can open the way to what is not public; until then a message travels encrypted. */
export const isAllowedUrl = (url: string, insecureTargets: boolean) =>
  URL.canParse(url) && (insecureTargets || new URL(url).protocol === 'https:')
