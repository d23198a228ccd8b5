import { matching, url } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const mailSettings = {
  smtpUrl: {
    name: 'SMTP_URL',
    description: 'SMTP server for outgoing mail; when unset, admins see invitation links instead',
    example: 'smtps://user:password@mail.example.com:465',
    default: null,
    secret: true,
    parse: url(['smtp:', 'smtps:']),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    description: 'sender address of outgoing mail',
    example: 'Earshot <earshot@example.com>',
    default: null,
    parse: matching(/^[^\r\n]{0,100}[^\s@<]+@[^\s@>]+\.?[^\s@>]+>?$/),
  },
} satisfies SettingGroup<'smtpUrl' | 'mailFrom'>
