import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 7,
  name: 'App Store reviews',
  category: 'reviews',
  records: ['feedback'],
  description: 'The newest public reviews of an app, per country, become feedback with their rating. Needs no key.',
  documentation: 'https://developer.apple.com/app-store/ratings-and-reviews/',
  logo,
  steps: [
    {
      text: 'Open your app in the App Store. Its id is the number in the address: apps.apple.com/app/id123456789.',
      url: 'https://apps.apple.com',
    },
  ],
  credential: [],
  fields: [
    field('config.app_id', 'App id', 'The number in the address of the app.', { required: true, example: '284882215' }),
    field('config.countries', 'Countries', 'Two-letter codes of the stores to read.', {
      required: true,
      list: true,
      example: 'us',
    }),
    sourceField,
  ],
  pull,
})
