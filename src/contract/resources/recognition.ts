import Type, { type Static } from 'typebox'
import { csvLimits } from './csv-columns.ts'
import { base64Length, CsvType } from './csv-upload-shapes.ts'
import { IntegrationConfig, ProviderName } from './integration-shapes.ts'
import { InterviewPreview } from './interview-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Day } from '#contract/core/times.ts'

const recognizedKinds = ['item', 'items', 'interview', 'table', 'link'] as const
export type RecognizedKind = (typeof recognizedKinds)[number]
const Kind = oneOf(...recognizedKinds)
export const maxRecognizedItems = 5000

const { segments: _, ...interviewFields } = InterviewPreview.properties
const Interview = Type.Object(
  {
    ...interviewFields,
    text: Type.String({
      description: 'The transcript as text, for POST /interviews.',
      examples: ['Mia: How do you export?\nAna: By hand, every Friday.'],
    }),
    date_source: nullable({
      ...oneOf('transcript', 'file_name', 'file'),
      description: 'What the date was taken from; null when none was found.',
    }),
  },
  { ...closed, $id: 'RecognizedInterview' },
)
const Table = Type.Object(
  {
    type: CsvType,
    platform: Type.String({ description: 'The product that wrote it, or generic.', examples: ['zendesk'] }),
    row_count: Count,
    headers: Type.Array(Type.String({ examples: ['Comment'] })),
    missing: Type.Array(Type.String({ examples: ['content'] }), {
      description: 'Required fields without a column, and columns whose dates can be read in two ways.',
    }),
    content: nullable(
      Type.String({ description: 'The table as CSV where it was sent as something else.', examples: ['content\n'] }),
    ),
  },
  { ...closed, $id: 'RecognizedTable' },
)
const Link = Type.Object(
  {
    provider: ProviderName,
    name: Type.String({ examples: ['App Store: Acme'] }),
    config: IntegrationConfig,
    credential: Type.Array(Type.String({ examples: ['token'] }), {
      description: 'What the provider needs besides the address.',
    }),
  },
  { ...closed, $id: 'RecognizedLink' },
)
const Recognized = Type.Object(
  {
    kind: Kind,
    kinds: Type.Array(Kind, { description: 'What else it can be read as, with the field `kind` of the request.' }),
    summary: Type.String({ examples: ['Interview transcript with 2 speakers'] }),
    items: Type.Array(Type.String({ examples: ['The export never ends'] }), {
      description: 'The texts of an item or of several, for POST /feedback/bulk.',
    }),
    interview: nullable(Interview),
    table: nullable(Table),
    link: nullable(Link),
  },
  { ...closed, $id: 'Recognized' },
)
export type RecognizedPart = Static<typeof Recognized>

export const recognition = defineRoutes({
  recognize: {
    method: 'POST',
    effect: 'none',
    readOnly: true,
    path: '/recognize',
    summary: 'See what a text, a file or a link is before it is added; nothing is stored',
    description:
      'A single item, a list of items, a transcript, a table or the address of a source. Files: CSV, text, VTT, SRT, ' +
      'Word documents and JSON. Each part says what it is and holds what the operation that stores it takes: ' +
      'POST /feedback/bulk, /interviews, /csv-uploads or /integrations.',
    bodyLimit: base64Length + 64 * 1024,
    body: Type.Object(
      {
        text: Type.Optional(
          Type.String({ minLength: 1, maxLength: csvLimits.bytes, examples: ['The export never ends.'] }),
        ),
        content_base64: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: base64Length,
            description: 'A file instead of a text.',
            examples: ['VGhlIGV4cG9ydCBuZXZlciBlbmRz'],
          }),
        ),
        file_name: Type.Optional({ ...Name('call.vtt', 255), description: 'Its ending says what the file is.' }),
        file_date: Type.Optional({ ...Day, description: 'When the file was last changed.' }),
        kind: Type.Optional({ ...Kind, description: 'Read it as this.' }),
      },
      {
        ...closed,
        anyOf: [{ required: ['text'] }, { required: ['content_base64'] }],
        examples: [{ text: 'The export never ends.' }],
      },
    ),
    result: Type.Object(
      { parts: Type.Array(Recognized, { description: 'One, or one for each address of a list of them.' }) },
      closed,
    ),
  },
})
