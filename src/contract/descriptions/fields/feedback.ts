import type { FieldTexts } from './field-texts.ts'

export const feedbackTexts: Record<string, FieldTexts> = {
  Feedback: {
    external_id: 'The id in the source: the same source and id again updates this item.',
    source_type: 'What kind of text it is.',
    title: 'The subject, if the text has one.',
    content: 'What the customer said, word for word.',
    rating: 'The rating that was given with it, on its own scale; null without one.',
    'rating.value': 'The rating itself.',
    'rating.scale_min': 'The worst rating on the scale.',
    'rating.scale_max': 'The best rating on the scale.',
    contact_id: 'The contact who said it; null if that is not known.',
    contact: 'The contact who said it; in a request, found by identity, email or phone, or created.',
    url: 'The address of the original; null if there is none.',
    status: 'How far the analysis is.',
    skip_reason:
      'Why it was not analyzed, such as `no_content`, `not_requested`, `too_short`, `duplicate`, `ignored_source` ' +
      'or `internal_domain`; null if it was.',
    insight_count: 'The number of insights found in it.',
    insights: 'The insights found in it; only with `include=insights`.',
    'insights.name': 'The point in one sentence.',
    duplicate_of_id: 'Earlier feedback with the same text; null if there is none.',
    dedupe: 'With `content`, an item without `external_id` is not stored again if its text is known from this source.',
    result: 'Whether the item was created, changed or the same already.',
  },
  ingestFeedback: { source: 'Where it comes from; `api` by default.' },
  bulkFeedback: {
    batch_id: 'Identifies this request, to list its items later.',
    job_id: 'The job that analyzes the new items; null if there are none.',
    source: 'Where it comes from; `api` by default.',
  },
  countFeedback: { count: 'The number of pieces of feedback that match.' },
  analyzeFeedbackItems: {
    feedback_ids: 'The pieces of feedback to analyze, by their ids.',
    queued: 'How many wait for the analysis now.',
    job_id: 'The job that analyzes them.',
  },
  analyzeFeedback: {
    feedback_id: 'The piece of feedback that is analyzed again.',
    status: 'How far the analysis is.',
  },
}
