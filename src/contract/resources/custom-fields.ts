import Type from 'typebox'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { anyOfFields, closed, multiValue, nullable, oneOf, withoutExample } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import {
  customFieldKeyPattern,
  customFieldKinds,
  customFieldObjects,
  maxActiveCustomFields,
  maxCustomFieldOptions,
} from '#vocabulary/custom-fields.ts'

/* Fields that an organization defines for its feedback, contacts, accounts, opportunities, initiatives and Projects. */

const CustomFieldObject = oneOf(...customFieldObjects)
const CustomFieldKind = oneOf(...customFieldKinds)
const Key = (description: string, example: string) =>
  Type.String({ pattern: customFieldKeyPattern, description, examples: [example] })
const name = { ...Name('Tier', 80), description: 'What the team calls the field.' }
const description = Type.Union([Text('How well we look after them.', 500), Type.Null()], {
  description: 'What the field is for; null without a description.',
})

const Option = Type.Object(
  {
    key: Key('What values of the field refer to; it never changes.', 'gold'),
    name: Type.String({ description: 'What people see.', examples: ['Gold'] }),
    archived: Type.Boolean({ description: 'Values have it still, new values do not.', examples: [false] }),
  },
  closed,
)
const NewOption = Type.Object(
  {
    key: Type.Optional(
      withoutExample(Key('The key of an option that is there; without one it is made from the name.', 'gold')),
    ),
    name: { ...Name('Gold', 80), description: 'What people see.' },
  },
  closed,
)
const NewOptions = (text: string) =>
  Type.Array(NewOption, { minItems: 1, maxItems: maxCustomFieldOptions, description: text })

export const CustomField = Type.Object(
  {
    id: Id,
    object_type: CustomFieldObject,
    key: Key('The name of its values in `custom_fields`; it never changes.', 'tier'),
    name: Type.String({ description: 'What the team calls the field.', examples: ['Tier'] }),
    description: nullable(
      Type.String({ description: 'What the field is for.', examples: ['How we look after them.'] }),
    ),
    kind: CustomFieldKind,
    options: Type.Array(Option, { description: 'The options of `select` and `multi_select`; empty for other kinds.' }),
    position: Type.Integer({ minimum: 1, description: 'Its place among the fields of its objects.', examples: [1] }),
    archived_at: Type.Union([Time, Type.Null()], {
      description: 'When it was archived: its values stay and are read still, but no longer written.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'CustomField' },
)

const id = pathIds('customFieldId')

export const customFields = defineRoutes({
  listCustomFields: {
    method: 'GET',
    path: '/custom-fields',
    summary: 'List the definitions of custom fields, in the order of each type of object',
    query: Type.Object(
      {
        ...PageQuery,
        object_type: Type.Optional({
          ...multiValue(CustomFieldObject),
          description: 'Fields of these types of objects only.',
        }),
        include_archived: Type.Optional(Type.Boolean({ description: 'Default: archived ones are not listed.' })),
      },
      closed,
    ),
    result: page(CustomField),
  },
  getCustomField: {
    method: 'GET',
    path: '/custom-fields/{customFieldId}',
    summary: 'Read the definition of one custom field',
    params: id,
    result: CustomField,
  },
  createCustomField: {
    method: 'POST',
    effect: 'adds',
    path: '/custom-fields',
    event: 'custom_field.created',
    summary: 'Define a custom field for one type of object',
    description: `There are at most ${maxActiveCustomFields} active ones for each type. The kind never changes.`,
    admin: true,
    status: 201,
    body: Type.Object(
      {
        object_type: CustomFieldObject,
        name,
        key: Type.Optional(
          withoutExample(Key('The name of its values; without one it is made from the name of the field.', 'tier')),
        ),
        description: Type.Optional(description),
        kind: CustomFieldKind,
        options: Type.Optional(withoutExample(NewOptions('Required for `select` and `multi_select`, and only there.'))),
      },
      closed,
    ),
    result: CustomField,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
  updateCustomField: {
    method: 'PATCH',
    effect: 'removes',
    path: '/custom-fields/{customFieldId}',
    summary: 'Change, move, archive or restore a custom field; its key and its kind stay',
    params: id,
    admin: true,
    body: anyOfFields({
      name,
      description,
      options: withoutExample(
        NewOptions(
          'All options in their new order. One with the key of an option renames it, or restores it if it was ' +
            'archived; options that are left out are archived, and values have them still.',
        ),
      ),
      position: Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Its new place among the active fields of its type of object; the others make room.',
        examples: [1],
      }),
      archived: Type.Boolean({
        description: 'True archives the field with its values, false restores it as the last one.',
        examples: [false],
      }),
    }),
    result: CustomField,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
})
