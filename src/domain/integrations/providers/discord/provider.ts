import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 14,
  name: 'Discord',
  category: 'chat',
  records: ['feedback'],
  description: 'Messages of the chosen channels become feedback; messages of bots are left out.',
  documentation: 'https://discord.com/developers/docs/resources/message#get-channel-messages',
  logo,
  steps: [
    {
      text: 'Create an application, open Bot, allow the “Message Content Intent” and copy the token.',
      url: 'https://discord.com/developers/applications',
    },
    { text: 'Invite the bot to your server with “View Channels” and “Read Message History”.', url: null },
    {
      text: 'Turn on the developer mode in Discord; a right click on a channel then offers “Copy Channel ID”.',
      url: null,
    },
  ],
  credential: [credentialField('bot_token', 'Bot token', 'Of the application’s bot.')],
  fields: [
    field('config.channels', 'Channel ids', 'The channels to read, by id.', {
      required: true,
      list: true,
      example: '613425648685547541',
    }),
    sourceField,
  ],
  pull,
})
