import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import logo from './logo.json' with { type: 'json' }
import { pull } from './pull.ts'

export const provider = defineProvider({
  rank: 6,
  name: 'E-mail (IMAP)',
  category: 'support',
  records: ['feedback'],
  description: 'Messages in one folder of a mailbox become feedback of their senders.',
  documentation: 'https://www.rfc-editor.org/rfc/rfc9051',
  logo,
  steps: [
    {
      text:
        'Create a folder or label for feedback, and a filter that moves mail into it: for example everything to a ' +
        'plus address such as you+feedback@example.com. Without it, the inbox is read.',
      url: null,
    },
    {
      text:
        'Gmail: turn on 2-Step Verification and create an app password. The server is imap.gmail.com, the folder is ' +
        'the name of the label.',
      url: 'https://myaccount.google.com/apppasswords',
    },
    {
      text:
        'Fastmail: Settings → Privacy & Security → Integrations, create an app password with IMAP access. The ' +
        'server is imap.fastmail.com.',
      url: 'https://app.fastmail.com/settings/security/integrations',
    },
    {
      text:
        'Outlook.com and Microsoft 365: Microsoft has turned off passwords (basic authentication) for IMAP, so they ' +
        'cannot be read directly. Add a rule there that forwards the mail to another mailbox.',
      url:
        'https://learn.microsoft.com/en-us/exchange/clients-and-mobile-in-exchange-online/' +
        'deprecation-of-basic-authentication-exchange-online',
    },
    {
      text:
        'A server of your own: enter its name, the user and the password. It needs TLS on port 993; STARTTLS or no ' +
        'encryption is possible in private networks that the operator has allowed.',
      url: null,
    },
  ],
  credential: [
    credentialField('user', 'User name', 'Most often the e-mail address.', { secret: false }),
    credentialField('password', 'Password', 'An app password where the provider has them.'),
  ],
  fields: [
    field('config.host', 'Mail server', 'The name of the IMAP server.', {
      required: true,
      example: 'imap.example.com',
    }),
    field('config.folder', 'Folder', 'The folder or label to read; INBOX when empty.', { example: 'Feedback' }),
    field('config.port', 'Port', '993 when empty.', { example: '993' }),
    field('config.encryption', 'Encryption', 'tls, starttls or none; the last two in private networks only.', {
      example: 'tls',
    }),
    sourceField,
  ],
  pull,
})
