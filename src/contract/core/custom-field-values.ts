import Type from 'typebox'
import { multiValue, withoutExample } from './shapes.ts'
import { Text } from './texts.ts'
import { maxActiveCustomFields, maxCustomFieldChoices, maxCustomFieldText } from '#vocabulary/custom-fields.ts'

/* Values of custom fields, by the keys of their definitions. */

const stored = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())])
/** Larger numbers would lose digits. */
const numberGiven = Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const given = Type.Union([
  Text('gold', maxCustomFieldText),
  numberGiven,
  Type.Array(Text('gold', maxCustomFieldText), { maxItems: maxCustomFieldChoices }),
  Type.Null(),
])

/** As they are read. */
export const CustomFieldValues = Type.Record(Type.String(), stored, {
  description:
    'The values of custom fields by the keys of their definitions (`/custom-fields`); a field without a value is ' +
    'left out. Texts, links, options, days and user ids are strings, numbers are numbers, several options are a list.',
  examples: [{ tier: 'gold', seats: 250 }],
})

/** As they are written. Which keys there are depends on the organization, so no example has one. */
export const NewCustomFields = Type.Optional(
  withoutExample(
    Type.Record(Type.String(), given, {
      maxProperties: maxActiveCustomFields,
      description:
        'Values of custom fields by the keys of their definitions (`/custom-fields`). Null removes a value; fields ' +
        'that are left out stay as they are.',
    }),
  ),
)

/** Of lists of objects with custom fields. */
export const customFieldQuery = {
  custom_field: Type.Optional({
    ...multiValue(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}:[^\\u0000-\\u001f]{0,200}$', examples: [] })),
    description:
      'Objects by the value of a custom field: its key, a colon and the value. Options and users are equal to one of ' +
      'the values between `|`, numbers and days are equal or within `from..to` (either may be left out), texts and ' +
      'links contain the value; with nothing after the colon the field has no value. Of several, all apply.',
  }),
  sort_custom_field: Type.Optional(
    Type.String({
      pattern: '^-?[a-z][a-z0-9_]{0,39}$',
      description:
        'The key of a custom field to sort by in place of `sort`, the greatest first after a minus. Options are in ' +
        'the order of the definition; objects without a value come last.',
      examples: [],
    }),
  ),
}
