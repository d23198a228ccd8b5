import Type from 'typebox'
import { SubthemeDetail, subthemeId } from './subthemes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, Ids } from '#contract/core/ids.ts'
import { closed, Count, nullable } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'

/* What people change about subthemes. What they change is pinned, unless they say otherwise. */

const feature = 'subthemes'
const MergedSubtheme = Type.Object(
  { ...SubthemeDetail.properties, moved_insight_count: Count },
  { ...closed, $id: 'MergedSubtheme' },
)
const writable = {
  name: Name('Large exports fail'),
  description: nullable(Text('Exports of more than 10,000 rows.', 2000)),
}
const described = { name: writable.name, description: Type.Optional(writable.description) }

export const subthemeCorrections = defineRoutes({
  createSubtheme: {
    method: 'POST',
    effect: 'adds',
    path: '/themes/{themeId}/subthemes',
    feature,
    event: 'subtheme.created',
    summary: 'Create a subtheme by hand',
    description: 'Insights that say the same join it later: its insights and its name show what that is.',
    status: 201,
    params: Type.Object({ themeId: Id }, closed),
    body: Type.Object({ ...described, insight_ids: Type.Optional(Ids(100, 0)) }, closed),
    result: SubthemeDetail,
    errors: ['DUPLICATE', 'MERGED', 'INVALID_STATE'],
  },
  updateSubtheme: {
    method: 'PATCH',
    effect: 'updates',
    path: '/subthemes/{subthemeId}',
    feature,
    event: 'subtheme.updated',
    summary: 'Rename, describe or pin a subtheme, or move it to another theme',
    description:
      'With a new theme_id its insights leave the theme that it was in and come to the new one. The generated_name ' +
      'as the name takes back a renaming.',
    params: subthemeId,
    body: Type.Partial(Type.Object({ ...writable, pinned: Type.Boolean(), theme_id: Id }), {
      ...closed,
      minProperties: 1,
    }),
    result: SubthemeDetail,
    errors: ['DUPLICATE', 'MERGED'],
  },
  dissolveSubtheme: {
    method: 'DELETE',
    path: '/subthemes/{subthemeId}',
    feature,
    event: 'subtheme.dissolved',
    summary: 'Dissolve a subtheme; its insights stay in the theme',
    params: subthemeId,
    result: Deleted,
    errors: ['MERGED'],
  },
  restoreSubtheme: {
    method: 'POST',
    effect: 'updates',
    path: '/subthemes/{subthemeId}/restore',
    feature,
    event: 'subtheme.restored',
    summary: 'Undo that a subtheme was dissolved or merged',
    description:
      'It gets back the insights that it had, without those that a person has put elsewhere since. After a merge it ' +
      'is in the theme of the subtheme that it was merged into.',
    params: subthemeId,
    result: SubthemeDetail,
    errors: ['DUPLICATE', 'INVALID_STATE'],
  },
  mergeSubthemes: {
    method: 'POST',
    effect: 'removes',
    path: '/subthemes/{subthemeId}/merge',
    feature,
    event: 'subtheme.merged',
    summary: 'Merge other subthemes into this one',
    description: 'Those of other themes are moved to the theme of this one first.',
    params: subthemeId,
    body: Type.Object({ source_subtheme_ids: Ids(20) }, closed),
    result: MergedSubtheme,
    errors: ['MERGED'],
  },
  splitSubtheme: {
    method: 'POST',
    effect: 'overwrites',
    path: '/subthemes/{subthemeId}/split',
    feature,
    event: 'subtheme.created',
    summary: 'Move some insights of a subtheme to a new one of the same theme',
    description: 'Answers the new subtheme. At least one insight stays in the old one.',
    status: 201,
    params: subthemeId,
    body: Type.Object({ ...described, insight_ids: Ids() }, closed),
    result: SubthemeDetail,
    errors: ['DUPLICATE', 'MERGED'],
  },
  linkSubthemeInsights: {
    method: 'POST',
    effect: 'updates',
    path: '/subthemes/{subthemeId}/insights',
    feature,
    event: 'subtheme.updated',
    summary: 'Put insights into a subtheme',
    description: 'They also come to its theme, and leave the other subthemes of the theme.',
    params: subthemeId,
    body: Type.Object({ insight_ids: Ids() }, closed),
    result: Type.Object({ linked: Count, already_linked: Count }, closed),
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unlinkSubthemeInsight: {
    method: 'DELETE',
    path: '/subthemes/{subthemeId}/insights/{insightId}',
    feature,
    event: 'subtheme.updated',
    summary: 'Take one insight out of a subtheme; it stays in the theme',
    params: Type.Object({ subthemeId: Id, insightId: Id }, closed),
    result: Type.Object({ subtheme_id: Id, insight_id: Id, linked: Type.Literal(false) }, closed),
    errors: ['MERGED'],
  },
})
