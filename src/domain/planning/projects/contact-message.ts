import type { Mail } from '#mail/mailer.ts'
import type { Addressee } from './queries-contacts.ts'

type Draft = { subject: string; text: string }
type Sender = { name: string; organization: string }

/** `{name}` and `{asked}` are filled in for each contact. */
export const draftMessage = (project: { title: string; description: string | null }, sender: Sender): Draft => ({
  subject: `${project.title} is done`,
  text: [
    'Hello {name},',
    'you told us:',
    '{asked}',
    `We have finished work on this: ${project.title}.${project.description ? ` ${project.description}` : ''}`,
    'Thank you for taking the time. If something is still missing, just reply to this email.',
    `${sender.name}, ${sender.organization}`,
  ].join('\n\n'),
})

/** Without a name the greeting loses its space too. */
export function messageFor(contact: Addressee, { subject, text }: Draft, replyTo: string): Mail {
  const asked = contact.asked.map((one) => `- ${one}`).join('\n')
  const fill = (template: string) =>
    template.replace(/ ?\{name\}|\{asked\}/g, (field) => {
      if (field === '{asked}') return asked
      const name = contact.name?.replace(/\s+/g, ' ').trim()
      return name ? `${field.startsWith(' ') ? ' ' : ''}${name}` : ''
    })
  return {
    to: contact.email,
    subject: fill(subject).replace(/\s+/g, ' ').slice(0, 250),
    text: `${fill(text)}\n`,
    replyTo,
  }
}
