import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds, ThemeRef } from '#contract/core/ids.ts'
import { Sentiment } from '#contract/core/labels.ts'
import { closed, multiValue, nullable, withDefault } from '#contract/core/shapes.ts'
import { subthemeId } from './subthemes.ts'

/* After a person has put insights somewhere: the others that look the same. */

const SimilarInsight = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    quote: nullable(Type.String({ examples: ['The export just spins when I select everything.'] })),
    sentiment: Sentiment,
    themes: Type.Array(ThemeRef, { description: 'Those that the analysis chose; empty if it is unsorted.' }),
    similarity: Type.Number({
      minimum: 0,
      maximum: 1,
      examples: [0.62],
      description: 'How similar it is to the nearest of the insights that it is compared with.',
    }),
  },
  { ...closed, $id: 'LookalikeInsight', description: 'An insight that looks the same as some others.' },
)
const result = Type.Object(
  { data: Type.Array(SimilarInsight, { description: 'The most similar first.' }) },
  { ...closed, $id: 'LookalikeInsights', description: 'Insights that look the same as some others.' },
)
const query = Type.Object(
  {
    to: Type.Optional({
      ...multiValue(Id),
      description: 'The insights that were just put there; without it, those that people put there last.',
    }),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 50, description: 'How many to return.', examples: [20] }),
      50,
    ),
  },
  closed,
)
const description =
  'Insights without a theme and insights that the analysis put into other ones. Those that a person has placed are ' +
  'never among them. Nothing is changed: link the ones that belong there.'

export const lookalikes = defineRoutes({
  listThemeLookalikes: {
    method: 'GET',
    path: '/themes/{themeId}/lookalikes',
    summary: 'List insights that look the same as those put into a theme',
    description,
    params: pathIds('themeId'),
    query,
    result,
    errors: ['MERGED'],
  },
  listSubthemeLookalikes: {
    method: 'GET',
    path: '/subthemes/{subthemeId}/lookalikes',
    feature: 'subthemes',
    summary: 'List insights that look the same as those put into a subtheme',
    description,
    params: subthemeId,
    query,
    result,
    errors: ['MERGED'],
  },
})
