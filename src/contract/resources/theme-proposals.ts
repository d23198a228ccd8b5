import Type from 'typebox'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds, ThemeRef, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'

const kinds = oneOf('merge', 'split', 'rename')
const statuses = oneOf('open', 'accepted', 'rejected')

const ThemeProposal = Type.Object(
  {
    id: Id,
    kind: kinds,
    status: statuses,
    theme: ThemeRef,
    other_theme: nullable(
      Type.Object({ ...ThemeRef.properties }, { ...closed, description: 'The themes that would be merged into it.' }),
    ),
    subtheme_ids: Type.Array(Id, { description: 'The subthemes that would be split into a new theme.' }),
    name: nullable(
      Type.String({
        description: 'The new name of the theme, or the name of the theme split from it.',
        examples: ['Offline edits'],
      }),
    ),
    reason: Type.String({ examples: ['41 of 52 insights of “Sync” and 30 of 38 of “Offline” fall together.'] }),
    insight_count: Type.Integer({ minimum: 0, description: 'How many insights it is about.', examples: [52] }),
    created_at: Time,
    decided_at: nullable(Time),
    decided_by: nullable(UserId),
  },
  { ...closed, $id: 'ThemeProposal' },
)

export const themeProposals = defineRoutes({
  listThemeProposals: {
    method: 'GET',
    path: '/theme-proposals',
    summary: 'List what the analysis would change about the themes, newest first',
    description:
      'Manually edited themes are never renamed, split or merged into others; others may be merged into them. ' +
      'Nothing changes until a proposal is accepted.',
    query: Type.Object({ ...PageQuery, status: withDefault(statuses, 'open'), kind: Type.Optional(kinds) }, closed),
    result: page(ThemeProposal),
  },
  refreshThemeProposals: {
    method: 'POST',
    effect: 'updates',
    path: '/theme-proposals/refresh',
    summary: 'Take a new look at all insights and propose changes to the themes',
    status: 202,
    description: 'Also runs every night. Rejected proposals are not made again.',
    result: Accepted,
  },
  acceptThemeProposal: {
    method: 'POST',
    effect: 'removes',
    path: '/theme-proposals/{proposalId}/accept',
    summary: 'Do what a proposal says',
    params: pathIds('proposalId'),
    description:
      'A theme keeps its id when it is renamed or split; a merged theme redirects to the theme it was merged into.',
    result: ThemeProposal,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
  rejectThemeProposal: {
    method: 'POST',
    effect: 'updates',
    path: '/theme-proposals/{proposalId}/reject',
    summary: 'Turn a proposal down for good',
    params: pathIds('proposalId'),
    result: ThemeProposal,
    errors: ['INVALID_STATE'],
  },
})
