import { mentionPattern } from '#vocabulary/discussions.ts'

/* What people read and write is @Name; what is stored has the id of the member. */

export type MentionedMember = { user_id: string; name: string; email?: string }

/** A name that two members have is followed by the email address. */
export function mentionLabels(members: readonly MentionedMember[]): Map<string, string> {
  const uses = new Map<string, number>()
  for (const { name } of members) uses.set(name, (uses.get(name) ?? 0) + 1)
  return new Map(
    members.map(({ user_id, name, email }) => [user_id, uses.get(name)! > 1 && email ? `${name} (${email})` : name]),
  )
}

/** Longer names first, so that a name that begins with another one is found. */
export const withIds = (text: string, labels: ReadonlyMap<string, string>): string =>
  [...labels]
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((stored, [id, label]) => stored.replaceAll(`@${label}`, `@${id}`), text)

export const withNames = (body: string, labels: ReadonlyMap<string, string>): string =>
  body.replace(mentionPattern, (mention, id: string) => (labels.has(id) ? `@${labels.get(id)}` : mention))

const markdownCharacters = /[\\`*_{}[\]()#+\-.!|<>~]/g

/** Markdown that shows each mention in bold. */
export const shownMentions = (body: string, names: ReadonlyMap<string, string>, former: string): string =>
  body.replace(
    mentionPattern,
    (_, id: string) => `**@${(names.get(id) ?? former).replace(markdownCharacters, '\\$&')}**`,
  )

/** The mention that is being typed before the caret. */
export function typedMention(text: string, caret: number): { start: number; query: string } | undefined {
  const match = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, caret))
  if (!match) return undefined
  return { start: caret - match[1]!.length - 1, query: match[1]!.toLowerCase() }
}
