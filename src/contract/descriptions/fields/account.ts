import type { FieldTexts } from './field-texts.ts'

/** Identity, members, audit log, masking, retention. */
export const accountTexts: Record<string, FieldTexts> = {
  Identity: {
    org_id: 'The organization that the key belongs to.',
    user_id: 'The user who created the key; requests act for them.',
    role: 'The role of that user in the organization.',
    scope: 'What the key may do: only read, or also write.',
  },
  Member: {
    id: 'Identifies the membership; `user_id` identifies the person.',
    user_id: 'The person, in this and other organizations.',
    name: 'The name of the person.',
    email: 'The address with which the person signs in.',
    role: 'What the person may do in the organization.',
    status: 'Whether the person can sign in.',
    avatar_url: 'The address of a picture of the person; null without one.',
    last_active_at: 'When the person or one of their keys last sent a request; null if never.',
    joined_at: 'When the person accepted the invitation; null before that.',
  },
  AuditEntry: {
    outcome: 'Whether it succeeded.',
    actor: 'Who or what acted.',
    user_id: 'The user for whom it was done; null if there was none.',
    user_name: 'The name of that user at the time; null if there was none.',
    session_id: 'The session of the web app; null for keys and background work.',
    user_agent: 'The program that sent the request, as it names itself; null for background work.',
    request_id: 'The request, as in `X-Request-Id`; null for background work.',
    resource_id: 'What was acted on; null if it is no single object.',
    created_at: 'When it was done.',
  },
  Masking: {
    'sources.source': 'The source to which these rules apply in addition.',
    'daily.day': 'The day, in UTC.',
    'daily.rule': 'The kind or the name of the pattern that masked the values.',
    'daily.count': 'How many values it masked on that day.',
  },
  updateMasking: { 'sources.source': 'The source to which these rules apply in addition.' },
  previewMasking: {
    text: 'The text to try the rules on; it is not stored.',
    source: 'The source whose additional rules apply too.',
    masked_text: 'The text as it would be stored.',
    masked: 'How many values each rule masked.',
    'masked.rule': 'The kind or the name of the pattern.',
    'masked.count': 'How many values it masked.',
  },
  Retention: {
    'sources.source': 'The source to which the period applies.',
    last_run: 'The last time that old items were deleted; null before the first.',
    'last_run.at': 'When the run began.',
  },
  updateRetention: { 'sources.source': 'The source to which the period applies.' },
  previewRetention: { 'sources.source': 'The source to which the period applies.' },
  RetentionPreview: {
    by_source: 'The same for each source.',
    'by_source.source': 'The source of the items.',
    'by_source.before': 'Items from before this time are deleted.',
  },
}
