import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 9,
  name: 'Google Play',
  category: 'reviews',
  records: ['feedback'],
  description: 'Reviews of your own app with a comment become feedback with their rating; Google offers the last week.',
  documentation: 'https://developers.google.com/android-publisher/reply-to-reviews',
  logo,
  steps: [
    {
      text:
        'In Google Cloud, enable the Google Play Android Developer API, create a service account and a JSON key for ' +
        'it.',
      url: 'https://console.cloud.google.com/apis/library/androidpublisher.googleapis.com',
    },
    {
      text:
        'In the Play Console → Users and permissions, invite the e-mail address of the service account with “Reply ' +
        'to reviews”.',
      url: 'https://play.google.com/console/users-and-permissions',
    },
  ],
  credential: [
    credentialField('service_account', 'Service account key', 'The whole content of the JSON file.', {
      multiline: true,
    }),
  ],
  fields: [
    field('config.package_name', 'Package name', 'The application id of the app.', {
      required: true,
      example: 'com.example.app',
    }),
    sourceField,
  ],
  pull,
})
