import type { Dataset } from './data.ts'

/** Contains a character outside Latin-1, like most real feedback: it decides how V8 stores and encodes the text. */
export const bodyFor = (themeId: string) =>
  JSON.stringify({
    name: 'The weekly summary forgets the chosen filters on slow lines',
    sentiment: 'NEGATIVE',
    category: 'USABILITY_ISSUES',
    quote:
      'The weekly summary forgets the chosen filters, ' +
      'honestly the team’s about to give up on it when nobody finds the reason',
    theme_ids: [themeId],
  })

/** The load generator replaces `{n}` by a counter. */
export const renamesOf = ({ projectIds }: Dataset): string[] =>
  projectIds.map((id) => JSON.stringify({ action: 'update_title', project_id: id, title: 'Title number {n}' }))
