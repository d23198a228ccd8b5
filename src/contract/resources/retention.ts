import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { anyOfFields, closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { Source } from './feedback.ts'

const Days = Type.Integer({ minimum: 1, maximum: 36_500, examples: [730] })
const days = {
  ...nullable(Days),
  description: 'Items that are older than this are deleted; null keeps them.',
}
const sources = Type.Array(Type.Object({ source: Source, days }, closed), {
  maxItems: 100,
  examples: [[{ source: 'zendesk', days: 365 }]],
  description: 'Sources with a period of their own, in place of the one of the organization.',
})
const erased_texts = {
  ...oneOf('removed', 'masked'),
  description:
    'What erasing a contact does to their texts: removes them, or keeps them with name, email, phone, company and ' +
    'other identifiers masked. Quotes are removed either way.',
}
const counts = {
  deleted_count: { ...Count, description: 'How many items are deleted.' },
  kept_count: {
    ...Count,
    description: 'How many older items are kept, because a Project or an initiative has them as evidence.',
  },
}

export const Retention = Type.Object(
  {
    days,
    sources,
    erased_texts,
    last_run: nullable(Type.Object({ at: Time, ...counts }, closed)),
  },
  { ...closed, $id: 'Retention' },
)
const RetentionPreview = Type.Object(
  {
    ...counts,
    by_source: Type.Array(
      Type.Object({ source: Type.String({ examples: ['zendesk'] }), before: Time, ...counts }, closed),
    ),
  },
  { ...closed, $id: 'RetentionPreview' },
)
const body = anyOfFields({ days, sources, erased_texts })

export const retention = defineRoutes({
  getRetention: {
    method: 'GET',
    path: '/retention',
    summary: 'Read after how long texts are deleted, what erasing does, and what the last run deleted',
    admin: true,
    result: Retention,
  },
  updateRetention: {
    method: 'PATCH',
    effect: 'removes',
    path: '/retention',
    summary: 'Change after how long texts are deleted, and what erasing does to them',
    admin: true,
    body,
    result: Retention,
  },
  previewRetention: {
    method: 'POST',
    effect: 'none',
    path: '/retention/preview',
    summary: 'Count what a retention period would delete now; nothing is deleted',
    description:
      'Counts what a retention period would delete now; what the body leaves out is taken from the settings.',
    admin: true,
    readOnly: true,
    body: Type.Partial(Type.Object({ days, sources }), closed),
    result: RetentionPreview,
  },
})
