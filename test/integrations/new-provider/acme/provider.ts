import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, cursorNumber } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { credentialField, sourceField } from '#domain/integrations/definition/setup-fields.ts'

/* A provider that the product does not have: a list of comments by number. */

export const provider = defineProvider({
  rank: 100,
  name: 'Acme comments',
  category: 'other',
  records: ['feedback'],
  description: 'Comments become feedback.',
  documentation: 'https://example.com/api',
  logo: null,
  steps: [{ text: 'Copy the key.', url: null }],
  credential: [credentialField('key', 'Key', 'Of the account.')],
  fields: [sourceField],
  pull: {
    baseUrl: () => 'https://api.example.com',
    headers: ({ credential }) => ({ 'x-api-key': credential.key ?? '' }),
    limits: { default: { requests: 10, seconds: 1 } },
    pageSize: 50,
    streams: () => [
      {
        name: 'comments',
        start: () => ({ after: -1 }),
        request: (cursor, { pageSize }) => ({
          url: withQuery('/comments', { after: cursorNumber(cursor, 'after'), limit: pageSize }),
        }),
        page(answer, cursor, { pageSize }) {
          const items = arrayAt(answer, 'comments')
          const last = nestedValue(items.at(-1), 'n')
          return {
            items,
            next: { after: typeof last === 'number' ? last : cursor.after },
            more: items.length >= pageSize,
          }
        },
        read: (item, _details, { source }) =>
          recordFrom('feedback', { external_id: nestedValue(item, 'n'), content: nestedValue(item, 'text') }, source),
      },
    ],
    notes: [],
  },
})
