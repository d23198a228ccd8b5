import Type from 'typebox'
import { Id, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

/* What regroups insights, and what a regrouping has changed. */

const maxGroupedThemes = 60
const maxGroupedSubthemes = 300

const Handle = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]*$',
  examples: ['export'],
  description: 'A name of your own, by which this request refers to the group.',
})
const themeHandle = nullable({ ...Handle, description: 'The handle of a theme. Null: unsorted.' })
const subthemeHandle = Type.Optional(
  nullable({
    ...Handle,
    examples: ['slow-export'],
    description: 'The handle of a subtheme of that theme. Null: in none. Left out: stays, if it is of that theme.',
  }),
)
export const place = { theme: themeHandle, subtheme: subthemeHandle }

export const groups = {
  themes: Type.Array(
    Type.Object(
      {
        handle: Handle,
        id: Type.Optional({ ...Id, description: 'An existing theme, which keeps its id. Left out: a new theme.' }),
        name: { ...Name('Export'), description: 'Of an existing theme its name, or a new one.' },
        description: Type.Optional({
          ...nullable(Text('Everything about getting data out.', 2000)),
          description: 'The notes of the theme. Left out, those of an existing theme stay.',
        }),
      },
      closed,
    ),
    {
      maxItems: maxGroupedThemes,
      description: 'Themes that insights are assigned to, or that are named anew.',
      examples: [[{ handle: 'export', name: 'Getting data out' }]],
    },
  ),
  subthemes: Type.Array(
    Type.Object(
      {
        handle: { ...Handle, examples: ['slow-export'] },
        id: Type.Optional({ ...Id, description: 'An existing subtheme, which keeps its id. Left out: a new one.' }),
        theme: { ...Handle, description: 'The handle of its theme; an existing subtheme may come to another one.' },
        name: { ...Name('Large exports fail'), description: 'Of an existing subtheme its name, or a new one.' },
      },
      closed,
    ),
    {
      maxItems: maxGroupedSubthemes,
      description: 'Subthemes that insights are assigned to, or that change.',
      examples: [[{ handle: 'slow-export', theme: 'export', name: 'Large exports fail' }]],
    },
  ),
}

export const OverridePeople = Type.Optional(
  Type.Boolean({
    examples: [false],
    description:
      'Also move and rename what people placed, named or pinned. Only as part of a change set, which a person ' +
      'accepts, or in the web app.',
  }),
)

const Origin = Type.Object(
  {
    theme_id: nullable({ ...Id, description: 'Null: they were unsorted.' }),
    theme_name: nullable(Type.String({ examples: ['Reports'] })),
    subtheme_id: nullable({ ...Id, description: 'Null: they were in no subtheme.' }),
    subtheme_name: nullable(Type.String({ examples: ['Reports are slow'] })),
    insight_count: Count,
  },
  closed,
)
const Sample = Type.Object(
  {
    insight_id: Id,
    name: Type.String({ examples: ['Large exports fail'] }),
    quote: nullable(Type.String({ examples: ['The export stops after 10,000 rows.'] })),
  },
  { ...closed, $id: 'RegroupedInsight' },
)
const samples = Type.Array(Sample, { description: 'At most three of the insights that came.' })
const arrivals = {
  arriving_insight_count: Count,
  origins: Type.Array(Origin, { description: 'Where the insights that came have been, most first.' }),
  samples,
}
const changed = {
  id: Id,
  name: Type.String({ examples: ['Export'] }),
  previous_name: nullable(Type.String({ examples: ['Downloads'], description: 'Null where the name is the same.' })),
  created: Type.Boolean({ description: 'It did not exist before.' }),
  insight_count: { ...Count, description: 'Its insights afterwards.' },
  leaving_insight_count: { ...Count, description: 'How many insights left it.' },
  ...arrivals,
}
const ChangedTheme = Type.Object(changed, { ...closed, $id: 'RegroupedTheme' })
const ChangedSubtheme = Type.Object(
  {
    ...changed,
    theme_id: Id,
    theme_name: Type.String({ examples: ['Export'] }),
    previous_theme_id: nullable({ ...Id, description: 'Null where the theme is the same.' }),
  },
  { ...closed, $id: 'RegroupedSubtheme' },
)

export const Regrouping = Type.Object(
  {
    id: Id,
    change_set_id: nullable({ ...Id, description: 'The change set that was accepted, if it was part of one.' }),
    moved_insight_count: { ...Count, description: 'Insights whose theme or subtheme changed.' },
    created_by: nullable(UserId),
    created_at: Time,
    undone_by: nullable(UserId),
    undone_at: nullable(Time),
  },
  { ...closed, $id: 'Regrouping' },
)
export const RegroupingDetail = Type.Object(
  {
    ...Regrouping.properties,
    themes: Type.Array(ChangedTheme, {
      description: 'Themes that were created or changed, and those that lost insights.',
    }),
    subthemes: Type.Array(ChangedSubtheme, { description: 'The same for subthemes.' }),
    unsorted: Type.Object(arrivals, { ...closed, description: 'Insights that came to no theme.' }),
    decided_by_people: Type.Object(
      {
        theme_ids: Type.Array(Id, { description: 'Themes that a person had made, named or pinned.' }),
        subtheme_ids: Type.Array(Id, { description: 'Subthemes that a person had made, named or pinned.' }),
        insight_count: { ...Count, description: 'Insights that a person had placed.' },
        insights: Type.Array(Sample, { description: 'The first 50 of these insights.' }),
      },
      { ...closed, description: 'What people had decided and this changed all the same.' },
    ),
  },
  { ...closed, $id: 'RegroupingDetail' },
)
export const UndoneRegrouping = Type.Object(
  {
    ...Regrouping.properties,
    restored_insight_count: { ...Count, description: 'Insights that are back where they were.' },
    kept_insight_count: { ...Count, description: 'Insights that were put elsewhere or deleted since, and stay there.' },
  },
  { ...closed, $id: 'UndoneRegrouping' },
)
