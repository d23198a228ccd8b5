import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { themeExamples } from './themes.ts'

/* All themes in one document, which can be kept in a file, changed there and applied. */

const ObjectId = { ...Id, examples: [], description: 'Of one that exists; without it the name says which one it is.' }
const subthemeTexts = {
  name: Name('Large exports fail'),
  description: { ...nullable(Text('Exports of more than 10,000 rows.', 2000)), description: 'What it is about.' },
}
const themeTexts = {
  name: Name('Export'),
  definition: {
    ...nullable(Text('Include export and reports; exclude imports.', 2000)),
    description: 'What it includes and excludes, in plain words.',
  },
  ...themeExamples,
}
const merged = Type.Array(Name('Downloads'), {
  maxItems: 200,
  uniqueItems: true,
  examples: [['Downloads']],
  description: 'Names of themes that are merged into it.',
})
const named = (description: string, $id: string) => ({ ...closed, description, $id })

const Subtheme = Type.Object(
  { id: Id, ...subthemeTexts },
  named('A subtheme that people made or pinned.', 'TaxonomySubtheme'),
)
const Theme = Type.Object(
  { id: Id, ...themeTexts, merged, subthemes: Type.Array(Subtheme) },
  named('A theme as the document of all themes has it.', 'TaxonomyTheme'),
)
const Taxonomy = Type.Object(
  { themes: Type.Array(Theme, { description: 'All themes, by name.' }) },
  named('All themes.', 'Taxonomy'),
)

const { name: subthemeName, ...otherSubthemeTexts } = subthemeTexts
const { name: themeName, ...otherThemeTexts } = themeTexts
const WantedSubtheme = Type.Object(
  { name: subthemeName, ...Type.Partial(Type.Object({ id: ObjectId, ...otherSubthemeTexts })).properties },
  closed,
)
const WantedTheme = Type.Object(
  {
    name: themeName,
    ...Type.Partial(
      Type.Object({
        id: ObjectId,
        ...otherThemeTexts,
        merged,
        subthemes: Type.Array(WantedSubtheme, {
          maxItems: 200,
          description: 'Without it the subthemes stay as they are.',
        }),
      }),
    ).properties,
  },
  closed,
)
const wantedThemes = Type.Array(WantedTheme, {
  minItems: 1,
  maxItems: 500,
  description: 'All themes that there are to be; those that are left out are removed.',
})

const Change = Type.Object(
  {
    action: oneOf('create', 'rename', 'describe', 'move', 'merge', 'remove'),
    theme: Type.String({ examples: ['Export'], description: 'The name of the theme afterwards.' }),
    subtheme: nullable(
      Type.String({ examples: ['Large exports fail'], description: 'The subtheme that changes, if it is one.' }),
    ),
    before: nullable(
      Type.String({
        examples: ['Downloads'],
        description: 'The name before it was renamed, the theme it was in, or the theme that is merged into it.',
      }),
    ),
  },
  named('One change of a theme or subtheme.', 'TaxonomyChange'),
)
const Sample = Type.Object(
  { id: Id, name: Type.String({ examples: ['CSV export fails above 10,000 rows'] }) },
  { ...closed, description: 'One of the insights that move.' },
)
const names = (description: string) => Type.Array(Type.String({ examples: ['Export'] }), { description })
const Flow = Type.Object(
  {
    from: names('Names of the themes that they leave; none if they are unsorted.'),
    to: names('Names of the themes that they come to; none if they become unsorted.'),
    insight_count: Count,
    samples: Type.Array(Sample, { description: 'At most three.' }),
  },
  named('Insights that move from the same themes to the same ones.', 'TaxonomyMove'),
)
const plan = {
  plan_id: Type.String({
    examples: ['5f0c7a1d9e3b42c6a8d4e1f20b7c9356'],
    description: 'Of all these changes and moves together; other ones have another id.',
  }),
  changes: Type.Array(Change, { description: 'Of themes and subthemes.' }),
  moves: Type.Array(Flow, { description: 'Of insights, most first.' }),
  moved_insight_count: Count,
}
const applicationId = nullable({
  ...Id,
  description: 'What undoes it takes this id. Null: there was nothing to change.',
})
const application = {
  id: Id,
  change_count: { ...Count, description: 'Changes of themes and subthemes.' },
  moved_insight_count: { ...Count, description: 'Insights that got another theme.' },
  created_by: nullable(UserId),
  created_at: Time,
  undone_by: nullable(UserId),
  undone_at: nullable(Time),
}
const Application = Type.Object(application, named('A document of themes that was applied.', 'TaxonomyApplication'))
const Undone = Type.Object(
  {
    ...application,
    restored_insight_count: { ...Count, description: 'Insights that are back where they were.' },
    kept_insight_count: { ...Count, description: 'Insights that were put elsewhere or deleted since, and stay there.' },
    kept_themes: names('Names of themes that were changed since; they stay as they are.'),
  },
  named('A document of themes that was taken back.', 'UndoneTaxonomy'),
)
const body = { themes: wantedThemes }
const heavy = { rate: 'heavy', bodyLimit: 2 * 1024 * 1024 } as const

export const taxonomy = defineRoutes({
  getTaxonomy: {
    method: 'GET',
    path: '/taxonomy',
    summary: 'Read all themes as one document',
    description: 'With what people wrote about them, the themes merged into them and the subthemes of people.',
    result: Taxonomy,
  },
  planTaxonomy: {
    ...heavy,
    method: 'POST',
    effect: 'none',
    readOnly: true,
    path: '/taxonomy/plan',
    summary: 'Show what a changed document of themes would do, without doing it',
    body: Type.Object(body, closed),
    result: Type.Object(plan, named('What a document of themes would change.', 'TaxonomyPlan')),
  },
  applyTaxonomy: {
    ...heavy,
    method: 'POST',
    effect: 'removes',
    path: '/taxonomy/apply',
    summary: 'Make the themes as a document has them: all of it or nothing',
    description:
      'Does what its plan shows. Insights whose themes a person chose stay where they are, unless their theme is ' +
      'merged into another one; a theme that is removed is archived.',
    body: Type.Object(
      {
        ...body,
        plan: Type.Optional(
          Type.String({
            maxLength: 64,
            examples: [],
            description:
              'The plan_id of the plan that was seen; it is refused if themes or insights have changed it since.',
          }),
        ),
      },
      closed,
    ),
    result: Type.Object(
      { ...plan, application_id: applicationId },
      named('What a document of themes has changed.', 'AppliedTaxonomy'),
    ),
    errors: ['INVALID_STATE', 'DUPLICATE', 'MERGED'],
    noChangeSet: true,
  },
  listTaxonomyApplications: {
    method: 'GET',
    path: '/taxonomy/applications',
    summary: 'List the documents of themes that were applied, newest first',
    description: 'The last 20 are kept.',
    query: Type.Object(PageQuery, closed),
    result: page(Application),
  },
  undoTaxonomy: {
    ...heavy,
    method: 'POST',
    effect: 'overwrites',
    audit: 'ids',
    path: '/taxonomy/applications/{applicationId}/undo',
    summary: 'Undo a document of themes that was applied',
    description:
      'Themes and subthemes are again as they were, merged and removed ones too, and insights are put back; what was ' +
      'changed since stays. Themes and subthemes that it created are archived and dissolved once they are empty.',
    params: pathIds('applicationId'),
    result: Undone,
    errors: ['INVALID_STATE', 'DUPLICATE'],
    noChangeSet: true,
  },
})
