import { createHash } from 'node:crypto'
import type { Scale } from '#contract/core/read-rating.ts'
import type { mappedRecords } from '#contract/resources/integration-shapes.ts'
import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import { priorityWords, statusWords } from '#domain/sources/tickets/words.ts'
import {
  code,
  emailAddress,
  utcTimestamp,
  line,
  mappedValue,
  withoutUndefined,
  tags,
  sanitize,
  webAddress,
  cleanText,
} from './sanitize.ts'
import { csatFrom, defaultScale, number, ratingFrom } from './ratings.ts'
import { type RecordDraft, maxContent } from './records.ts'
import { countryPattern, languagePattern, maxLanguageLength, phonePattern } from '#vocabulary/patterns.ts'

/* Builds each kind of record from the mapped values of a payload. */

type Values = ReadonlyMap<string, unknown>
type Built = { draft: RecordDraft } | { fault: string }
type Builder = {
  requiresOneOf: readonly string[]
  accepts(field: string): boolean
  build(values: Values, source: string, key: string): Built
}

const contactFields = [
  'email',
  'name',
  'phone',
  'title',
  'external_id',
  'country',
  'language',
  'tags',
  'company.name',
  'company.domain',
  'company.plan',
]
const prefixedContactFields = (prefix: string) => new Set(contactFields.map((name) => prefix + name))
const country = new RegExp(countryPattern)
const languageTag = new RegExp(languagePattern)
const phoneNumber = new RegExp(phonePattern)
const maxExtraBytes = 16_384

const matching = (value: unknown, pattern: RegExp, max = 64) => {
  const text = code(value, max)
  return text !== undefined && pattern.test(text) ? text : undefined
}

/** A name alone does not identify a contact. */
function contactFrom(values: Values, prefix: string, source: string): ContactFields | undefined {
  const get = (name: string) => values.get(prefix + name)
  const id = code(get('external_id'))
  const identifiers = withoutUndefined({
    email: emailAddress(get('email')),
    phone: matching(get('phone'), phoneNumber),
    identities: id === undefined ? undefined : [{ provider: source, external_id: id }],
  })
  if (Object.keys(identifiers).length === 0) return undefined
  const company = withoutUndefined({
    name: line(get('company.name'), 200),
    domain: line(get('company.domain'), 253),
    plan: line(get('company.plan'), 200),
  })
  return {
    ...identifiers,
    ...withoutUndefined({
      name: line(get('name'), 200),
      title: line(get('title'), 200),
      country: matching(get('country'), country),
      language: matching(get('language'), languageTag, maxLanguageLength),
      tags: tags(get('tags')),
    }),
    ...(Object.keys(company).length > 0 && { company }),
  }
}

/** The fields below `metadata.` and the like, as one object of bounded size. */
function extras(values: Values, prefix: string): Record<string, unknown> | undefined {
  const found = [...values]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const)
  const object = sanitize(Object.fromEntries(found)) as Record<string, unknown>
  return found.length > 0 && Buffer.byteLength(JSON.stringify(object)) <= maxExtraBytes ? object : undefined
}

/** A record without an external id gets one from its delivery, so that a replay does not create a duplicate. */
const idOf = (value: unknown, key: string) =>
  code(value) ?? `delivery-${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`

const scaleOf = (values: Values, field: string): Scale => [
  number(values.get(`${field}.scale_min`)) ?? defaultScale[0],
  number(values.get(`${field}.scale_max`)) ?? defaultScale[1],
]

/** Fields of feedback with the names that the API has for them. */
export const plainFeedbackFields = [
  'content',
  'external_id',
  'occurred_at',
  'title',
  'url',
  'language',
  'tags',
  'rating',
]
const feedbackFields = new Set([...plainFeedbackFields, 'rating.value', 'rating.scale_min', 'rating.scale_max'])
const feedbackContactFields = prefixedContactFields('contact.')
const feedback: Builder = {
  requiresOneOf: ['content'],
  accepts: (field) =>
    feedbackFields.has(field) || feedbackContactFields.has(field) || /^metadata\.[\w-]{1,64}$/.test(field),
  build(values, source, key) {
    const content = cleanText(values.get('content'))
    if (content === undefined) return { fault: 'content is missing' }
    if (content.length > maxContent) return { fault: `content is longer than ${maxContent} characters` }
    const optional = withoutUndefined({
      occurred_at: utcTimestamp(values.get('occurred_at')),
      title: line(values.get('title'), 200),
      url: webAddress(values.get('url')),
      language: matching(values.get('language'), languageTag, maxLanguageLength),
      tags: tags(values.get('tags')),
      contact: contactFrom(values, 'contact.', source),
      rating: ratingFrom(values.get('rating.value') ?? values.get('rating'), scaleOf(values, 'rating')),
      metadata: extras(values, 'metadata.'),
    })
    return {
      draft: {
        type: 'feedback',
        fields: {
          content,
          source,
          external_id: idOf(values.get('external_id'), key),
          source_type: 'feedback',
          analyze: true,
          ...optional,
        },
      },
    }
  },
}

