import type { FieldTexts } from './field-texts.ts'

const rules: FieldTexts = {
  'conditions.field': 'What the condition looks at.',
  'conditions.op': 'How the value is compared.',
  'conditions.value': 'What it is compared with; a list for `in` and `not_in`, nothing for `is_set` and `is_not_set`.',
  'conditions.conditions': 'The conditions of the group.',
}

export const segmentTexts: Record<string, FieldTexts> = {
  Segment: {
    name: 'The name of the segment.',
    description: 'Who is in it, in words; null without a description.',
    kind: 'How contacts get into it.',
    ...rules,
    contact_count: 'The number of contacts in it.',
    insight_count: 'The number of insights from these contacts.',
    ai_classification: 'Whether a language model may put contacts into it.',
    last_evaluated_at: 'When its rules were last applied to all contacts; null if they never were.',
  },
  previewSegment: {
    ...rules,
    contact_count: 'The number of contacts that would be in it.',
    sample_contacts: 'Some of these contacts.',
    'sample_contacts.name': 'The name of the contact; null if it is not known.',
    'sample_contacts.email': 'The email address of the contact; null if it is not known.',
    per_condition_counts: 'The number of contacts that match each condition alone.',
    'per_condition_counts.contact_count': 'The number of contacts that match it.',
  },
  addSegmentContacts: {
    contact_ids: 'The contacts to put into the segment.',
    added: 'How many were put into it.',
    already_members: 'How many of them were in it before.',
  },
  excludeSegmentContact: {
    contact_id: 'The contact that was taken out.',
    member: 'Always false: the contact is not in the segment.',
  },
  listOpportunitySegments: { 'data.name': 'The name of the segment.' },
  listInitiativeSegments: { 'data.name': 'The name of the segment.' },
  replaceOpportunitySegments: {
    segment_ids: 'The segments that it is about from now on; empty for none.',
    'data.name': 'The name of the segment.',
  },
  replaceInitiativeSegments: {
    segment_ids: 'The segments that it is for from now on; empty for none.',
    'data.name': 'The name of the segment.',
  },
}
