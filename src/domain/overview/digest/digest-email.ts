import { escapeHtml } from '#engine/text/escape-html.ts'
import type { Mail } from '#mail/mailer.ts'
import type { ChannelMessage } from '#domain/overview/channels/format-message.ts'

const why = 'You get this email because you switched on the weekly digest in your profile.'

const plainText = ({ title, summary, sections, url }: ChannelMessage, unsubscribe: string) =>
  [
    title,
    summary,
    ...sections.map(({ heading, items }) =>
      [heading.toUpperCase(), ...items.map((item) => `- ${item.label}: ${item.detail}\n  ${item.url}`)].join('\n'),
    ),
    `Dashboard: ${url}`,
    `${why}\nUnsubscribe: ${unsubscribe}`,
  ].join('\n\n') + '\n'

const link = (url: string, text: string) => `<a href="${escapeHtml(url)}" style="color:#3450c8">${escapeHtml(text)}</a>`

const sectionHtml = ({ heading, items }: ChannelMessage['sections'][number]) =>
  `<h2 style="font-size:15px;margin:24px 0 8px">${escapeHtml(heading)}</h2>` +
  `<ul style="margin:0;padding-left:20px">${items
    .map((item) => `<li style="margin:4px 0">${link(item.url, item.label)}: ${escapeHtml(item.detail)}</li>`)
    .join('')}</ul>`

const html = ({ title, summary, sections, url }: ChannelMessage, unsubscribe: string) =>
  '<!doctype html><html lang="en">' +
  '<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#1b1f26">' +
  `<div style="max-width:560px"><h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(title)}</h1>` +
  `<p style="margin:0">${escapeHtml(summary)}</p>${sections.map(sectionHtml).join('')}` +
  `<p style="margin:24px 0">${link(url, 'Open the dashboard')}</p>` +
  `<p style="font-size:13px;color:#555d6b">${escapeHtml(why)} ${link(unsubscribe, 'Unsubscribe')}</p>` +
  '</div></body></html>'

export const digestEmail = (to: string, message: ChannelMessage, unsubscribe: string): Mail => ({
  to,
  subject: message.title.replace(/\s+/g, ' '),
  text: plainText(message, unsubscribe),
  html: html(message, unsubscribe),
  unsubscribeUrl: unsubscribe,
})
