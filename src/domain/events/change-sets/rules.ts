import { isDeepStrictEqual } from 'node:util'
import type { ProposedWrite, WriteOutcome } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'

type FieldChange = { field: string; before: unknown; after: unknown }
export type StoredChange = ProposedWrite & {
  summary: string
  subject: string | null
  fields: FieldChange[]
  events: string[]
}
type Fields = Record<string, unknown>

const placeholder = /^\$(\d{1,2})\.([a-z_]+(?:\.[a-z_]+)*)$/

/** Replaces texts such as `$1.id` by fields of earlier responses. */
export function resolvePlaceholders<T>(value: T, responses: readonly Fields[]): T {
  if (Array.isArray(value)) return value.map((item) => resolvePlaceholders(item, responses)) as T
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, resolvePlaceholders(field, responses)]),
    ) as T
  const reference = typeof value === 'string' && placeholder.exec(value)
  return reference ? (referenced(reference[0], Number(reference[1]), reference[2]!, responses) as T) : value
}

function referenced(text: string, number: number, path: string, responses: readonly Fields[]): unknown {
  const response = responses[number - 1] ?? invalidField('body', `${text} refers to no earlier change`)
  const found = path.split('.').reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], response)
  return found ?? invalidField('body', `${text} is not part of the response of change ${number}`)
}

/** A longer list is in the body alone. */
const maxShownItems = 100

/** They change with every write, or follow from other objects. */
const derived = /^(updated_at|idempotency|.*_count|.*_breakdown|last_.*)$/

/** What a write changes: fields of its target from and to, or the fields that it sets on a new object. */
export function fieldChanges({ body = {} }: ProposedWrite, { before, after, response }: WriteOutcome): FieldChange[] {
  if (before && after) {
    const names = Object.keys(after).filter(
      (name) => !derived.test(name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
    )
    if (names.length > 0)
      return names.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
  }
  return Object.entries(body)
    .filter(([field, value]) => field !== 'action' && !(Array.isArray(value) && value.length > maxShownItems))
    .map(([field, value]) => {
      const named = field.replace(/_ids$/, 's')
      return named !== field && Array.isArray(response[named])
        ? { field: named, before: null, after: response[named] }
        : { field, before: null, after: value }
    })
}

export function subjectOf({ before, after, response }: WriteOutcome): string | null {
  const named = before ?? after ?? response
  const text = named.name ?? named.title ?? named.content
  return typeof text === 'string' ? text.slice(0, 200) : null
}

/** A field that the change sets and that has another value than when it was proposed. */
export const changedSince = ({ fields, body = {} }: StoredChange, { before }: WriteOutcome): string | undefined =>
  before === null
    ? undefined
    : fields.find(
        ({ field, before: seen }) => field in body && field in before && !isDeepStrictEqual(before[field], seen),
      )?.field

export type OwnAcceptance = { is_allowed: boolean; member_count: number }

/**
 * Why authors may not accept what they proposed, undefined if they may: a program or an assistant proposes with the key
 * of a person and must not decide in that person's name.
 */
export function ownAcceptanceRefusal({ is_allowed, member_count }: OwnAcceptance, isSignedIn: boolean) {
  if (is_allowed || (member_count === 1 && isSignedIn)) return undefined
  const setting = 'An admin can allow members to accept their own under Settings → Organization.'
  return member_count === 1
    ? `You proposed these changes with a key: accept them in the web app. ${setting}`
    : `You proposed these changes: another member has to accept them. ${setting}`
}
