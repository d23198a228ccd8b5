import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 8,
  name: 'App Store Connect',
  category: 'reviews',
  records: ['feedback'],
  description: 'All reviews of your own app, in all countries, become feedback with their rating.',
  documentation: 'https://developer.apple.com/documentation/appstoreconnectapi/get-v1-apps-_id_-customerreviews',
  logo,
  steps: [
    {
      text:
        'Users and Access → Integrations → App Store Connect API: generate a team key with the role Customer ' +
        'Support.',
      url: 'https://appstoreconnect.apple.com/access/integrations/api',
    },
    { text: 'Copy the issuer id and the key id, and download the key (.p8): Apple offers it once.', url: null },
    { text: 'The Apple ID of the app is under App Information.', url: null },
  ],
  credential: [
    credentialField('issuer_id', 'Issuer id', 'Above the list of keys.', { secret: false }),
    credentialField('key_id', 'Key id', 'In the list of keys.', { secret: false }),
    credentialField('private_key', 'Private key', 'The whole content of the .p8 file.', { multiline: true }),
  ],
  fields: [
    field('config.app_id', 'Apple ID of the app', 'The number under App Information.', {
      required: true,
      example: '284882215',
    }),
    sourceField,
  ],
  pull,
})
