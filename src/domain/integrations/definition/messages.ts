import { maxContent, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { cleanText, code, utcTimestamp, withoutUndefined } from '#domain/integrations/mapping/sanitize.ts'

type PulledMessage = { id: unknown; body: unknown; isCustomer: boolean; isPublic: boolean; sentAt: unknown }

/** Adds the messages to the ticket that was read; those without text are left out. */
export const withMessages = (result: ReadResult, messages: readonly PulledMessage[]): ReadResult => ({
  ...result,
  drafts: result.drafts.map((draft) =>
    draft.type === 'support_ticket'
      ? { ...draft, fields: { ...draft.fields, messages: messages.flatMap(messageFrom) } }
      : draft,
  ),
})

function messageFrom({ id, body, isCustomer, isPublic, sentAt }: PulledMessage) {
  const text = cleanText(body)?.slice(0, maxContent).toWellFormed()
  if (text === undefined) return []
  const type: 'customer' | 'agent' = isCustomer ? 'customer' : 'agent'
  return [
    {
      author: { type },
      body: text,
      is_public: isPublic,
      ...withoutUndefined({ external_id: code(id), sent_at: utcTimestamp(sentAt) }),
    },
  ]
}
