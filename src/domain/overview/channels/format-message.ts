import type { Static } from 'typebox'
import type { DigestMessage } from '#contract/resources/digest.ts'

/* A message in the format of each chat program's incoming webhooks, within its limits. */

export type ChannelKind = 'slack' | 'teams' | 'discord'
/** A digest or an alert. */
export type ChannelMessage = Static<typeof DigestMessage>
type Item = ChannelMessage['sections'][number]['items'][number]

const openLabel = 'Open in Earshot'
const oneLine = (text: string, max: number) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}
const maxLabel = 120

/** The lines that fit into a field as a whole. */
function fittingLines(lines: readonly string[], max: number): string {
  let text = ''
  for (const line of lines) if (text.length + line.length + 1 <= max) text += `${text && '\n'}${line}`
  return text
}

const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const maxSlackHeader = 150
const maxSlackText = 3000

function toSlack({ title, summary, sections, url }: ChannelMessage) {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const line = ({ label, detail, url: to }: Item) =>
    `• <${escapeSlack(to)}|${escapeSlack(oneLine(label, maxLabel))}>: ${escapeSlack(detail)}`
  return {
    text: escapeSlack(oneLine(title, maxSlackHeader)),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: oneLine(title, maxSlackHeader), emoji: false } },
      section(escapeSlack(oneLine(summary, maxSlackText / 2))),
      ...sections.map(({ heading, items }) =>
        section(fittingLines([`*${escapeSlack(heading)}*`, ...items.map(line)], maxSlackText)),
      ),
      section(`<${escapeSlack(url)}|${openLabel}>`),
    ],
  }
}

const escapeMarkdown = (text: string) => text.replace(/[\\[\]()*_~`|>#]/g, (sign) => `\\${sign}`)
const markdownLine = ({ label, detail, url }: Item) =>
  `- [${escapeMarkdown(oneLine(label, maxLabel))}](${encodeURI(url)}): ${escapeMarkdown(detail)}`

/** An adaptive card: what both incoming webhooks and workflows ("when a webhook request is received") accept. */
function toTeams({ title, summary, sections, url }: ChannelMessage) {
  const text = (content: string, more: object = {}) => ({ type: 'TextBlock', text: content, wrap: true, ...more })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    body: [
      text(escapeMarkdown(oneLine(title, 200)), { size: 'Medium', weight: 'Bolder' }),
      text(escapeMarkdown(oneLine(summary, 2000))),
      ...sections.flatMap(({ heading, items }) => [
        text(heading, { weight: 'Bolder', spacing: 'Medium' }),
        text(items.map(markdownLine).join('\n')),
      ]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: openLabel, url }],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

const maxDiscord = { title: 256, description: 1000, field: 1024 }

/** All parts of an embed together may have 6,000 characters, which these limits keep. */
const toDiscord = ({ title, summary, sections, url }: ChannelMessage) => ({
  // Names of themes must not notify people.
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title: oneLine(title, maxDiscord.title),
      url,
      description: oneLine(escapeMarkdown(summary), maxDiscord.description),
      fields: sections.map(({ heading, items }) => ({
        name: heading,
        value: fittingLines(items.map(markdownLine), maxDiscord.field),
      })),
    },
  ],
})

const formats: Record<ChannelKind, (message: ChannelMessage) => object> = {
  slack: toSlack,
  teams: toTeams,
  discord: toDiscord,
}

export const formatMessage = (kind: ChannelKind, message: ChannelMessage): string =>
  JSON.stringify(formats[kind](message))
