import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 12,
  name: 'Canny',
  category: 'product',
  records: ['feedback'],
  description: 'Posts of all boards become feedback with their author, status and number of votes.',
  documentation: 'https://developers.canny.io/api-reference#list_posts',
  logo: null,
  steps: [
    { text: 'Open Settings → API & Webhooks and copy the secret API key.', url: 'https://canny.io/admin/settings/api' },
  ],
  credential: [credentialField('api_key', 'Secret API key', 'Of the company.')],
  fields: [sourceField],
  pull,
})
