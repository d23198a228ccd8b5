import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 13,
  name: 'Productboard',
  category: 'product',
  records: ['feedback'],
  description: 'Notes of the insights board become feedback with their author and tags.',
  documentation: 'https://developer.productboard.com/reference/getnotes',
  logo: null,
  steps: [
    { text: 'Open Workspace settings → Integrations → Public APIs and create an access token.', url: null },
    { text: 'A Pro plan or higher is needed for the API.', url: null },
  ],
  credential: [credentialField('access_token', 'Access token', 'Of the public API.')],
  fields: [sourceField],
  pull,
})
