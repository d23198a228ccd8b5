import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 90,
  name: 'RSS or Atom feed',
  category: 'other',
  records: ['feedback'],
  description: 'Entries of a public feed, for example of a forum or a review site, become feedback.',
  documentation: 'https://www.rssboard.org/rss-specification',
  logo,
  steps: [{ text: 'Copy the address of the feed. It often ends with /feed, .rss or .xml.', url: null }],
  credential: [],
  fields: [
    field('config.url', 'Address of the feed', 'An http or https address.', {
      required: true,
      example: 'https://forum.example.com/latest.rss',
    }),
    sourceField,
  ],
  pull,
})
