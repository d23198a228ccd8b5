import Type from 'typebox'
import { Id } from './ids.ts'
import { Sentiment } from './labels.ts'
import { closed, Count, nullable } from './shapes.ts'

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-05'] })
const block = <N extends string, P extends Parameters<typeof Type.Object>[0]>(type: N, properties: P) =>
  Type.Object({ type: Type.Literal(type), ...properties }, closed)
const items = <P extends Parameters<typeof Type.Object>[0]>(properties: P) => ({
  items: Type.Array(Type.Object(properties, closed)),
})

export const MonthlySentiment = Type.Object({ month: Month, positive: Count, negative: Count, neutral: Count }, closed)

/** Structured text for pages and agents; readers ignore unknown types. */
export const Block = Type.Union([
  block('summary', {
    title: Type.String({ examples: ['What customers say'] }),
    text: Type.String({ examples: ['12 insights from 8 contacts.'] }),
  }),
  block(
    'key_points',
    items({ text: Type.String({ examples: ['7 of 12 insights are about Export.'] }), insight_ids: Type.Array(Id) }),
  ),
  block(
    'quotes',
    items({
      text: Type.String({ examples: ['The export just spins.'] }),
      insight_id: Id,
      feedback_id: nullable(Id),
      sentiment: Sentiment,
      contact_name: nullable(Type.String({ examples: ['Ana Lima'] })),
    }),
  ),
  block('sources', items({ source: Type.String({ examples: ['zendesk'] }), count: Count })),
  block('timeline', items({ period: Month, positive: Count, negative: Count, neutral: Count })),
  block('segments', items({ segment_id: Id, name: Type.String({ examples: ['Enterprise'] }), count: Count })),
])