const ticketFields = new Set([
  'subject',
  'body',
  'external_id',
  'status',
  'priority',
  'channel',
  'tags',
  'assignee_name',
  'company',
  'url',
  'opened_at',
  'csat',
  'csat.score',
  'csat.scale_min',
  'csat.scale_max',
  'csat.comment',
])
const requesterFields = prefixedContactFields('requester.')
const supportTicket: Builder = {
  requiresOneOf: ['subject', 'body'],
  accepts: (field) =>
    ticketFields.has(field) || requesterFields.has(field) || /^custom_fields\.[\w-]{1,64}$/.test(field),
  build(values, source, key) {
    const body = cleanText(values.get('body'))
    const subject = line(values.get('subject'), 500) ?? line(body, 80)
    if (subject === undefined) return { fault: 'subject and body are missing' }
    if ((body?.length ?? 0) > maxContent) return { fault: `body is longer than ${maxContent} characters` }
    const optional = withoutUndefined({
      body,
      status: mappedValue(values.get('status'), statusWords),
      priority: mappedValue(values.get('priority'), priorityWords),
      channel: line(values.get('channel'), 64),
      tags: tags(values.get('tags')),
      assignee_name: line(values.get('assignee_name'), 200),
      company: line(values.get('company'), 200),
      url: webAddress(values.get('url')),
      opened_at: utcTimestamp(values.get('opened_at')),
      requester: contactFrom(values, 'requester.', source),
      csat: csatFrom(
        values.get('csat.score') ?? values.get('csat'),
        values.get('csat.comment'),
        scaleOf(values, 'csat'),
      ),
      custom_fields: extras(values, 'custom_fields.'),
    })
    return {
      draft: {
        type: 'support_ticket',
        fields: { subject, source_name: source, external_id: idOf(values.get('external_id'), key), ...optional },
      },
    }
  },
}

const ownContactFields = prefixedContactFields('')
const contact: Builder = {
  requiresOneOf: ['email', 'phone', 'external_id'],
  accepts: (field) => ownContactFields.has(field) || /^attributes\.[\w-]{1,64}$/.test(field),
  build(values, source) {
    const fields = contactFrom(values, '', source)
    if (!fields) return { fault: 'there is neither email, phone nor external_id' }
    const scalars = Object.entries(extras(values, 'attributes.') ?? {}).filter(
      ([, value]) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
    )
    return {
      draft: {
        type: 'contact',
        fields: {
          ...fields,
          ...(scalars.length > 0 && {
            attributes: Object.fromEntries(scalars) as NonNullable<ContactFields['attributes']>,
          }),
        },
      },
    }
  },
}

const scoreFields = new Set(['score', 'reason', 'external_id', 'responded_at', 'language', 'tags'])
const npsResponse: Builder = {
  requiresOneOf: ['score'],
  accepts: (field) => scoreFields.has(field) || feedbackContactFields.has(field),
  build(values, source, key) {
    const score = number(values.get('score'))
    if (score === undefined || !Number.isInteger(score) || score < 0 || score > 10)
      return { fault: 'score is not a whole number from 0 to 10' }
    const reason = cleanText(values.get('reason'))
    if ((reason?.length ?? 0) > maxContent) return { fault: `reason is longer than ${maxContent} characters` }
    const optional = withoutUndefined({
      reason,
      responded_at: utcTimestamp(values.get('responded_at')),
      language: matching(values.get('language'), languageTag, maxLanguageLength),
      tags: tags(values.get('tags')),
      contact: contactFrom(values, 'contact.', source),
    })
    return {
      draft: {
        type: 'nps_response',
        fields: { score, source, external_id: idOf(values.get('external_id'), key), analyze: true, ...optional },
      },
    }
  },
}

export const builders: Record<(typeof mappedRecords)[number], Builder> = {
  feedback,
  support_ticket: supportTicket,
  contact,
  nps_response: npsResponse,
}
