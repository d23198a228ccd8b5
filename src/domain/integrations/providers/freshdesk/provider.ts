import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 10,
  name: 'Freshdesk',
  category: 'support',
  records: ['support_ticket'],
  description: 'Tickets and their replies become support tickets with messages.',
  documentation: 'https://developers.freshdesk.com/api/#list_all_tickets',
  logo: null,
  steps: [
    { text: 'Open your profile picture → Profile settings and copy “Your API key”.', url: null },
    { text: 'The account needs the permission to see all tickets.', url: null },
  ],
  credential: [credentialField('api_key', 'API key', 'From your profile settings.')],
  fields: [
    field('config.domain', 'Domain', 'The part before .freshdesk.com in the address of your help desk.', {
      required: true,
      example: 'acme',
    }),
    sourceField,
  ],
  pull,
})
