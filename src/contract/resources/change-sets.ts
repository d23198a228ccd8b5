import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

const statuses = oneOf('proposed', 'accepted', 'rejected')
const Values = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200 })

const Write = {
  operation: Type.String({
    pattern: '^[a-zA-Z]{1,64}$',
    examples: ['createTheme'],
    description: 'The id of a write of this API, as in the OpenAPI document.',
  }),
  params: Type.Optional({ ...Values, examples: [{}], description: 'The parameters of the path.' }),
  query: Type.Optional({ ...Values, examples: [{}], description: 'The parameters of the query.' }),
  body: Type.Optional({
    ...Values,
    examples: [{ name: 'Exports to spreadsheets' }],
    description: 'A text such as `$1.id` is replaced by that field of the response of the first write.',
  }),
}
const FieldChange = Type.Object(
  {
    field: Type.String({ examples: ['name'] }),
    before: Type.Unknown({ examples: ['Export'], description: 'Null where there was no value.' }),
    after: Type.Unknown({ examples: ['Exports to spreadsheets'] }),
  },
  { ...closed, $id: 'FieldChange' },
)
const Change = Type.Object(
  {
    ...Write,
    summary: Type.String({ examples: ['Create a theme'] }),
    subject: nullable(Type.String({ examples: ['Export'], description: 'The name of what is changed.' })),
    fields: Type.Array(FieldChange, {
      description:
        'What changes, as it was when the change was proposed. New lists of more than 100 items are left out.',
    }),
    events: Type.Array(Type.String({ examples: ['theme.created'] }), { description: 'The events that it emits.' }),
  },
  { ...closed, $id: 'ProposedChange' },
)
export const ChangeSet = Type.Object(
  {
    id: Id,
    title: Type.String({ examples: ['Tidy up the export themes'] }),
    description: nullable(Type.String({ examples: ['Three themes are about the same subject.'] })),
    status: statuses,
    change_count: Count,
    created_by: nullable(UserId),
    created_at: Time,
    decided_by: nullable(UserId),
    decided_at: nullable(Time),
  },
  { ...closed, $id: 'ChangeSet' },
)
const ChangeSetDetail = Type.Object(
  { ...ChangeSet.properties, changes: Type.Array(Change) },
  { ...closed, $id: 'ChangeSetDetail' },
)

/** Change sets are decided one by one, not by other change sets. */
const alone = { noChangeSet: true } as const

export const changeSets = defineRoutes({
  listChangeSets: {
    method: 'GET',
    path: '/change-sets',
    summary: 'List proposed changes, newest first',
    query: Type.Object({ ...PageQuery, status: Type.Optional(statuses) }, closed),
    result: page(ChangeSet),
  },
  createChangeSet: {
    ...alone,
    method: 'POST',
    effect: 'adds',
    path: '/change-sets',
    summary: 'Propose several changes together, for a person to accept or reject',
    description:
      'All changes are tried in order in a transaction that is rolled back, with your rights; if one fails, nothing ' +
      'is stored. Nothing changes until the change set is accepted.',
    status: 201,
    body: Type.Object(
      {
        title: Name('Tidy up the export themes'),
        description: Type.Optional(nullable(Text('Three themes are about the same subject.', 2000))),
        changes: Type.Array(Type.Object(Write, closed), {
          minItems: 1,
          maxItems: 50,
          examples: [[{ operation: 'createTheme', body: { name: 'Exports to spreadsheets' } }]],
        }),
      },
      closed,
    ),
    result: ChangeSetDetail,
    errors: ['FEATURE_NOT_AVAILABLE'],
  },
  getChangeSet: {
    method: 'GET',
    path: '/change-sets/{changeSetId}',
    summary: 'Read proposed changes: each write, and what it changes from and to',
    params: pathIds('changeSetId'),
    result: ChangeSetDetail,
  },
  acceptChangeSet: {
    ...alone,
    method: 'POST',
    effect: 'removes',
    path: '/change-sets/{changeSetId}/accept',
    summary: 'Apply proposed changes, all or none',
    description:
      'Your rights are checked for each change, and the events are yours. Another person than the one who proposed ' +
      'has to accept, unless the organization allows its members to accept their own; its only member accepts in the ' +
      'web app. Otherwise the response is `403 ROLE_NOT_ALLOWED`. If a change no longer applies, or a field ' +
      'was changed since it was proposed, the response is `409 CONFLICT` and nothing is changed.',
    params: pathIds('changeSetId'),
    result: ChangeSetDetail,
    errors: ['CONFLICT', 'INVALID_STATE', 'FEATURE_NOT_AVAILABLE'],
  },
  rejectChangeSet: {
    ...alone,
    method: 'POST',
    effect: 'updates',
    audit: 'ids',
    path: '/change-sets/{changeSetId}/reject',
    summary: 'Reject proposed changes',
    params: pathIds('changeSetId'),
    result: ChangeSetDetail,
    errors: ['INVALID_STATE'],
  },
})
