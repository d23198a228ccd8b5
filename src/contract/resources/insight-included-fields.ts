import Type from 'typebox'
import { Id } from '#contract/core/ids.ts'
import { closed, nullable } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'

/* Fields of the detail that a list of insights has on request. */

export const sourceFields = {
  source: nullable(Type.String({ examples: ['zendesk'] })),
  user_name: nullable(Type.String({ examples: ['Ana Lima'] })),
  user_email: nullable(Type.String({ examples: ['ana@example.com'] })),
}

export const Subject = nullable(Type.String({ examples: ['export'] }))

const likeliest = 'Themes that an unsorted insight may belong to, the likeliest first.'
const SuggestedTheme = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Export'] }),
    confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.41] }),
  },
  closed,
)
export const SuggestedThemes = Type.Array(SuggestedTheme, { description: likeliest })

const SubthemeRef = Type.Object(
  { id: Id, name: Type.String({ examples: ['Large exports fail'], description: 'The name of the subtheme.' }) },
  closed,
)

const ofContact = (description: string) => ({ description: `${description} Only with \`include=contact\`.` })
const contactFields = {
  contact_id: Type.Optional({ ...nullable(Id), ...ofContact('The contact who said it.') }),
  contact_name: Type.Optional({ ...sourceFields.user_name, ...ofContact('The name of the contact.') }),
  contact_email: Type.Optional({ ...sourceFields.user_email, ...ofContact('The email address of the contact.') }),
  account_id: Type.Optional({ ...nullable(Id), ...ofContact('The account of the contact.') }),
  company_name: Type.Optional({
    ...nullable(Type.String({ examples: ['Acme'] })),
    ...ofContact('The name of that account.'),
  }),
  company_plan: Type.Optional({
    ...nullable(Type.String({ examples: ['enterprise'] })),
    ...ofContact('The plan that it pays for.'),
  }),
}

const ofSource = { description: 'Only with `include=source`.' }

export const includedFields = {
  occurred_at: Type.Optional({ ...Time, description: 'When it was said; only with `include=occurred_at`.' }),
  source: Type.Optional({ ...sourceFields.source, ...ofSource }),
  user_name: Type.Optional({ ...sourceFields.user_name, ...ofSource }),
  user_email: Type.Optional({ ...sourceFields.user_email, ...ofSource }),
  subject: Type.Optional({
    ...Subject,
    description: 'What it is about, in its own words; only with `include=subject`.',
  }),
  ...contactFields,
  subthemes: Type.Optional(
    Type.Array(SubthemeRef, { description: 'The subthemes that it is in; only with `include=subthemes`.' }),
  ),
  theme_suggestions: Type.Optional({
    ...SuggestedThemes,
    description: `${likeliest} Only with \`include=theme_suggestions\`.`,
  }),
}
