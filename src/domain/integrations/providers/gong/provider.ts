import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 16,
  name: 'Gong',
  category: 'sales',
  records: ['interview'],
  description: 'Transcripts of calls become interviews: what people outside your company said is analyzed.',
  documentation: 'https://gong.app.gong.io/settings/api/documentation',
  logo: null,
  steps: [
    {
      text: 'Sign in to Gong as a technical administrator and open Company settings → Ecosystem → API.',
      url: 'https://app.gong.io/company/api',
    },
    { text: 'Under API keys, choose Create, and copy the access key and the access key secret.', url: null },
    { text: 'Copy the API base URL of that page if it is not https://api.gong.io.', url: null },
  ],
  credential: [
    credentialField('access_key', 'Access key', 'From Company settings → API.', { secret: false }),
    credentialField('access_key_secret', 'Access key secret', 'Shown once when the key is created.'),
  ],
  fields: [sourceField],
  pull,
})
