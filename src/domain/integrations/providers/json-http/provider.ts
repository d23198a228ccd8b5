import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 91,
  name: 'Any JSON API',
  category: 'other',
  records: ['feedback', 'support_ticket', 'contact', 'nps_response'],
  description: 'Any list over HTTP, read with paging rules and a mapping of paths to fields.',
  documentation: 'https://www.rfc-editor.org/rfc/rfc8259',
  logo,
  steps: [
    { text: 'Enter the address of the list and how its pages follow each other.', url: null },
    {
      text: 'Without a mapping the items must use Earshot’s field names; a mapping is set through the API.',
      url: null,
    },
  ],
  credential: [
    credentialField('authorization', 'Authorization header', 'For example: Bearer abc123.', { required: false }),
  ],
  fields: [
    field('config.url', 'Address', 'Of the list, with fixed parameters.', {
      required: true,
      example: 'https://api.example.com/v1/comments?sort=created',
    }),
    field('config.items_path', 'Items', 'The path of the items in an answer; $ when the answer is the list.', {
      example: '$.data[*]',
    }),
    field('config.paging', 'Paging', 'none, page, offset, cursor or link (a Link header).', { example: 'page' }),
    field('config.page_parameter', 'Page parameter', 'The parameter of the page, offset or cursor.', {
      example: 'page',
    }),
    field('config.size_parameter', 'Size parameter', 'The parameter of the page size.', { example: 'limit' }),
    field('config.next_path', 'Next cursor', 'cursor: the path of the next one in an answer.', {
      example: '$.next_cursor',
    }),
    field('config.since_parameter', 'Since parameter', 'Sent with the start date, where the API filters by time.', {
      example: 'updated_after',
    }),
    field('mapping', 'Mapping', 'The path of each field, from each item.'),
    sourceField,
  ],
  pull,
})
