import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 15,
  name: 'Salesforce',
  category: 'sales',
  records: ['support_ticket'],
  description: 'Cases become support tickets with status, priority, contact and account.',
  documentation: 'https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_jwt_flow.htm',
  logo: null,
  steps: [
    {
      text:
        'Create a key pair and a certificate: openssl req -x509 -newkey rsa:2048 -nodes -days 730 -keyout key.pem ' +
        '-out cert.pem',
      url: null,
    },
    {
      text:
        'Setup → App Manager: create a connected app with OAuth, “Use digital signatures” (cert.pem) and the scopes ' +
        'api and refresh_token.',
      url: null,
    },
    {
      text: 'Under Manage → OAuth policies, let admin-approved users in, and add a profile that may read cases.',
      url: null,
    },
  ],
  credential: [
    credentialField('consumer_key', 'Consumer key', 'Of the connected app.', { secret: false }),
    credentialField('username', 'User name', 'Of the person whose permissions are used.', { secret: false }),
    credentialField('private_key', 'Private key', 'The whole content of key.pem.', { multiline: true }),
  ],
  fields: [
    field('config.instance_url', 'My Domain', 'The address of your Salesforce.', {
      required: true,
      example: 'https://acme.my.salesforce.com',
    }),
    sourceField,
  ],
  pull,
})
